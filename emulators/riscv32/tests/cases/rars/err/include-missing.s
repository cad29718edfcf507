        .include "not-there.inc"
main:   nop
