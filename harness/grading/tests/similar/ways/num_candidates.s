### pointer to an end
num_candidates:
        li      $v0, 0
        addiu   $t1, $a0, 9
        li      $t2, '.'
nc_next:
        lb      $t0, 0($a0)
        beq     $t0, $t2, nc_out
        addiu   $v0, $v0, 1
nc_out:
        addiu   $a0, $a0, 1
        bne     $a0, $t1, nc_next
        jr      $ra
### index and compare
num_candidates:
        li      $t0, 0
        li      $t3, 0
nc_loop:
        slti    $t1, $t0, 9
        beq     $t1, $zero, nc_end
        addu    $t2, $a0, $t0
        lb      $t2, 0($t2)
        addiu   $t0, $t0, 1
        li      $t4, '.'
        beq     $t2, $t4, nc_loop
        addiu   $t3, $t3, 1
        b       nc_loop
nc_end:
        move    $v0, $t3
        jr      $ra
### nine minus the points, counted down
num_candidates:
        li      $v0, 9
        li      $t0, 9
        li      $t3, '.'
nc_back:
        addiu   $t0, $t0, -1
        addu    $t1, $a0, $t0
        lbu     $t2, 0($t1)
        bne     $t2, $t3, nc_keep
        addiu   $v0, $v0, -1
nc_keep:
        bgtz    $t0, nc_back
        jr      $ra
### until the NUL
num_candidates:
        move    $v0, $zero
nc_more:
        lb      $t0, 0($a0)
        beqz    $t0, nc_stop
        addiu   $a0, $a0, 1
        xori    $t0, $t0, '.'
        sltu    $t0, $zero, $t0
        addu    $v0, $v0, $t0
        b       nc_more
nc_stop:
        jr      $ra
### bit four of digits
num_candidates:
        li      $t3, 0
        li      $t1, 9
nc_bit:
        lbu     $t0, 0($a0)
        srl     $t0, $t0, 4
        andi    $t0, $t0, 1
        addu    $t3, $t3, $t0
        addiu   $a0, $a0, 1
        addiu   $t1, $t1, -1
        bgtz    $t1, nc_bit
        move    $v0, $t3
        jr      $ra
### unrolled without branches
num_candidates:
        lb      $t0, 0($a0)
        xori    $t0, $t0, '.'
        sltu    $v0, $zero, $t0
        lb      $t1, 1($a0)
        xori    $t1, $t1, '.'
        sltu    $t1, $zero, $t1
        addu    $v0, $v0, $t1
        lb      $t1, 2($a0)
        xori    $t1, $t1, '.'
        sltu    $t1, $zero, $t1
        addu    $v0, $v0, $t1
        lb      $t1, 3($a0)
        xori    $t1, $t1, '.'
        sltu    $t1, $zero, $t1
        addu    $v0, $v0, $t1
        lb      $t1, 4($a0)
        xori    $t1, $t1, '.'
        sltu    $t1, $zero, $t1
        addu    $v0, $v0, $t1
        lb      $t1, 5($a0)
        xori    $t1, $t1, '.'
        sltu    $t1, $zero, $t1
        addu    $v0, $v0, $t1
        lb      $t1, 6($a0)
        xori    $t1, $t1, '.'
        sltu    $t1, $zero, $t1
        addu    $v0, $v0, $t1
        lb      $t1, 7($a0)
        xori    $t1, $t1, '.'
        sltu    $t1, $zero, $t1
        addu    $v0, $v0, $t1
        lb      $t1, 8($a0)
        xori    $t1, $t1, '.'
        sltu    $t1, $zero, $t1
        addu    $v0, $v0, $t1
        jr      $ra
### recursion
num_candidates:
        lb      $t0, 0($a0)
        bne     $t0, $zero, nc_deeper
        li      $v0, 0
        jr      $ra
nc_deeper:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $t0, 24($sp)
        addiu   $a0, $a0, 1
        jal     num_candidates
        lw      $t0, 24($sp)
        li      $t1, 48
        blt     $t0, $t1, nc_no
        addiu   $v0, $v0, 1
