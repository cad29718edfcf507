        .text
main:   jal  t0
