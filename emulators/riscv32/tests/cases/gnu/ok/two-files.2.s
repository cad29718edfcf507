        .globl  twice, helper, counter
twice:  slli    a0, a0, 1
done:   ret
helper: li      a0, 2
        ret
        .data
counter: .word  7, done
        .comm   shared, 20, 8
        .lcomm  own, 4
