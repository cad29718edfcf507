# RARS writes a distance of 0 into a pseudo branch to such a label.
main:   j    add
        beq  a0, a1, add
        bnez a0, add
add:    nop
