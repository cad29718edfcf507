# Odd: only the way on which something is to do takes a frame, and there are several returns.

# rule_out_of_cell: removes a digit from the candidates of a cell.
#   $a0   a pointer to a cell, which is changed
#   $a1   the digit, 1 to 9
rule_out_of_cell:
        addu    $t0, $a0, $a1
        lb      $t1, -1($t0)
        bne     $t1, '.', rule_out_of_cell_change
        jr      $ra                     # it was none
rule_out_of_cell_change:
        addiu   $sp, $sp, -8
        sw      $s0, 4($sp)
        li      $s0, '.'
        sb      $s0, -1($t0)
        lw      $s0, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra
