# isagrid: --board esp32c3 --counts
        .globl  _start
_start: li      s0, 0x60000000
        la      s1, hello
1:      lbu     t0, 0(s1)
        beqz    t0, 2f
        sw      t0, 0(s0)
        addi    s1, s1, 1
        j       1b
2:      la      a1, block
        li      a0, 0x20
        .balign 16
        .option norvc
        slli    zero, zero, 0x1f
        ebreak
        srai    zero, zero, 7
        .section .rodata
block:  .word   0x20026, 0
hello:  .asciz  "hello\n"
