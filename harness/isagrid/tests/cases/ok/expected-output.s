# isagrid: --dialect mars --expect ok/expected-output.txt
main:   li      $v0, 1
        li      $a0, 42
        syscall
        li      $v0, 10
        syscall
