# Sudoku 9x9 by backtracking, GNU dialect, for Linux.
#
# Input:   one line of 81 characters on standard input, row after row.
#          1 to 9 are digits; 0 and every other character is a blank cell.
# Output:  the solved grid as one line of 81 digits.
#          Without a solution: the line "no solution" and exit status 1.
#
# Method:  take the first blank cell in reading order, try the digits 1 to 9 in it,
#          and let the same procedure do the rest of the grid. If it cannot, the digit
#          was wrong: blank the cell again and try the next one.
#
# Memory:  the cell in row r and column c (from 0) is the byte at grid + 9 r + c.
#
# On a RISC-V Linux, or under qemu-riscv32:
#          riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 -nostdlib -o solver riscv32-gnu-9x9.s

        .equ    SYS_READ, 63
        .equ    SYS_WRITE, 64
        .equ    SYS_EXIT, 93
        .equ    CELLS, 81

        .bss
        .globl  grid
grid:   .zero   CELLS
line:   .zero   CELLS + 1       # as characters, and a newline

        .section .rodata
# Where the box of a row or column begins; rows are counted in bytes, 9 each.
box_row: .byte  0, 0, 0, 27, 27, 27, 54, 54, 54
box_col: .byte  0, 0, 0, 3, 3, 3, 6, 6, 6
sorry:  .ascii  "no solution\n"
        .equ    SORRY_BYTES, . - sorry

        .text
        .globl  _start
_start: .option push
        .option norelax         # the linker may make addresses short by gp, but not this one
        la      gp, __global_pointer$
        .option pop
        la      s0, line
        li      s1, CELLS       # bytes still to come
1:      li      a0, 0           # a read may give less than was asked for
        mv      a1, s0
        mv      a2, s1
        li      a7, SYS_READ
        ecall
        blez    a0, 2f          # end of input: what is missing is blank
        add     s0, s0, a0
        sub     s1, s1, a0
        bnez    s1, 1b

2:      la      t0, line        # turn characters into numbers
        la      t1, grid
        addi    t2, t1, CELLS   # the end of the grid
        li      t5, 10
3:      lbu     t3, 0(t0)
        addi    t3, t3, -'0'
        bltu    t3, t5, 4f      # unsigned, so characters below '0' count as large
        li      t3, 0           # not a digit: blank
4:      sb      t3, 0(t1)
        addi    t0, t0, 1
        addi    t1, t1, 1
        bne     t1, t2, 3b

        li      a0, 0           # start looking in row 0,
        li      a1, 0           # column 0
        call    solve
        beqz    a0, 6f

        la      t0, line        # turn numbers into characters
        la      t1, grid
        addi    t2, t1, CELLS
5:      lbu     t3, 0(t1)
        addi    t3, t3, '0'
        sb      t3, 0(t0)
        addi    t0, t0, 1
        addi    t1, t1, 1
        bne     t1, t2, 5b
        li      t3, '\n'
        sb      t3, 0(t0)
        la      a1, line
        li      a2, CELLS + 1
        li      s0, 0
        j       finish

6:      la      a1, sorry
        li      a2, SORRY_BYTES
        li      s0, 1

# Writes a2 bytes at a1 and exits with status s0.
finish: li      a0, 1
        li      a7, SYS_WRITE
        ecall
        mv      a0, s0
        li      a7, SYS_EXIT
        ecall

# solve: fills every blank cell from a given one on.
#   in:  a0, a1  row and column of a cell with no blank cell before it
#   out: a0      1 when the grid is full, 0 when there is no way (the grid is as before)
#   Saved registers, about the cell this call works on:
#        s0 row   s1 column   s2 digit being tried   s3 address of the cell
#        s4 bit d is set: digit d is in its row, column or box
        .globl  solve
solve:  addi    sp, sp, -32
        sw      ra, 28(sp)
        sw      s0, 24(sp)
        sw      s1, 20(sp)
        sw      s2, 16(sp)
        sw      s3, 12(sp)
        sw      s4, 8(sp)

        mv      s0, a0
        mv      s1, a1
        la      s3, grid
        slli    t0, s0, 3       # 9 bytes a row: 8 and 1
        add     t0, t0, s0
        add     s3, s3, t0
        add     s3, s3, s1
        li      t1, 9

find_blank:
        lbu     t0, 0(s3)
        beqz    t0, gather
        addi    s3, s3, 1
        addi    s1, s1, 1
        bne     s1, t1, find_blank
        li      s1, 0           # this row has no more cells: the next one follows at once
        addi    s0, s0, 1
        bne     s0, t1, find_blank
        li      a0, 1           # no rows left: the grid is full
        j       return

# The digits that cannot stand here are those of the row, the column and the box. They stay
# the same while this call tries its digits, so they are gathered once, as a set of bits.
# A blank cell sets bit 0, which nobody asks for.
gather: li      s4, 0
        li      t6, 1           # to be shifted into place
        la      t2, grid

        sub     t3, s3, s1      # walk along the row from here
        add     t4, t2, s1      # and down the column from here
        addi    t5, t3, 9       # to the end of the row
line_loop:
        lbu     t0, 0(t3)
        sll     t0, t6, t0
        or      s4, s4, t0
        lbu     t0, 0(t4)
        sll     t0, t6, t0
        or      s4, s4, t0
        addi    t3, t3, 1
        addi    t4, t4, 9
        bne     t3, t5, line_loop

        la      t0, box_row
        add     t0, t0, s0
        lbu     t0, 0(t0)
        la      t1, box_col
        add     t1, t1, s1
        lbu     t1, 0(t1)
        add     t2, t2, t0
        add     t2, t2, t1      # the box starts here
        addi    t5, t2, 27      # and ends before the third row below
box_loop:
        .irp    column, 0, 1, 2
        lbu     t0, \column(t2)
        sll     t0, t6, t0
        or      s4, s4, t0
        .endr
        addi    t2, t2, 9
        bne     t2, t5, box_loop

        li      s2, 1
try:    srl     t0, s4, s2      # is bit s2 of the set on?
        andi    t0, t0, 1
        bnez    t0, next_digit
        sb      s2, 0(s3)       # place the digit
        mv      a0, s0
        mv      a1, s1
        call    solve
        bnez    a0, return      # solved: leave the grid as it is
        sb      zero, 0(s3)     # undo
next_digit:
        addi    s2, s2, 1
        li      t0, 10
        bne     s2, t0, try
        li      a0, 0           # no digit fits: an earlier one must be wrong

return: lw      s4, 8(sp)
        lw      s3, 12(sp)
        lw      s2, 16(sp)
        lw      s1, 20(sp)
        lw      s0, 24(sp)
        lw      ra, 28(sp)
        addi    sp, sp, 32
        ret
