# a comment
main:   nop
