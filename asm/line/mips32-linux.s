# A puzzle on one line, GNU dialect of MIPS, for Linux: what is around the solvers in C. What it does is
# what line/riscv32-gnu.s does, and is said there.

        .equ    SYS_EXIT, 4001
        .equ    SYS_READ, 4003
        .equ    SYS_WRITE, 4004
        .equ    CELLS, 81

        .bss
        .globl  grid
grid:   .space  CELLS
line:   .space  CELLS + 1       # as characters, and a newline

        .text
        .set    reorder         # the assembler sees to delay slots
        .globl  __start
        .ent    __start
__start:
        la      $s0, line
        li      $s1, CELLS      # bytes still to come
1:      li      $a0, 0          # a read may give less than was asked for
        move    $a1, $s0
        move    $a2, $s1
        li      $v0, SYS_READ
        syscall
        bnez    $a3, 2f         # it failed
        blez    $v0, 2f         # end of input: what is missing is blank
        addu    $s0, $s0, $v0
        subu    $s1, $s1, $v0
        bnez    $s1, 1b

2:      la      $t0, line       # turn characters into numbers
        la      $t1, grid
        addiu   $t2, $t1, CELLS # the end of the grid
3:      lbu     $t3, 0($t0)
        addiu   $t3, $t3, -'0'
        sltiu   $t4, $t3, 10    # unsigned, so characters below '0' count as large
        bnez    $t4, 4f
        li      $t3, 0          # not a digit: blank
4:      sb      $t3, 0($t1)
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, 1
        bne     $t1, $t2, 3b

        addiu   $sp, $sp, -16   # where a function may put its arguments
        jal     sudoku
        beqz    $v0, 6f

        la      $t0, line       # turn numbers into characters
        la      $t1, grid
        addiu   $t2, $t1, CELLS
5:      lbu     $t3, 0($t1)
        addiu   $t3, $t3, '0'
        sb      $t3, 0($t0)
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, 1
        bne     $t1, $t2, 5b
        li      $t3, '\n'
        sb      $t3, 0($t0)
        la      $a1, line
        li      $a2, CELLS + 1
        li      $s0, 0
        b       8f

6:      la      $a1, sorry
        li      $a2, -1         # its length
7:      addiu   $a2, $a2, 1
        addu    $t0, $a1, $a2
        lbu     $t0, 0($t0)
        bnez    $t0, 7b
        li      $s0, 1

8:      li      $a0, 1
        li      $v0, SYS_WRITE
        syscall
        move    $a0, $s0
        li      $v0, SYS_EXIT
        syscall
        .end    __start
