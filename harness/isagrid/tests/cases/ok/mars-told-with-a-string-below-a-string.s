# A string below a string is MARS's, though `main` is not .globl.
        .data
text:   .ascii  "no label: "
        "1: "
        .asciiz "end"
        .text
        b       main
show:   li      $v0, 4
        syscall
        jr      $ra
main:   la      $a0, text
        jal     show
        li      $v0, 10
        syscall
