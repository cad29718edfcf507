# isagrid: --dialect mars --json --expect ok/expected-output.txt
main:   li      $v0, 1
        li      $a0, 42
        syscall
        li      $v0, 17
        li      $a0, 3
        syscall
