### pointer to an end
count_solved_cells:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $s0, 24($sp)
        sw      $s1, 20($sp)
        sw      $s2, 16($sp)
        move    $s0, $a0
        addiu   $s1, $a0, 810
        li      $s2, 0
cs_next:
        move    $a0, $s0
        jal     is_cell_solved
        addu    $s2, $s2, $v0
        addiu   $s0, $s0, 10
        bne     $s0, $s1, cs_next
        move    $v0, $s2
        lw      $s2, 16($sp)
        lw      $s1, 20($sp)
        lw      $s0, 24($sp)
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra
### an index times ten
count_solved_cells:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $s0, 24($sp)
        sw      $s1, 20($sp)
        sw      $s2, 16($sp)
        move    $s0, $a0
        li      $s1, 0
        li      $s2, 0
cs_index:
        bge     $s1, 81, cs_end
        sll     $t0, $s1, 3
        sll     $t1, $s1, 1
        addu    $t0, $t0, $t1
        addu    $a0, $s0, $t0
        jal     is_cell_solved
        beqz    $v0, cs_open
        addiu   $s2, $s2, 1
cs_open:
        addiu   $s1, $s1, 1
        b       cs_index
cs_end:
        move    $v0, $s2
        lw      $s2, 16($sp)
        lw      $s1, 20($sp)
        lw      $s0, 24($sp)
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra
### counted down
count_solved_cells:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $s0, 24($sp)
        sw      $s1, 20($sp)
        sw      $s2, 16($sp)
        move    $s0, $a0
        li      $s1, 81
        li      $s2, 0
cs_down:
        beqz    $s1, cs_zero
        move    $a0, $s0
        jal     num_candidates
        addiu   $s0, $s0, 10
        addiu   $s1, $s1, -1
        li      $t0, 1
        bne     $v0, $t0, cs_down
        addiu   $s2, $s2, 1
        b       cs_down
cs_zero:
        move    $v0, $s2
        lw      $s2, 16($sp)
        lw      $s1, 20($sp)
        lw      $s0, 24($sp)
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra
### rows and columns
count_solved_cells:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $s0, 24($sp)
        sw      $s1, 20($sp)
        sw      $s2, 16($sp)
        sw      $s3, 12($sp)
        move    $s0, $a0
        li      $s1, 0
        li      $s3, 0
cs_row:
        li      $s2, 0
cs_column:
        move    $a0, $s0
        jal     is_cell_solved
        addu    $s3, $s3, $v0
        addiu   $s0, $s0, 10
        addiu   $s2, $s2, 1
        slti    $t0, $s2, 9
        bnez    $t0, cs_column
        addiu   $s1, $s1, 1
        slti    $t0, $s1, 9
        bnez    $t0, cs_row
        move    $v0, $s3
        lw      $s3, 12($sp)
        lw      $s2, 16($sp)
        lw      $s1, 20($sp)
        lw      $s0, 24($sp)
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra
### recursion
count_solved_cells:
        li      $a1, 81
cs_rest:
        bnez    $a1, cs_some
        li      $v0, 0
        jr      $ra
cs_some:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $s0, 24($sp)
        sw      $s1, 20($sp)
        move    $s0, $a0
        addiu   $s1, $a1, -1
        jal     is_cell_solved
        sw      $v0, 16($sp)
        addiu   $a0, $s0, 10
        move    $a1, $s1
        jal     cs_rest
        lw      $t0, 16($sp)
        addu    $v0, $v0, $t0
        lw      $s1, 20($sp)
        lw      $s0, 24($sp)
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra
### cells that are open, subtracted
count_solved_cells:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $s0, 24($sp)
        sw      $s1, 20($sp)
        sw      $s2, 16($sp)
        addiu   $s0, $a0, 800
        move    $s1, $a0
        li      $s2, 81
cs_back:
        blt     $s0, $s1, cs_first
        move    $a0, $s0
        jal     is_cell_solved
        bnez    $v0, cs_solved
        addiu   $s2, $s2, -1
cs_solved:
        addiu   $s0, $s0, -10
        b       cs_back
cs_first:
        move    $v0, $s2
        lw      $s2, 16($sp)
        lw      $s1, 20($sp)
        lw      $s0, 24($sp)
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra
### characters counted without a call
count_solved_cells:
        li      $v0, 0
        li      $t0, 81
        li      $t4, '.'
cs_cell:
        li      $t1, 0
        li      $t2, 9
cs_char:
        lb      $t3, 0($a0)
        beq     $t3, $t4, cs_point
        addiu   $t1, $t1, 1
