# isagrid: --dialect gnu --board virt --max-instructions 1000
        .globl _start
_start: li   sp, 0x80010000
        call f
        j    main
f:      ret
main:   li   a0, 1
1:      j    1b
