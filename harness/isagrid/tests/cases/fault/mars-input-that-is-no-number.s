# isagrid: --dialect mars
main:   li      $v0, 5
        syscall
        li      $v0, 5
        syscall
        li      $v0, 10
        syscall
