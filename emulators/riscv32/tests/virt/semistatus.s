# Status given by semihosting, with characters printed before.
        .globl  _start
_start: li      sp, 0x80100000
        li      a0, 3
        la      a1, x
        call    semi
        li      a0, 3
        la      a1, x + 1
        call    semi
        li      a0, 0x20
        la      a1, block
        call    semi
1:      j       1b
        .balign 16
        .option norvc
semi:   slli    x0, x0, 0x1f
        ebreak
        srai    x0, x0, 7
        ret
x:      .ascii  "y\n"
        .balign 4
block:  .word   0x20026, 0
