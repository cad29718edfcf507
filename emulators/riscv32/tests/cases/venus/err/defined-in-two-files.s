        .import "defined-in-two-files.other"
        .globl main
main:   nop
