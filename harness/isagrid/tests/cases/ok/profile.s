# isagrid: --profile
        .text
        .globl main
main:   li $t0, 3
loop:   addiu $t0, $t0, -1
        bnez $t0, loop
        j end
never:  nop
end:    li $v0, 10
        syscall
