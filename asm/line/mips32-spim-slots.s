# A puzzle on one line, SPIM dialect with delayed branches: line/mips32-spim.s with its delay slots
# filled by hand, 5 of 6. What it does is said there.

        .data
        .globl grid
grid:   .space 81
line:   .space 84               # 81 characters, a newline and a null; zero at first

        .text
        .globl main
main:   addiu $sp, $sp, -24
        sw    $ra, 20($sp)

        la    $a0, line
        li    $a1, 83           # at most 82 characters, so the newline is read too
        li    $v0, 8
        syscall

        la    $t0, line         # turn characters into numbers
        la    $t1, grid
        addiu $t2, $t1, 81      # the end of the grid
read_cell:
        lbu   $t3, 0($t0)
        addiu $t3, $t3, -48     # '0' is character 48
        sltiu $t4, $t3, 10      # unsigned, so characters below '0' count as large
        bne   $t4, $zero, keep
         addiu $t0, $t0, 1
        move  $t3, $zero        # not a digit: blank
keep:   addiu $t1, $t1, 1
        bne   $t1, $t2, read_cell
         sb   $t3, -1($t1)

        jal   sudoku
         nop
        beq   $v0, $zero, not_full
         li   $v0, 4            # to print either text

        la    $t0, line         # turn numbers into characters
        la    $t1, grid
        addiu $t2, $t1, 81
print_cell:
        lbu   $t3, 0($t1)
        addiu $t1, $t1, 1
        addiu $t3, $t3, 48
        sb    $t3, 0($t0)
        bne   $t1, $t2, print_cell
         addiu $t0, $t0, 1
        li    $t3, 10           # end the line
        sb    $t3, 0($t0)
        sb    $zero, 1($t0)
        la    $a0, line
        syscall

        lw    $ra, 20($sp)
        jr    $ra
         addiu $sp, $sp, 24

not_full:
        la    $a0, sorry
        syscall
        li    $a0, 1
        li    $v0, 17
        syscall
