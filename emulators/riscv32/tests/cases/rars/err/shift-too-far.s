        .text
main:
        slli a0, a0, 32
