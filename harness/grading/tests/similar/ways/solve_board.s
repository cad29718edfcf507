### counted first, pointer to an end
solve_board:
        addiu   $sp, $sp, -48
        sw      $ra, 44($sp)
        sw      $s0, 40($sp)
        sw      $s1, 36($sp)
        sw      $s2, 32($sp)
        move    $s0, $a0
        addiu   $s2, $a0, 810
sb_pass:
        move    $a0, $s0
        jal     count_solved_cells
        li      $t0, 81
        beq     $v0, $t0, sb_done
        move    $s1, $s0
sb_next:
@SOLVED
        beq     $v0, $zero, sb_open
@EACH
sb_open:
        addiu   $s1, $s1, 10
        bne     $s1, $s2, sb_next
        b       sb_pass
sb_done:
        lw      $s2, 32($sp)
        lw      $s1, 36($sp)
        lw      $s0, 40($sp)
        lw      $ra, 44($sp)
        addiu   $sp, $sp, 48
        jr      $ra
### counted last, with an index
solve_board:
        addiu   $sp, $sp, -48
        sw      $ra, 44($sp)
        sw      $s0, 40($sp)
        sw      $s1, 36($sp)
        sw      $s2, 32($sp)
        move    $s0, $a0
sb_pass:
        li      $s2, 0
sb_next:
        li      $t0, 10
        mul     $t1, $s2, $t0
        addu    $s1, $s0, $t1
@SOLVED
        beqz    $v0, sb_open
@EACH
sb_open:
        addiu   $s2, $s2, 1
        blt     $s2, 81, sb_next
        move    $a0, $s0
        jal     count_solved_cells
        bne     $v0, 81, sb_pass
        lw      $s2, 32($sp)
        lw      $s1, 36($sp)
        lw      $s0, 40($sp)
        lw      $ra, 44($sp)
        addiu   $sp, $sp, 48
        jr      $ra
### counted in the pass itself
solve_board:
        addiu   $sp, $sp, -48
        sw      $ra, 44($sp)
        sw      $s0, 40($sp)
        sw      $s1, 36($sp)
        sw      $s2, 32($sp)
        sw      $s3, 28($sp)
        sw      $s4, 24($sp)
        move    $s0, $a0
sb_pass:
        li      $s3, 0
        li      $s4, 81
        move    $s1, $s0
sb_next:
        beqz    $s4, sb_counted
@SOLVED
        beqz    $v0, sb_open
        addiu   $s3, $s3, 1
@EACH
sb_open:
        addiu   $s1, $s1, 10
        addiu   $s4, $s4, -1
        b       sb_next
sb_counted:
        li      $t0, 81
        bne     $s3, $t0, sb_pass
        lw      $s4, 24($sp)
        lw      $s3, 28($sp)
        lw      $s2, 32($sp)
        lw      $s1, 36($sp)
        lw      $s0, 40($sp)
        lw      $ra, 44($sp)
        addiu   $sp, $sp, 48
        jr      $ra
### a function that calls itself for the next pass
solve_board:
        addiu   $sp, $sp, -48
        sw      $ra, 44($sp)
        sw      $s0, 40($sp)
        sw      $s1, 36($sp)
        sw      $s2, 32($sp)
        move    $s0, $a0
        jal     count_solved_cells
        slti    $t0, $v0, 81
        beqz    $t0, sb_back
        li      $s2, 810
sb_next:
        addiu   $s2, $s2, -10
        addu    $s1, $s0, $s2
@SOLVED
        beqz    $v0, sb_open
@EACH
sb_open:
        bgtz    $s2, sb_next
        move    $a0, $s0
        jal     solve_board
sb_back:
        lw      $s2, 32($sp)
        lw      $s1, 36($sp)
        lw      $s0, 40($sp)
        lw      $ra, 44($sp)
        addiu   $sp, $sp, 48
        jr      $ra
### rows and columns
solve_board:
        addiu   $sp, $sp, -48
        sw      $ra, 44($sp)
        sw      $s0, 40($sp)
        sw      $s1, 36($sp)
        sw      $s2, 32($sp)
        sw      $s3, 28($sp)
        sw      $s4, 24($sp)
        move    $s0, $a0
sb_pass:
        move    $s1, $s0
        li      $s2, 0
sb_row:
        li      $s3, 0
sb_column:
@SOLVED
        beqz    $v0, sb_open
@EACH
sb_open:
        addiu   $s1, $s1, 10
        addiu   $s3, $s3, 1
        bne     $s3, 9, sb_column
        addiu   $s2, $s2, 1
        bne     $s2, 9, sb_row
        move    $a0, $s0
        jal     count_solved_cells
        blt     $v0, 81, sb_pass
        lw      $s4, 24($sp)
        lw      $s3, 28($sp)
        lw      $s2, 32($sp)
        lw      $s1, 36($sp)
        lw      $s0, 40($sp)
        lw      $ra, 44($sp)
        addiu   $sp, $sp, 48
        jr      $ra
### from the last cell to the first
solve_board:
        addiu   $sp, $sp, -48
        sw      $ra, 44($sp)
        sw      $s0, 40($sp)
        sw      $s1, 36($sp)
        sw      $s2, 32($sp)
        move    $s0, $a0
        b       sb_test
sb_pass:
        addiu   $s1, $s0, 800
sb_prev:
        blt     $s1, $s0, sb_test
@SOLVED
        bnez    $v0, sb_solved
sb_more:
        addiu   $s1, $s1, -10
        b       sb_prev
sb_solved:
@EACH
        b       sb_more
sb_test:
        move    $a0, $s0
        jal     count_solved_cells
        addiu   $t0, $v0, -81
        bnez    $t0, sb_pass
        lw      $s2, 32($sp)
        lw      $s1, 36($sp)
        lw      $s0, 40($sp)
        lw      $ra, 44($sp)
        addiu   $sp, $sp, 48
        jr      $ra
### cells by recursion
solve_board:
        addiu   $sp, $sp, -48
        sw      $ra, 44($sp)
        sw      $s0, 40($sp)
        sw      $s1, 36($sp)
        sw      $s2, 32($sp)
        move    $s0, $a0
sb_round:
        move    $a0, $s0
        move    $a1, $s0
        li      $a2, 81
        jal     sb_cells
        move    $a0, $s0
        jal     count_solved_cells
        sltiu   $t0, $v0, 81
        bnez    $t0, sb_round
        lw      $s2, 32($sp)
        lw      $s1, 36($sp)
        lw      $s0, 40($sp)
        lw      $ra, 44($sp)
        addiu   $sp, $sp, 48
        jr      $ra
sb_cells:
        bnez    $a2, sb_some
        jr      $ra
sb_some:
        addiu   $sp, $sp, -48
        sw      $ra, 44($sp)
        sw      $s0, 40($sp)
        sw      $s1, 36($sp)
        sw      $s2, 32($sp)
        move    $s0, $a0
        move    $s1, $a1
        move    $s2, $a2
@SOLVED
        beqz    $v0, sb_skip
@EACH
sb_skip:
        move    $a0, $s0
        addiu   $a1, $s1, 10
        addiu   $a2, $s2, -1
        jal     sb_cells
        lw      $s2, 32($sp)
        lw      $s1, 36($sp)
        lw      $s0, 40($sp)
        lw      $ra, 44($sp)
        addiu   $sp, $sp, 48
        jr      $ra
### eighty-one passes at most
solve_board:
        addiu   $sp, $sp, -48
        sw      $ra, 44($sp)
        sw      $s0, 40($sp)
        sw      $s1, 36($sp)
        sw      $s2, 32($sp)
        sw      $s3, 28($sp)
        sw      $s4, 24($sp)
        move    $s0, $a0
        li      $s3, 81
sb_pass:
        beqz    $s3, sb_done
        addiu   $s3, $s3, -1
        move    $a0, $s0
        jal     count_solved_cells
        li      $t1, 80
        bgt     $v0, $t1, sb_done
        move    $s1, $s0
        addiu   $s2, $s0, 810
sb_next:
@SOLVED
        bne     $v0, 1, sb_open
@EACH
sb_open:
        addiu   $s1, $s1, 10
        blt     $s1, $s2, sb_next
        b       sb_pass
sb_done:
        lw      $s4, 24($sp)
        lw      $s3, 28($sp)
        lw      $s2, 32($sp)
        lw      $s1, 36($sp)
        lw      $s0, 40($sp)
        lw      $ra, 44($sp)
        addiu   $sp, $sp, 48
        jr      $ra
### a mark for each cell that is done
solve_board:
        addiu   $sp, $sp, -144
        sw      $ra, 140($sp)
        sw      $s0, 136($sp)
        sw      $s1, 132($sp)
        sw      $s2, 128($sp)
        sw      $s3, 124($sp)
        sw      $s4, 120($sp)
        move    $s0, $a0
        addiu   $t0, $sp, 24
        addiu   $t1, $t0, 84
sb_clear:
        sw      $zero, 0($t0)
        addiu   $t0, $t0, 4
        bne     $t0, $t1, sb_clear
        li      $s3, 81
sb_pass:
        li      $s2, 0
