# Prints over UART0 as a program without any library does, then sends back a line in capitals.
        .equ    UART0, 0x60000000
        .globl  _start
_start: lui     s0, %hi(UART0)
        la      s1, hello
1:      lbu     a0, (s1)
        beqz    a0, line
        call    send
        addi    s1, s1, 1
        j       1b

line:   lw      t0, 0x1c(s0)            # UART_STATUS: bytes received in bits 0 to 9
        andi    t0, t0, 0x3ff
        beqz    t0, line
        lw      a0, (s0)
        li      t1, 'a'
        blt     a0, t1, 2f
        addi    a0, a0, 'A' - 'a'
2:      mv      s2, a0
        call    send
        li      t1, '\n'
        bne     s2, t1, line
        li      a0, 0
        j       exit

send:   lw      t0, 0x1c(s0)            # bytes to be sent in bits 16 to 25
        srli    t0, t0, 16
        andi    t0, t0, 0x3ff
        li      t1, 126
        bgtu    t0, t1, send
        sw      a0, (s0)
        ret

exit:   la      a1, block
        sw      a0, 4(a1)
        li      a0, 0x20                # SYS_EXIT_EXTENDED
        .option push
        .option norvc
        slli    zero, zero, 0x1f
        ebreak
        srai    zero, zero, 7
        .option pop

        .data
block:  .word   0x20026, 0              # ADP_Stopped_ApplicationExit, status
hello:  .asciz  "type: "
