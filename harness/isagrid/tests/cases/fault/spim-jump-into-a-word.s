# isagrid: --dialect spim
# The handler goes on behind the word that the address lies in.
        .text
        .globl  main
main:   move    $s0, $ra
        la      $t0, here
        addiu   $t0, $t0, 2
        jalr    $t0
        li      $a0, 1
        j       show
here:   li      $a0, 2
        li      $a0, 3
show:   li      $v0, 1
        syscall
        jr      $s0
