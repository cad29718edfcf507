### the place of the digit
rule_out_of_cell:
        addiu   $t0, $a1, -1
        addu    $t0, $a0, $t0
        li      $t1, '.'
        sb      $t1, 0($t0)
        jr      $ra
### a walk to the digit
rule_out_of_cell:
        li      $t0, 1
ro_walk:
        beq     $t0, $a1, ro_there
        addiu   $t0, $t0, 1
        addiu   $a0, $a0, 1
        b       ro_walk
ro_there:
        li      $t2, '.'
        sb      $t2, 0($a0)
        jr      $ra
### a search for its character
rule_out_of_cell:
        addiu   $t0, $a1, '0'
ro_look:
        lb      $t1, 0($a0)
        beqz    $t1, ro_none
        beq     $t1, $t0, ro_found
        addiu   $a0, $a0, 1
        b       ro_look
ro_found:
        li      $t1, '.'
        sb      $t1, 0($a0)
ro_none:
        jr      $ra
### down to one
rule_out_of_cell:
ro_down:
        addiu   $a1, $a1, -1
        beqz    $a1, ro_write
        addiu   $a0, $a0, 1
        j       ro_down
ro_write:
        li      $t3, '.'
        sb      $t3, 0($a0)
        jr      $ra
### recursion
rule_out_of_cell:
        li      $t0, 1
        bne     $a1, $t0, ro_again
        li      $t0, '.'
        sb      $t0, 0($a0)
        jr      $ra
ro_again:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        addiu   $a0, $a0, 1
        subu    $a1, $a1, $t0
        jal     rule_out_of_cell
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra
### all nine, one by a condition
rule_out_of_cell:
        li      $t0, 0
ro_all:
        addiu   $t0, $t0, 1
        bne     $t0, $a1, ro_other
        addu    $t1, $t0, $a0
        li      $t2, '.'
        sb      $t2, -1($t1)
ro_other:
        slti    $t2, $t0, 9
        bnez    $t2, ro_all
        jr      $ra
### with bounds
rule_out_of_cell:
        blez    $a1, ro_bad
        bgt     $a1, 9, ro_bad
        subu    $t1, $a1, 1
        addu    $a0, $a0, $t1
        li      $t4, 46
        sb      $t4, 0($a0)
ro_bad:
        jr      $ra
