# Odd: the digit chooses one of nine ways by a table of addresses.

# rule_out_of_cell: removes a digit from the candidates of a cell.
#   $a0   a pointer to a cell, which is changed
#   $a1   the digit, 1 to 9
rule_out_of_cell:
        li      $t1, '.'
        sll     $t0, $a1, 2
        lw      $t0, rule_out_of_cell_ways($t0)
        jr      $t0
way1:   sb      $t1, 0($a0)
        jr      $ra
way2:   sb      $t1, 1($a0)
        jr      $ra
way3:   sb      $t1, 2($a0)
        jr      $ra
way4:   sb      $t1, 3($a0)
        jr      $ra
way5:   sb      $t1, 4($a0)
        jr      $ra
way6:   sb      $t1, 5($a0)
        jr      $ra
way7:   sb      $t1, 6($a0)
        jr      $ra
way8:   sb      $t1, 7($a0)
        jr      $ra
way9:   sb      $t1, 8($a0)
        jr      $ra
        .data
        .align  2
rule_out_of_cell_ways:
        .word   0, way1, way2, way3, way4, way5, way6, way7, way8, way9
        .text
