# imported files are linked behind this one, each once
        .import "imports.first"
        .import imports.second
        .import "imports.first"
        .globl main
        .data
own:    .word first_data
        .text
local:  li   a0, shared
main:   jal  first
        la   a0, first_data
        j    local
