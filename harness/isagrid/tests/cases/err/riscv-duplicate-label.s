# isagrid: --dialect rars
main:   li a7, 10
loop:   ecall
loop:   j main
