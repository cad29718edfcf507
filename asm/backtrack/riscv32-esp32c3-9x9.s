# Sudoku 9x9 by backtracking, GNU dialect, for the ESP32-C3 without an operating system.
#
# Input:   one line of 81 characters over UART0, row after row.
#          1 to 9 are digits; 0 and every other character is a blank cell.
# Output:  the solved grid as one line of 81 digits over UART0, then the program ends.
#          Without a solution: the line "no solution" and exit status 1.
#
# Method:  take the first blank cell in reading order, try the digits 1 to 9 in it,
#          and let the same procedure do the rest of the grid. If it cannot, the digit
#          was wrong: blank the cell again and try the next one.
#
# Memory:  the cell in row r and column c (from 0) is the byte at grid + 9 r + c. Program and tables
#          stay in flash, where the boot ROM jumps to when the flash is meant for direct boot; grid
#          and stack lie in the internal memory, which holds anything at first.
#
# The end: a chip has no exit. The call is RISC-V semihosting's: a debugger or an emulator that
#          listens ends the program there. Without one the chip takes the breakpoint for a fault.

        .equ    UART0, 0x60000000       # its FIFO: a byte read is received, a byte written sent
        .equ    UART_STATUS, 0x1c       # bits 9 to 0 received and waiting, 25 to 16 still to be sent
        .equ    RECEIVED, 0x3ff
        .equ    SENDING, 0x3ff << 16
        .equ    FIFO_BYTES, 128
        .equ    CELLS, 81

        .equ    RTC_WATCHDOG, 0x60008090        # each of the watchdogs has a lock, which opens
        .equ    RTC_WATCHDOG_LOCK, 0x600080a8   # for a key
        .equ    SUPER_WATCHDOG, 0x600080ac
        .equ    SUPER_WATCHDOG_LOCK, 0x600080b0
        .equ    TIMER_WATCHDOG, 0x6001f048
        .equ    TIMER_WATCHDOG_LOCK, 0x6001f064
        .equ    KEY, 0x50d83aa1
        .equ    SUPER_KEY, 0x8f1d312a
        .equ    FEED_ITSELF, 1 << 31

        .equ    SYS_EXIT_EXTENDED, 0x20
        .equ    APPLICATION_EXIT, 0x20026

        .bss
        .globl  grid
grid:   .zero   CELLS
        .balign 4
exit_block: .zero 8                     # why, and with what status
        .balign 16
        .zero   8192                    # 84 calls at most, 32 bytes each, and room to spare
stack:

        .section .flash.rodata, "a"
# Where the box of a row or column begins; rows are counted in bytes, 9 each.
box_row: .byte  0, 0, 0, 27, 27, 27, 54, 54, 54
box_col: .byte  0, 0, 0, 3, 3, 3, 6, 6, 6
sorry:  .asciz  "no solution"

# Writes \value to the register \watchdog protected by the lock \lock.
        .macro  set_watchdog lock, key, watchdog, value
        li      t0, \lock
        li      t1, \key
        sw      t1, 0(t0)
        li      t0, \watchdog
        li      t1, \value
        sw      t1, 0(t0)
        .endm

        .section .flash.text, "ax"
        .globl  _start
_start: .option push
        .option norelax         # the linker may make addresses short by gp, but not this one
        la      gp, __global_pointer$
        .option pop
        la      sp, stack
        # The boot ROM leaves its watchdogs on, and a hard puzzle takes longer than they wait.
        set_watchdog RTC_WATCHDOG_LOCK, KEY, RTC_WATCHDOG, 0
        set_watchdog TIMER_WATCHDOG_LOCK, KEY, TIMER_WATCHDOG, 0
        set_watchdog SUPER_WATCHDOG_LOCK, SUPER_KEY, SUPER_WATCHDOG, FEED_ITSELF

        li      s0, UART0
        la      t1, grid
        addi    t2, t1, CELLS           # the end of the grid
        li      t5, 10
read_cell:
        lw      t3, UART_STATUS(s0)
        andi    t3, t3, RECEIVED
        beqz    t3, read_cell           # nothing there yet
        lw      t3, 0(s0)
        andi    t3, t3, 0xff
        addi    t3, t3, -'0'
        bltu    t3, t5, 1f              # unsigned, so characters below '0' count as large
        li      t3, 0                   # not a digit: blank
1:      sb      t3, 0(t1)
        addi    t1, t1, 1
        bne     t1, t2, read_cell

        li      a0, 0                   # start looking in row 0,
        li      a1, 0                   # column 0
        call    solve
        beqz    a0, no_solution

        la      s1, grid
        addi    s2, s1, CELLS
print_cell:
        lbu     a0, 0(s1)
        addi    a0, a0, '0'
        call    send
        addi    s1, s1, 1
        bne     s1, s2, print_cell
        li      s1, 0
        j       finish

no_solution:
        la      s1, sorry
2:      lbu     a0, 0(s1)
        beqz    a0, 3f
        call    send
        addi    s1, s1, 1
        j       2b
3:      li      s1, 1

# Ends the line and the program, with status s1.
finish: li      a0, '\n'
        call    send
        la      a1, exit_block
        li      t0, APPLICATION_EXIT
        sw      t0, 0(a1)
        sw      s1, 4(a1)
        li      a0, SYS_EXIT_EXTENDED
        .balign 16                      # the three instructions lie in one page, as they must
        .option push
        .option norvc
        slli    zero, zero, 0x1f
        ebreak
        srai    zero, zero, 7
        .option pop
4:      j       4b

# send: sends the character a0 once there is room. s0 is UART0; changes t0 and t1.
send:   lw      t0, UART_STATUS(s0)
        li      t1, SENDING
        and     t0, t0, t1
        srli    t0, t0, 16
        li      t1, FIFO_BYTES
        bgeu    t0, t1, send
        sw      a0, 0(s0)
        ret

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
