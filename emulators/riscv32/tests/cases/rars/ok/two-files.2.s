        .globl other, f
        .data
other:  .word shared
local:  .word local
        .text
f:      la   a0, local
