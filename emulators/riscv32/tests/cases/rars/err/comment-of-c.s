        .text
main:
        li a0, 5 // five
