# isagrid: --dialect mars
# Nobody called main, but it keeps its stack as it should.
        .text
main:   addi    $sp, $sp, -4
        sw      $ra, 0($sp)
        jal     nothing
        lw      $ra, 0($sp)
        addi    $sp, $sp, 4
        jr      $ra
nothing: jr     $ra
