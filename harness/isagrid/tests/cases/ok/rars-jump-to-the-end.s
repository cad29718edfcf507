# isagrid: --dialect rars --counts
# RARS ends well wherever in its text a program jumps to that it has nothing at.
        .text
main:   li      t0, 3
loop:   addi    t0, t0, -1
        beqz    t0, done
        j       loop
done:
