# options: none
        .globl  __start
__start:
        li      $t0, 5
        li      $t0, -5
        li      $t0, 40000
        li      $t0, 0x10010000
        li      $t0, 0x12345678
        li      $t0, (0x12345678) >> 16
        add     $t0, $t1, 40000
        add     $t0, 5
        sub     $t0, $t1, 5
        sub     $t0, 40000
        and     $t0, $t1, -5
        andi    $t0, 255
        slt     $t0, $t1, 0x8000
        mul     $t0, $t1, 0
        nor     $t0, $t1, 0
        div     $t0, $t1, 3
        sll     $t0, $t1, $t2
        sllv    $t0, $t1, 3
        lw      $t0, 40000($t1)
        lw      $t0, -40000($t1)
        lw      $t0, 8 -4($t1)
        sw      $t0, 0x10010000
