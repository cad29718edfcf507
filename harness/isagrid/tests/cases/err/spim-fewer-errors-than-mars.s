# One mistake of SPIM's; MARS would find four.
        .text
main:   addi    $t0, 4
        slt     $t0, $s0, 4
        subu    $sp, 4
        addu    $t0, $t0, $tt0
        li      $v0, 10
        syscall
