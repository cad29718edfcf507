# isagrid: --dialect spim
        .text
        .globl  main
main:   li      $t0, 11
        ctc0    $t0, $3
        li      $t0, 12
        ctc1    $t0, $3
        cfc0    $a0, $3
        li      $v0, 1
        syscall
        cfc1    $a0, $3
        li      $v0, 1
        syscall
        la      $t1, word
        ll      $t2, 0($t1)
        li      $a0, 13
        sc      $a0, 0($t1)
        li      $v0, 1
        syscall
        jr      $ra
        .data
word:   .word   0
