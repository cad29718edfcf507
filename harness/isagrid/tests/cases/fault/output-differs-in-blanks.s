# isagrid: --dialect mars --expect ok/expected-output.txt
        .data
line:   .asciiz "42 "
        .text
main:   li      $v0, 4
        la      $a0, line
        syscall
        li      $v0, 10
        syscall
