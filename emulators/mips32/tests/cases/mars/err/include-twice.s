        .include "include-twice.inc"
        .include "include-twice.inc"
        nop
