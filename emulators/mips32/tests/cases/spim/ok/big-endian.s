# options: none big
        .globl  __start
__start:
        ulw     $t0, 1($sp)
        usw     $t0, 1($sp)
        ulh     $t0, 1($sp)
        ush     $t0, 1($sp)
        .data
        .word   0x01020304
        .half   5
        .double 1.5
