# Odd: arguments are put where the convention has 16 bytes for them, above the stack pointer.

# rule_out_of_cell: removes a digit from the candidates of a cell.
#   $a0   a pointer to a cell, which is changed
#   $a1   the digit, 1 to 9
rule_out_of_cell:
        sw      $a0, 0($sp)
        sw      $a1, 4($sp)
        sw      $zero, 12($sp)
        lw      $t1, 4($sp)
        lw      $t0, 0($sp)
        addu    $t0, $t0, $t1
        li      $t1, '.'
        sb      $t1, -1($t0)
        jr      $ra