cs_point:
        addiu   $a0, $a0, 1
        addiu   $t2, $t2, -1
        bnez    $t2, cs_char
        addiu   $a0, $a0, 1
        bne     $t1, 1, cs_many
        addiu   $v0, $v0, 1
cs_many:
        addiu   $t0, $t0, -1
        bgtz    $t0, cs_cell
        jr      $ra
### all on the stack
count_solved_cells:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $a0, 24($sp)
        sw      $zero, 20($sp)
        sw      $zero, 16($sp)
cs_slot:
        lw      $a0, 24($sp)
        jal     is_cell_solved
        lw      $t0, 20($sp)
        addu    $t0, $t0, $v0
        sw      $t0, 20($sp)
        lw      $t1, 24($sp)
        addiu   $t1, $t1, 10
        sw      $t1, 24($sp)
        lw      $t2, 16($sp)
        addiu   $t2, $t2, 1
        sw      $t2, 16($sp)
        slti    $t3, $t2, 81
        bne     $t3, $zero, cs_slot
        lw      $v0, 20($sp)
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra
### three cells at a time
count_solved_cells:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $s0, 24($sp)
        sw      $s1, 20($sp)
        sw      $s2, 16($sp)
        move    $s0, $a0
        li      $s1, 27
        move    $s2, $zero
cs_three:
        move    $a0, $s0
        jal     num_candidates
        xori    $t0, $v0, 1
        sltiu   $t0, $t0, 1
        addu    $s2, $s2, $t0
        addiu   $a0, $s0, 10
        jal     num_candidates
        xori    $t0, $v0, 1
        sltiu   $t0, $t0, 1
        addu    $s2, $s2, $t0
        addiu   $a0, $s0, 20
        jal     num_candidates
        xori    $t0, $v0, 1
        sltiu   $t0, $t0, 1
        addu    $s2, $s2, $t0
        addiu   $s0, $s0, 30
        addiu   $s1, $s1, -1
        bnez    $s1, cs_three
        move    $v0, $s2
        lw      $s2, 16($sp)
        lw      $s1, 20($sp)
        lw      $s0, 24($sp)
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra
### two halves
count_solved_cells:
        li      $a1, 81
cs_half:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $s0, 24($sp)
        sw      $s1, 20($sp)
        sw      $s2, 16($sp)
        li      $t0, 1
        bgt     $a1, $t0, cs_divide
        jal     is_cell_solved
        b       cs_up
cs_divide:
        move    $s0, $a0
        srl     $s1, $a1, 1
        subu    $s2, $a1, $s1
        move    $a1, $s1
        jal     cs_half
        li      $t0, 10
        mul     $t1, $s1, $t0
        addu    $a0, $s0, $t1
        move    $s0, $v0
        move    $a1, $s2
        jal     cs_half
        addu    $v0, $v0, $s0
cs_up:
        lw      $s2, 16($sp)
        lw      $s1, 20($sp)
        lw      $s0, 24($sp)
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra
### column by column
count_solved_cells:
        addiu   $sp, $sp, -48
        sw      $ra, 44($sp)
        sw      $s0, 40($sp)
        sw      $s1, 36($sp)
        sw      $s2, 32($sp)
        sw      $s3, 28($sp)
        move    $s3, $a0
        li      $s2, 0
        li      $s0, 0
cs_col:
        addu    $s1, $s0, 0
cs_line:
        addu    $a0, $s3, $s1
        jal     is_cell_solved
        beqz    $v0, cs_no
        addiu   $s2, $s2, 1
cs_no:
        addiu   $s1, $s1, 90
        blt     $s1, 810, cs_line
        addiu   $s0, $s0, 10
        blt     $s0, 90, cs_col
        move    $v0, $s2
        lw      $s3, 28($sp)
        lw      $s2, 32($sp)
        lw      $s1, 36($sp)
        lw      $s0, 40($sp)
        lw      $ra, 44($sp)
        addiu   $sp, $sp, 48
        jr      $ra
### points summed up over a cell
count_solved_cells:
        move    $t0, $a0
        li      $t4, 0
cs_each:
        li      $t1, 0
cs_text:
        lb      $t2, 0($t0)
        addiu   $t0, $t0, 1
        beqz    $t2, cs_nul
        xori    $t2, $t2, 46
        sltiu   $t2, $t2, 1
        addu    $t1, $t1, $t2
        b       cs_text
cs_nul:
        li      $t3, 8
        xor     $t1, $t1, $t3
        sltiu   $t1, $t1, 1
        addu    $t4, $t4, $t1
        subu    $t3, $t0, $a0
        bne     $t3, 810, cs_each
        move    $v0, $t4
        jr      $ra
