# isagrid: --dialect mars --trace
        .data
ask:    .asciiz "n? "
sum:    .word   0
        .text
main:   li      $v0, 4
        la      $a0, ask
        syscall
        li      $v0, 5
        syscall
        move    $t0, $v0
loop:   addi    $t0, $t0, -1
        sb      $t0, sum
        bnez    $t0, loop
        li      $v0, 10
        syscall
