# isagrid: --dialect gnu --max-instructions 100000
        .globl  _start
_start: j       _start
