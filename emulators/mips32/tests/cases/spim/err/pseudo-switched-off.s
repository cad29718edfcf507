# options: np
main:   li      $t0, 5
