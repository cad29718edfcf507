# Macros: defaults, required and remaining arguments, keywords, nesting, quoting, counters.
        .macro  push reg:req, more:vararg
        addi    sp, sp, -4
        sw      \reg, 0(sp)
        .ifnb   \more
        push    \more
        .endif
        .endm
        .macro  store value=1, to=a0
        li      t0, \value
        sw      t0, (\to)
        .endm
        .macro  wait
.Lw\@:  bnez    a0, .Lw\@
        .endm
        .macro  half name
        .exitm
        .error  "not reached"
        .endm
        .macro  quoted text
        .ascii  "\text"
        .endm
        .macro  joined a
x\a\()y: nop
        .endm
_start: push    ra, s0, s1
        store
        store   7, a1
        store   to=a2
        store   2 + 3, to=a3
        wait
        wait
        half    x
        joined  1
        .purgem wait
        .rept   2
        .irpc   c, 01
        li      a\c, \c
        .endr
        .endr
        .irp    r, a0, a1
        mv      \r, zero
        .endr
        .data
        quoted  "a, b"
        .macro  PushIt x
        .byte   \x
        .endm
        pushit  9
