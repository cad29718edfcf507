# isagrid: --dialect mars --max-instructions 1000
main:   jal f
f:      li $v0, 1
        li $a0, 3
        syscall
        jr $ra
