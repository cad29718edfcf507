        .macro  m n
        .if     \n
        m       \n-1
        m       \n-1
        .endif
        .endm
        m       60
