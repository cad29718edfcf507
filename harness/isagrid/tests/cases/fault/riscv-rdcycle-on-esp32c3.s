# isagrid: --board esp32c3
        .globl  _start
_start: rdcycle a0
        j       _start
