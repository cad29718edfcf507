# Unusual but correct: a table instead of a division, and the first box kept on the stack.
        .text

# box_of: the number of the box that contains a cell.
#   $a0   the cell's row, 0 to 8
#   $a1   its column, 0 to 8
#   $v0   the box, 0 to 8, left to right and top to bottom
box_of:
        la      $t0, thirds
        addu    $t1, $t0, $a0
        lbu     $t1, 0($t1)
        addu    $t2, $t0, $a1
        lbu     $t2, 0($t2)
        sll     $v0, $t1, 1
        addu    $v0, $v0, $t1
        addu    $v0, $v0, $t2
        jr      $ra

        .data
thirds: .byte   0, 0, 0, 1, 1, 1, 2, 2, 2
        .text
#### Do not move this separator: the code of box_of is above it.

# same_box: whether two cells are in the same box.
#   $a0, $a1   row and column of one cell
#   $a2, $a3   row and column of the other
#   $v0        1 when their boxes are the same, else 0
same_box:
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        sw      $a2, 4($sp)
        sw      $a3, 8($sp)
        jal     box_of
        sw      $v0, 12($sp)
        lw      $a0, 4($sp)
        lw      $a1, 8($sp)
        jal     box_of
        lw      $t0, 12($sp)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 16
        beq     $t0, $v0, same_box_yes
        li      $v0, 0
        jr      $ra
same_box_yes:
        li      $v0, 1
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
