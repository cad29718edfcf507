# isagrid: --board esp32c3
        .globl  _start
_start: .word   0x00b6252f              # amoadd.w a0, a1, (a2), which the assembler would refuse
