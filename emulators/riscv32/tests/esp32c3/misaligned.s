# The chip loads and stores at any address.
        .globl  _start
_start: la      t0, bytes
        lw      a0, 1(t0)
        lhu     a1, 3(t0)
        sw      a0, 5(t0)
        lw      a2, 8(t0)
        sub     a0, a0, a2
        add     a0, a0, a1
        li      t1, 0x0504 + 0x05040302 - 0x0c0b0a05
        sub     a0, a0, t1
        li      a7, 93
        ecall
        .data
bytes:  .byte   1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
