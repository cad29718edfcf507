# Odd: a function that calls nobody saves every preserved register, and uses some.
# Sudoku with candidate strings
#
# A cell is a string of nine characters: each digit that is still a candidate is at its position, and a
# point replaces a digit that is ruled out. With the NUL at its end a cell takes ten bytes, a board 810.
# Write the code of each function above its separator line, and do not move the separator lines.
#
        .text
        j       main                    # a program begins with its first instruction

# num_candidates: counts the candidates of a cell.
#   a0    a pointer to a cell, which does not change
#   a0    returned: the number of candidates, 0 to 9
num_candidates:
        addi    sp, sp, -64
        sw      s0, 0(sp)
        sw      s1, 4(sp)
        sw      s2, 8(sp)
        sw      s3, 12(sp)
        sw      s4, 16(sp)
        sw      s5, 20(sp)
        sw      s6, 24(sp)
        sw      s7, 28(sp)
        sw      s8, 32(sp)
        sw      s9, 36(sp)
        sw      s10, 40(sp)
        sw      s11, 44(sp)
        sw      ra, 48(sp)
        li      s11, 0
        li      s10, 9
        li      s9, 46
num_candidates_next:
        lb      ra, 0(a0)               # ra is a register as any other meanwhile
        sub     ra, ra, s9
        sltu    ra, zero, ra
        add     s11, s11, ra
        addi    a0, a0, 1
        addi    s10, s10, -1
        bne     s10, zero, num_candidates_next
        mv      a0, s11
        lw      s0, 0(sp)
        lw      s1, 4(sp)
        lw      s2, 8(sp)
        lw      s3, 12(sp)
        lw      s4, 16(sp)
        lw      s5, 20(sp)
        lw      s6, 24(sp)
        lw      s7, 28(sp)
        lw      s8, 32(sp)
        lw      s9, 36(sp)
        lw      s10, 40(sp)
        lw      s11, 44(sp)
        lw      ra, 48(sp)
        addi    sp, sp, 64
        ret
