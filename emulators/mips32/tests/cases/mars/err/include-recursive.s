        .include "include-recursive.inc"
        nop
