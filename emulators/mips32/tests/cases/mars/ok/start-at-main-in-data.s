# options: sm
# A `main` outside the text is no start: the program starts with its first instruction, as in MARS.
        .data
        .globl  main
main:   .word   1
        .text
first:  li      $v0, 10
        syscall
