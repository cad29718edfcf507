# Interrupts off and on again, as around every critical section.
        .globl  _start
_start: csrrci  a0, mstatus, 8
        csrrsi  a0, mstatus, 8
        addi    t0, t0, -1
        bnez    t0, _start
        j       _start
