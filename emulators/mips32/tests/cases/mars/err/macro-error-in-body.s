        .macro  twice (%r)
        add     %r, %r, %r
        addd    %r, %r, %r
        .end_macro
main:   twice   ($t0)
        twice   (5)
