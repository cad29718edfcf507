# options: none
        .globl  __start
        .globl  shared
__start: jal    local
        lw      $t0, shared
        jal     helper
local:  jr      $ra
        .data
shared: .word   5
