# options: none
        .globl  __start
__start:
        abs     $t0, $t1
        abs     $t0, $t0
        neg     $t0, $t1
        negu    $t0, $t1
        not     $t0, $t1
        move    $t0, $t1
        nop
        mulo    $t0, $t1, $t2
        mulou   $t0, $t1, 5
        mulo    $zero, $t1, $t2
        rem     $t0, $t1, $t2
        remu    $t0, $t1, 10
        rol     $t0, $t1, $t2
        rol     $t0, $t1, 3
        ror     $t0, $t1, $t2
        ror     $t0, $t1, 3
        li.s    $f0, 1.5
        li.d    $f2, 0.1
        mfc1.d  $t0, $f2
        mtc1.d  $t0, $f2
        ld      $t0, 8($sp)
        sd      $t0, 8($sp)
        l.s     $f0, 4($sp)
        l.d     $f0, 8($sp)
        s.s     $f0, 4($sp)
        s.d     $f0, 8($sp)
        ulw     $t0, 1($sp)
        usw     $t0, 1($sp)
        ulh     $t0, 1($sp)
        ulhu    $t0, 1($sp)
        ush     $t0, 1($sp)
