        .globl main, shared
        .data
shared: .word local
local:  .word other
        .text
main:   la   a0, other
        j    f
