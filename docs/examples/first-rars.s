# The factorial of 5, for RARS: 5 * 4 * 3 * 2 * 1 = 120.

        .text
main:   li      a0, 5                   # the argument goes in a0 ...
        jal     factorial
        li      a7, 1                   # ... and the result comes back in it: call 1 prints a0,
        ecall
        li      a0, '\n'
        li      a7, 11                  # 11 prints one character,
        ecall
        li      a7, 10                  # and 10 ends the program
        ecall

# a0 becomes a0 * (a0 - 1) * ... * 1.
factorial:
        li      t0, 1
        ble     a0, t0, done            # the factorial of 1 is 1
        addi    sp, sp, -8              # save on the stack what the call below overwrites:
        sw      ra, 4(sp)               # the return address,
        sw      a0, 0(sp)               # and the number of this call
        addi    a0, a0, -1
        jal     factorial               # a0 = factorial of one less
        lw      t0, 0(sp)
        lw      ra, 4(sp)
        addi    sp, sp, 8
        mul     a0, a0, t0
done:   ret
