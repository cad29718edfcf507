        .macro put
        li   a0, 1
        .endm
main:   put