sb_next:
        addiu   $t0, $sp, 24
        addu    $t0, $t0, $s2
        lb      $t1, 0($t0)
        bnez    $t1, sb_open
        sll     $t0, $s2, 3
        sll     $t1, $s2, 1
        addu    $t0, $t0, $t1
        addu    $s1, $s0, $t0
@SOLVED
        beqz    $v0, sb_open
        addiu   $t0, $sp, 24
        addu    $t0, $t0, $s2
        li      $t1, 1
        sb      $t1, 0($t0)
        addiu   $s3, $s3, -1
@EACH
sb_open:
        addiu   $s2, $s2, 1
        bne     $s2, 81, sb_next
        bnez    $s3, sb_pass
        lw      $s4, 120($sp)
        lw      $s3, 124($sp)
        lw      $s2, 128($sp)
        lw      $s1, 132($sp)
        lw      $s0, 136($sp)
        lw      $ra, 140($sp)
        addiu   $sp, $sp, 144
        jr      $ra
### a flag for open cells
solve_board:
        addiu   $sp, $sp, -48
        sw      $ra, 44($sp)
        sw      $s0, 40($sp)
        sw      $s1, 36($sp)
        sw      $s2, 32($sp)
        sw      $s3, 28($sp)
        move    $s0, $a0
sb_pass:
        li      $s3, 0
        move    $s1, $s0
        addiu   $s2, $s0, 810
sb_while:
        bge     $s1, $s2, sb_last
@SOLVED
        bnez    $v0, sb_do
        li      $s3, 1
        b       sb_inc
sb_do:
@EACH
sb_inc:
        addiu   $s1, $s1, 10
        b       sb_while
sb_last:
        bnez    $s3, sb_pass
        lw      $s3, 28($sp)
        lw      $s2, 32($sp)
        lw      $s1, 36($sp)
        lw      $s0, 40($sp)
        lw      $ra, 44($sp)
        addiu   $sp, $sp, 48
        jr      $ra
### a pass of its own
solve_board:
        addiu   $sp, $sp, -48
        sw      $ra, 44($sp)
        sw      $s0, 40($sp)
        sw      $s1, 36($sp)
        sw      $s2, 32($sp)
        move    $s0, $a0
        li      $s1, 81
sb_loop:
        move    $a0, $s0
        jal     sb_pass
        bne     $v0, $s1, sb_loop
        lw      $s2, 32($sp)
        lw      $s1, 36($sp)
        lw      $s0, 40($sp)
        lw      $ra, 44($sp)
        addiu   $sp, $sp, 48
        jr      $ra
sb_pass:
        addiu   $sp, $sp, -48
        sw      $ra, 44($sp)
        sw      $s0, 40($sp)
        sw      $s1, 36($sp)
        sw      $s2, 32($sp)
        sw      $s3, 28($sp)
        sw      $s4, 24($sp)
        move    $s0, $a0
        li      $s3, 0
        li      $s2, 0
sb_each_cell:
        addu    $s1, $s0, $s2
@SOLVED
        addu    $s3, $s3, $v0
        beqz    $v0, sb_open
@EACH
sb_open:
        addiu   $s2, $s2, 10
        slti    $t0, $s2, 810
        bnez    $t0, sb_each_cell
        move    $v0, $s3
        lw      $s4, 24($sp)
        lw      $s3, 28($sp)
        lw      $s2, 32($sp)
        lw      $s1, 36($sp)
        lw      $s0, 40($sp)
        lw      $ra, 44($sp)
        addiu   $sp, $sp, 48
        jr      $ra
### until a pass finds no more than the one before
solve_board:
        addiu   $sp, $sp, -48
        sw      $ra, 44($sp)
        sw      $s0, 40($sp)
        sw      $s1, 36($sp)
        sw      $s2, 32($sp)
        sw      $s3, 28($sp)
        sw      $s4, 24($sp)
        move    $s0, $a0
        li      $s3, 0
sb_pass:
        li      $s4, 0
        move    $s1, $s0
sb_next:
@SOLVED
        beqz    $v0, sb_open
        addiu   $s4, $s4, 1
@EACH
sb_open:
        addiu   $s1, $s1, 10
        subu    $t0, $s1, $s0
        slti    $t0, $t0, 810
        bnez    $t0, sb_next
        li      $t0, 81
        beq     $s4, $t0, sb_done
        bne     $s4, $s3, sb_again
        beq     $s4, $t0, sb_done
sb_again:
        move    $s3, $s4
        b       sb_pass
sb_done:
        lw      $s4, 24($sp)
        lw      $s3, 28($sp)
        lw      $s2, 32($sp)
        lw      $s1, 36($sp)
        lw      $s0, 40($sp)
        lw      $ra, 44($sp)
        addiu   $sp, $sp, 48
        jr      $ra
