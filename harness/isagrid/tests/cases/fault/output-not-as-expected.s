# isagrid: --dialect mars --expect fault/output-not-as-expected.txt
        .data
lines:  .asciiz "1 2 3\n4 5 6\n7 8 9\n10\n11\n"
        .text
main:   li      $v0, 4
        la      $a0, lines
        syscall
        li      $v0, 10
        syscall
