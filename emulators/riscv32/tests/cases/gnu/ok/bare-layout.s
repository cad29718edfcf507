# options: bare norvc
# Without a system programs lie at the begin of the memory.
_start: la      t0, tohost
        li      t1, 1
        sw      t1, 0(t0)
1:      j       1b
        .data
        .align  6
tohost: .dword  0
