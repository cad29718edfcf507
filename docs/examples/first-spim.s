# How many numbers are larger than 2, for SPIM: 3, 4 and 5 are, so 3.

        .data                           # data in memory
numbers: .word  3, 1, 4, 1, 5           # five words of four bytes each
end:                                    # the address after the last one

        .text                           # instructions
        .globl  main                    # SPIM's start-up code calls main ...
main:   la      $t0, numbers            # $t0: the address of the next number
        la      $t1, end
        li      $s0, 0                  # $s0: how many were larger
loop:   lw      $t2, 0($t0)             # fetch the number that $t0 points to
        addi    $t0, $t0, 4             # the next word is four bytes further
        ble     $t2, 2, small           # skip the count where the number is 2 or less
        addi    $s0, $s0, 1
small:  bne     $t0, $t1, loop          # again, until the end is reached

        move    $a0, $s0
        li      $v0, 1                  # system call 1 prints the number in $a0,
        syscall
        li      $a0, '\n'
        li      $v0, 11                 # and 11 prints one character
        syscall
        jr      $ra                     # ... and main returns to it
