# isagrid: --dialect rars --trace-from 5 --trace-format json
        .macro  twice %r
        add     %r, %r, %r
        .end_macro
main:   li      t0, 21
        twice   t0
        sw      t0, 0(sp)
        li      a7, 10
        ecall
