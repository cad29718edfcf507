# Odd: a helper takes its argument in $t8, gives its result in $t9 and keeps all else: its caller knows.

# count_solved_cells: counts the cells of a board that have one candidate.
#   $a0   a pointer to a board, which does not change
#   $v0   the number of solved cells, 0 to 81
count_solved_cells:
        move    $t7, $ra
        li      $v0, 0
        move    $t8, $a0
        addiu   $v1, $a0, 810
count_solved_cells_next:
        jal     count_solved_cells_look
        addu    $v0, $v0, $t9
        addiu   $t8, $t8, 10
        bne     $t8, $v1, count_solved_cells_next
        jr      $t7

# Whether the cell at $t8 has one candidate: $t9; $t0 to $t3 are lost, and nothing else.
count_solved_cells_look:
        li      $t0, 0                  # candidates
        li      $t1, 9                  # characters left
        move    $t2, $t8
count_solved_cells_character:
        lb      $t3, 0($t2)
        beq     $t3, '.', count_solved_cells_none
        addiu   $t0, $t0, 1
count_solved_cells_none:
        addiu   $t2, $t2, 1
        addiu   $t1, $t1, -1
        bnez    $t1, count_solved_cells_character
        xori    $t9, $t0, 1
        sltiu   $t9, $t9, 1
        jr      $ra
