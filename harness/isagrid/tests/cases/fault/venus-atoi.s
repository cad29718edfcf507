# isagrid: --dialect venus
.data
text: .asciiz "12 "
.text
main:   la      a1, text
        li      a0, 5
        ecall
        li      a0, 10
        ecall
