# Included sources and bytes; only the folder of the source can be read.
_start: .include "include.inc"
        .data
        .incbin "include.inc", 2, 5
