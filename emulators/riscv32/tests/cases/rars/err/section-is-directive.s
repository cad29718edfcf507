        .data
first: .word 1
.section .bss
.space 4
.section .data
.word 2
