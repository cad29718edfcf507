        .ktext
        j       there
        .text
        .globl main
main:   j       handler
there:  jal     there
        .ktext
handler: nop
