# A puzzle on one line, GNU dialect, for Linux: what is around the search of every algorithm that
# reads and prints lines.
#
# Input:   one line of 81 characters on standard input, row after row.
#          1 to 9 are digits; 0 and every other character is a blank cell.
# Output:  the solved grid as one line of 81 digits.
#          Without one: the text at `sorry`, and exit status 1.
#
# Memory:  the cell in row r and column c (from 0) is the byte at grid + 9 r + c; 0 is blank.
#
# Another file has
#   sudoku   fills the grid; a0 is 1 when it is full, else 0
#   sorry    a string with a null at its end that says why it is not

        .equ    SYS_READ, 63
        .equ    SYS_WRITE, 64
        .equ    SYS_EXIT, 93
        .equ    CELLS, 81

        .bss
        .globl  grid
grid:   .zero   CELLS
line:   .zero   CELLS + 1       # as characters, and a newline

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

        call    sudoku
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
        j       8f

6:      la      a1, sorry
        li      a2, -1          # its length
7:      addi    a2, a2, 1
        add     t0, a1, a2
        lbu     t0, 0(t0)
        bnez    t0, 7b
        li      s0, 1

8:      li      a0, 1
        li      a7, SYS_WRITE
        ecall
        mv      a0, s0
        li      a7, SYS_EXIT
        ecall
