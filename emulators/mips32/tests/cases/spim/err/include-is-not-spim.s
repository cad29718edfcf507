        .include "other.s"
        .macro  twice
        .eqv    size 5
main:   jr      $ra
