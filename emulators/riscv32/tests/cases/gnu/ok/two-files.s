# Two files: global and local names, a weak function that gives way, common symbols.
        .globl  _start
_start: call    twice
        call    helper
        la      a1, shared
        lw      a2, counter
        j       done
done:   li      a7, 93
        ecall
        .weak   helper
helper: li      a0, 1
        ret
        .weak   missing
        .data
        .word   missing, twice
        .comm   shared, 12, 4
