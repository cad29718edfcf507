# Odd: a helper of its own lies before the function, between the same separators.
# Sudoku with candidate strings
#
# A cell is a string of nine characters: each digit that is still a candidate is at its position, and a
# point replaces a digit that is ruled out. With the NUL at its end a cell takes ten bytes, a board 810.
# Write the code of each function above its separator line, and do not move the separator lines.
#
        .text

# num_candidates: counts the candidates of a cell.
#   $a0   a pointer to a cell, which does not change
#   $v0   the number of candidates, 0 to 9
num_candidates:
        addiu   $sp, $sp, -16
        sw      $ra, 12($sp)
        sw      $s0, 8($sp)
        sw      $s1, 4($sp)
        sw      $s2, 0($sp)
        move    $s0, $a0
        addiu   $s1, $a0, 9
        li      $s2, 0
each:   lb      $a0, 0($s0)
        jal     is_digit
        addu    $s2, $s2, $v0
        addiu   $s0, $s0, 1
        bne     $s0, $s1, each
        move    $v0, $s2
        lw      $s2, 0($sp)
        lw      $s1, 4($sp)
        lw      $s0, 8($sp)
        lw      $ra, 12($sp)
        addiu   $sp, $sp, 16
        jr      $ra

# is_digit: $v0 is 1 if the character in $a0 is no point, else 0.
is_digit:
        xori    $v0, $a0, '.'
        sltu    $v0, $zero, $v0
        jr      $ra
