        .globl  mian
main:   nop
