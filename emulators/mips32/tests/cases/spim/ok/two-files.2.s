        .globl  helper
helper: lw      $t0, shared
local:  j       local
