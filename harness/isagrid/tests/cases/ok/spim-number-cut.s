# isagrid: --dialect spim
unused = 1
main:   li      $a0, 5000000000
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
