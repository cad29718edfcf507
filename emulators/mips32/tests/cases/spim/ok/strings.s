# options: none
        .globl  __start
        .data
        .asciiz "tab\t, line\n, quote\", \q"
        .asciiz "backslash: \\n"
        .ascii  "one", "two" : 2
        .ascii  "\012\X4F"
        .asciiz "across
lines"
        .asciiz "grüße"
        .text
__start: nop
