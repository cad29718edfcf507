        .text
main:
        j a1
        li a0, 1
a1:
        li a0, 2
