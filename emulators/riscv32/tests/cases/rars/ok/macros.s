        .eqv  COUNT 3
        .eqv  AT 4(sp)
        .macro down(%r, $n)
        li   %r, $n
again:  addi %r, %r, -1
        bnez %r, again
        .end_macro
        .macro down(%r)
        down(%r, COUNT)
        .end_macro
        .macro text(%s)
        .data
s:      .asciz %s
        .text
        la   a0, s
        .end_macro
main:   down(s0)
        down s1 5
        text("hi, (x)")
        lw   a0, AT
