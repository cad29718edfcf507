# The sum of five numbers, for MARS: 3 + 1 + 4 + 1 + 5 = 14.

        .data                           # data in memory
numbers: .word  3, 1, 4, 1, 5           # five words of four bytes each

        .text                           # instructions
main:   la      $t0, numbers            # $t0: the address of the next number
        li      $t1, 5                  # $t1: how many are left
        li      $s0, 0                  # $s0: the sum so far
loop:   lw      $t2, 0($t0)             # fetch the number that $t0 points to
        add     $s0, $s0, $t2           # sum = sum + number
        addi    $t0, $t0, 4             # the next word is four bytes further
        addi    $t1, $t1, -1            # one less to do
        bne     $t1, $zero, loop        # again, until none is left

        move    $a0, $s0
        li      $v0, 1                  # system call 1 prints the number in $a0,
        syscall
        li      $a0, '\n'
        li      $v0, 11                 # 11 prints one character,
        syscall
        li      $v0, 10                 # and 10 ends the program
        syscall
