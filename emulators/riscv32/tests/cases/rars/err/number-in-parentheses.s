        .text
main:
        li a0, (4)
