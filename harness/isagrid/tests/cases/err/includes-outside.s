        .include "../../../../../../../../../../../../../../../../outside.s"
        .text
main:   nop
