        .globl mian
main:   nop
