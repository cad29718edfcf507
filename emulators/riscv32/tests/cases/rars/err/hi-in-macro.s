# RARS takes `%hi` in a macro for a parameter.
        .macro load(%r)
        lui %r, %hi(x)
        .end_macro
        .data
x:      .word 1
        .text
main:   load(t0)
