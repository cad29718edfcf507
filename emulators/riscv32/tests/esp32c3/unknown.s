# Asks a peripheral that is not simulated, I2C0.
        .globl  _start
_start: li      t0, 0x60013000
        lw      a0, 4(t0)
        sw      zero, 8(t0)
        li      a1, 0x3fcd0000          # ends with status a0, as semihosting does it
        li      a2, 0x20026
        sw      a2, 0(a1)
        sw      a0, 4(a1)
        li      a0, 0x20
        .option push
        .option norvc
        slli    zero, zero, 31
        ebreak
        srai    zero, zero, 7
        .option pop
