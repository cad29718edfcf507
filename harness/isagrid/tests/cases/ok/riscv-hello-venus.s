# isagrid: --counts
.data
hello: .asciiz "hello\n"
.text
main:
        li a0 4
        la a1 hello
        ecall
        li a0 10
        ecall
