# isagrid: --dialect mars
        .globl  main
double: add     $v0, $a0, $a0
        jr      $ra
main:   li      $a0, 4
        jal     double
        li      $v0, 10
        syscall
