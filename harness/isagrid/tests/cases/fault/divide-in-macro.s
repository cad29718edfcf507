        .macro ratio(%a, %b)
        div $t0, %a, %b
        .end_macro
        .text
        .globl main
main:   li $t1, 1
        ratio($t1, $zero)
