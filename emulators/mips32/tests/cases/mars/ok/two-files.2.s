        .globl  helper, shared
helper: jr      $ra
loop:   b       loop
        .data
shared: .word   9
