# From the first digit to the last: leading zeros are shifted out.
        .text
main:   li      $v0, 5
        syscall
        clz     $t1, $v0
        move    $t0, $v0
        bne     $t1, 32, some
        li      $t1, 31                 # for 0, print the last digit
some:   sllv    $t0, $t0, $t1
        li      $t2, 32
        subu    $t2, $t2, $t1
next:   srl     $a0, $t0, 31
        li      $v0, 1
        syscall
        sll     $t0, $t0, 1
        addiu   $t2, $t2, -1
        bnez    $t2, next
        li      $a0, 10
        li      $v0, 11
        syscall
        li      $v0, 10
        syscall
