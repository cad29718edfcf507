        .include "include.inc"
main:   li      $t0, SIZE
        finish
