# Boxes of a Sudoku: the solution that submissions are compared with. Students do not get it.
        .text

# box_of: the number of the box that contains a cell.
#   $a0   the cell's row, 0 to 8
#   $a1   its column, 0 to 8
#   $v0   the box, 0 to 8, left to right and top to bottom
box_of:
        li      $t0, 3
        divu    $a0, $t0
        mflo    $t1
        mul     $v0, $t1, $t0
        divu    $a1, $t0
        mflo    $t1
        addu    $v0, $v0, $t1
        jr      $ra
#### Do not move this separator: the code of box_of is above it.

# same_box: whether two cells are in the same box.
#   $a0, $a1   row and column of one cell
#   $a2, $a3   row and column of the other
#   $v0        1 when their boxes are the same, else 0
same_box:
        addiu   $sp, $sp, -16
        sw      $ra, 12($sp)
        sw      $s0, 8($sp)
        sw      $s1, 4($sp)
        sw      $s2, 0($sp)
        move    $s0, $a2
        move    $s1, $a3
        jal     box_of
        move    $s2, $v0
        move    $a0, $s0
        move    $a1, $s1
        jal     box_of
        xor     $v0, $v0, $s2
        sltiu   $v0, $v0, 1
        lw      $s2, 0($sp)
        lw      $s1, 4($sp)
        lw      $s0, 8($sp)
        lw      $ra, 12($sp)
        addiu   $sp, $sp, 16
        jr      $ra
#### Do not move this separator: the code of same_box is above it.

# Everything below is given.
main:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        li      $a0, 4
        li      $a1, 7
        jal     box_of                  # should print 5
        jal     print_result
        li      $a0, 4
        li      $a1, 7
        li      $a2, 3
        li      $a3, 6
        jal     same_box                # should print 1
        jal     print_result
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# print_result: prints $v0 and a newline.
print_result:
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $a0, 10
        li      $v0, 11
        syscall
        jr      $ra
