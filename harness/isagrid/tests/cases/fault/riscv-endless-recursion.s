# isagrid: --dialect rars
main:   addi sp, sp, -16
        sw ra, 12(sp)
        jal main
