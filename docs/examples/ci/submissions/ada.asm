# Ada's Sudoku 4x4: rows as integers in and out; the cell in row r and column c is the word at grid + 32 r + 4 c.
        .data
grid:   .space  128

        .text
main:   li      $s0, 0                  # 32 r
read:   li      $v0, 5
        syscall
        addiu   $t1, $s0, 12            # from its last digit to its first
digit:  remu    $t0, $v0, 10
        divu    $v0, $v0, 10
        sw      $t0, grid($t1)
        addiu   $t1, $t1, -4
        bge     $t1, $s0, digit
        addiu   $s0, $s0, 32
        bne     $s0, 128, read

        li      $a0, 0
        jal     solve

        li      $s0, 0
print:  lw      $a0, grid($s0)
        li      $v0, 1
        syscall
        addiu   $s0, $s0, 4
        andi    $t0, $s0, 31
        bne     $t0, 16, print
        li      $a0, 10
        li      $v0, 11
        syscall
        addiu   $s0, $s0, 16
        bne     $s0, 128, print
        li      $v0, 10
        syscall

# solve: fills what is blank from the cell at grid + $a0 on; $v0 says whether there is a way.
solve:  addiu   $sp, $sp, -12
        sw      $ra, 8($sp)
        sw      $s0, 4($sp)
        sw      $s1, 0($sp)
        move    $s0, $a0
find:   andi    $t0, $s0, 31            # behind a row's four cells there is room to the next
        bne     $t0, 16, cell
        addiu   $s0, $s0, 16
cell:   li      $v0, 1
        beq     $s0, 128, return
        lw      $t0, grid($s0)
        beqz    $t0, blank
        addiu   $s0, $s0, 4
        j       find

blank:  li      $s1, 1
try:    andi    $t8, $s0, 96            # is it in the row,
        andi    $t9, $s0, 12            # in the column,
        andi    $t6, $s0, 64            # or in the box that begins here?
        andi    $t7, $s0, 8
        addu    $t6, $t6, $t7
        li      $t5, 4
look:   lw      $t0, grid($t8)
        beq     $t0, $s1, next
        lw      $t0, grid($t9)
        beq     $t0, $s1, next
        lw      $t0, grid($t6)
        beq     $t0, $s1, next
        addiu   $t8, $t8, 4
        addiu   $t9, $t9, 32
        addiu   $t6, $t6, 4
        addiu   $t5, $t5, -1
        bne     $t5, 2, same            # the second half of the box is in the next row
        addiu   $t6, $t6, 24
same:   bnez    $t5, look

        sw      $s1, grid($s0)
        addiu   $a0, $s0, 4
        jal     solve
        bnez    $v0, return
        sw      $zero, grid($s0)
next:   addiu   $s1, $s1, 1
        bne     $s1, 5, try
        li      $v0, 0
return: lw      $s1, 0($sp)
        lw      $s0, 4($sp)
        lw      $ra, 8($sp)
        addiu   $sp, $sp, 12
        jr      $ra
