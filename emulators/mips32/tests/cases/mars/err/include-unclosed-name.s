        .text
main:   nop
        .include "include-twice.inc
