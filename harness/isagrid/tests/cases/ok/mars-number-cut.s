# isagrid: --dialect mars
        .data
x:      .word   4294967295, -2147483648
y:      .double 5000000000
        .text
main:   li      $a0, 5000000000
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
