# Odd: the string is read to its NUL; several loops end in one return, which lies before them.
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
        li      a1, 0
        li      a2, 46
        j       num_candidates_next
num_candidates_end:
        mv      a0, a1
        ret
num_candidates_one:
        addi    a1, a1, 1
num_candidates_next:
        lb      t0, 0(a0)
        addi    a0, a0, 1
        beq     t0, zero, num_candidates_end
        bne     t0, a2, num_candidates_one
        j       num_candidates_next
