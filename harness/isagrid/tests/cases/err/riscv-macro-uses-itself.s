# isagrid: --dialect gnu
        .macro  again x
        again   \x
        .endm
_start: again   1
