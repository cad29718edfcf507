# options: none
        .globl  __start
__start:
        addi    $t0, $t1, 40000
        ori     $t0, $t1, -1
        lui     $t0, 0x12345
        sll     $t0, $t1, 32
        rol     $t0, $t1, 33
