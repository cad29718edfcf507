        .include "include.inc"
main:   li   a0, SEVEN
        seven(a1)
