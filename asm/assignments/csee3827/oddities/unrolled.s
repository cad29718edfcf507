# Odd: no loop at all, and each character's worth is computed without a branch.
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
        li      $v0, 0
        lbu     $t0, 0($a0)
        xori    $t0, $t0, 46
        sltu    $t0, $zero, $t0
        addu    $v0, $v0, $t0
        lbu     $t0, 1($a0)
        xori    $t0, $t0, 46
        sltu    $t0, $zero, $t0
        addu    $v0, $v0, $t0
        lbu     $t0, 2($a0)
        xori    $t0, $t0, 46
        sltu    $t0, $zero, $t0
        addu    $v0, $v0, $t0
        lbu     $t0, 3($a0)
        xori    $t0, $t0, 46
        sltu    $t0, $zero, $t0
        addu    $v0, $v0, $t0
        lbu     $t0, 4($a0)
        xori    $t0, $t0, 46
        sltu    $t0, $zero, $t0
        addu    $v0, $v0, $t0
        lbu     $t0, 5($a0)
        xori    $t0, $t0, 46
        sltu    $t0, $zero, $t0
        addu    $v0, $v0, $t0
        lbu     $t0, 6($a0)
        xori    $t0, $t0, 46
        sltu    $t0, $zero, $t0
        addu    $v0, $v0, $t0
        lbu     $t0, 7($a0)
        xori    $t0, $t0, 46
        sltu    $t0, $zero, $t0
        addu    $v0, $v0, $t0
        lbu     $t0, 8($a0)
        xori    $t0, $t0, 46
        sltu    $t0, $zero, $t0
        addu    $v0, $v0, $t0
        jr      $ra
