# Prints a text.
        .globl  _start
_start: li      sp, 0x80100000
        la      a0, msg
        call    puts
        j       finish
        .section .rodata
msg:    .asciz "hello, virt\n"
