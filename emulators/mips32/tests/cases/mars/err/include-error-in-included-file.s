        .include "include-error-in-included-file.inc"
        nop
