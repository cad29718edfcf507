        li      $t0, [31m