nc_no:
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra
### every character is its digit
num_candidates:
        li      $v0, 0
        li      $t0, '1'
        li      $t1, '9'
nc_digit:
        bgt     $t0, $t1, nc_all
        lb      $t2, 0($a0)
        bne     $t2, $t0, nc_other
        addiu   $v0, $v0, 1
nc_other:
        addiu   $a0, $a0, 1
        addiu   $t0, $t0, 1
        b       nc_digit
nc_all:
        jr      $ra
### from the end to the start
num_candidates:
        addiu   $t0, $a0, 8
        li      $t2, 0
nc_from:
        lb      $t1, 0($t0)
        slti    $t1, $t1, 47
        xori    $t1, $t1, 1
        addu    $t2, $t2, $t1
        addiu   $t0, $t0, -1
        bge     $t0, $a0, nc_from
        move    $v0, $t2
        jr      $ra
### three at a time
num_candidates:
        move    $t3, $zero
        addiu   $t4, $a0, 9
        li      $t0, '.'
nc_three:
        lb      $t1, 0($a0)
        beq     $t1, $t0, nc_second
        addiu   $t3, $t3, 1
nc_second:
        lb      $t1, 1($a0)
        beq     $t1, $t0, nc_third
        addiu   $t3, $t3, 1
nc_third:
        lb      $t1, 2($a0)
        beq     $t1, $t0, nc_step
        addiu   $t3, $t3, 1
nc_step:
        addiu   $a0, $a0, 3
        blt     $a0, $t4, nc_three
        move    $v0, $t3
        jr      $ra
### a mask whose bits are counted
num_candidates:
        li      $t0, 0
        li      $t1, 0
nc_mask:
        addu    $t2, $a0, $t1
        lb      $t2, 0($t2)
        sll     $t0, $t0, 1
        li      $t3, '.'
        beq     $t2, $t3, nc_zero
        ori     $t0, $t0, 1
nc_zero:
        addiu   $t1, $t1, 1
        bne     $t1, 9, nc_mask
        li      $v0, 0
nc_count:
        beqz    $t0, nc_counted
        addiu   $t1, $t0, -1
        and     $t0, $t0, $t1
        addiu   $v0, $v0, 1
        b       nc_count
nc_counted:
        jr      $ra
### a sum of characters over thirty-two
num_candidates:
        li      $t0, 0
        li      $t1, 9
nc_sum:
        beqz    $t1, nc_summed
        addiu   $t1, $t1, -1
        addu    $t2, $t1, $a0
        lbu     $t3, 0($t2)
        andi    $t3, $t3, 16
        addu    $t0, $t0, $t3
        j       nc_sum
nc_summed:
        srl     $v0, $t0, 4
        jr      $ra
### pairs of steps, points subtracted from nine
num_candidates:
        li      $t0, 9
        move    $t1, $a0
        li      $t2, 46
nc_pair:
        lb      $t3, 0($t1)
        beqz    $t3, nc_over
        bne     $t3, $t2, nc_here
        addiu   $t0, $t0, -1
nc_here:
        addiu   $t1, $t1, 1
        lb      $t3, 0($t1)
        beqz    $t3, nc_over
        bne     $t3, $t2, nc_there
        addiu   $t0, $t0, -1
nc_there:
        addiu   $t1, $t1, 1
        b       nc_pair
nc_over:
        move    $v0, $t0
        jr      $ra
### a helper that tells one
num_candidates:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $s0, 24($sp)
        sw      $s1, 20($sp)
        move    $s0, $a0
        li      $s1, 0
nc_ask:
        lb      $a0, 0($s0)
        beqz    $a0, nc_asked
        jal     nc_is_digit
        addu    $s1, $s1, $v0
        addiu   $s0, $s0, 1
        b       nc_ask
nc_asked:
        move    $v0, $s1
        lw      $s1, 20($sp)
        lw      $s0, 24($sp)
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra
nc_is_digit:
        li      $v0, 0
        li      $t0, '1'
        blt     $a0, $t0, nc_is_none
        li      $v0, 1
nc_is_none:
        jr      $ra
