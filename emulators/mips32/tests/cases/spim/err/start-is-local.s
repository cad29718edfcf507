# options: none
__start: nop
