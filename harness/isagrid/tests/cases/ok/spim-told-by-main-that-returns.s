# Both assemble this; in MARS the last line would lead nowhere.
        .text
        .globl  main
        .ent    main
main:   addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        jal     show
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $31
        .end    main
show:   li      $a0, 7
        li      $v0, 1
        syscall
        jr      $ra
