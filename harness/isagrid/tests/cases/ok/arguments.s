# isagrid: -- first second
# MARS puts the count of arguments in $a0 and their addresses at $a1.
        .text
        .globl main
main:   lw $a0, 4($a1)
        li $v0, 4
        syscall
        li $v0, 10
        syscall
