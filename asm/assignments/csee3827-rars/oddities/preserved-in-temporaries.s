# Odd: a function that calls nobody keeps s0 and s1 in temporaries meanwhile.
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
        mv      t6, s0
        mv      a7, s1
        mv      t5, a7                  # and on to another
        li      s0, 0
        li      s1, 46
        addi    a3, a0, 9
num_candidates_next:
        lb      a1, 0(a0)
        beq     a1, s1, num_candidates_ruled_out
        addi    s0, s0, 1
num_candidates_ruled_out:
        addi    a0, a0, 1
        bne     a0, a3, num_candidates_next
        mv      a0, s0
        mv      s1, t5
        mv      s0, t6
        ret
