        .if     1
        .else
        .else
        .endif
        .endif
        .elseif 1
        .endm
        .endr
        .macro  m a:req, b
        li      \a, \b
        .endm
        m
        m       a0, 1, 2
        m       b=1
        .macro  m
        .endm
        .macro
        .endm
        .macro  n a, a
        .endm
        .macro  o a:some
        .endm
        .purgem q
        .exitm
        .popsection
        .if     later
        .endif
        .set    later, 1
        m       a0, wrong
        .if     0
