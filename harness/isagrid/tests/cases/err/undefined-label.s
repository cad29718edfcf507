        .text
main:   beq $t0, $t1, lopp
loop:   j loop
