# Odd: no loop at all, and each character's worth is computed without a branch.
# Sudoku with candidate strings
#
# A cell is a string of nine characters: a digit that may still be right stands in its place, a point
# where it was ruled out. With the NUL at its end a cell takes ten bytes, a board 810. Write the code
# of each function above its separator line, and leave the separator lines where they are.
#
        .text
        j       main                    # a program begins with its first instruction

# num_candidates: how many digits a cell may still be.
#   a0    a pointer to a cell, which stays as it is
#   a0    returned: the number of candidates, 0 to 9
num_candidates:
        li      t1, 0
        lbu     t0, 0(a0)
        xori    t0, t0, 46
        sltu    t0, zero, t0
        add     t1, t1, t0
        lbu     t0, 1(a0)
        xori    t0, t0, 46
        sltu    t0, zero, t0
        add     t1, t1, t0
        lbu     t0, 2(a0)
        xori    t0, t0, 46
        sltu    t0, zero, t0
        add     t1, t1, t0
        lbu     t0, 3(a0)
        xori    t0, t0, 46
        sltu    t0, zero, t0
        add     t1, t1, t0
        lbu     t0, 4(a0)
        xori    t0, t0, 46
        sltu    t0, zero, t0
        add     t1, t1, t0
        lbu     t0, 5(a0)
        xori    t0, t0, 46
        sltu    t0, zero, t0
        add     t1, t1, t0
        lbu     t0, 6(a0)
        xori    t0, t0, 46
        sltu    t0, zero, t0
        add     t1, t1, t0
        lbu     t0, 7(a0)
        xori    t0, t0, 46
        sltu    t0, zero, t0
        add     t1, t1, t0
        lbu     t0, 8(a0)
        xori    t0, t0, 46
        sltu    t0, zero, t0
        add     t1, t1, t0
        mv      a0, t1
        ret
