        .include "includes-itself.s"
        .text
main:   nop
