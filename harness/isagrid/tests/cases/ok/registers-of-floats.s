# isagrid: --dialect mars --registers --dump 0x10010000-0x10010004
        .data
one:    .float  1.5
        .word   7, 8
        .text
main:   l.s     $f12, one
        li      $v0, 10
        syscall
