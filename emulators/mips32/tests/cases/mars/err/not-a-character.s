        li      $t0, 'ab'
        li      $t0, ''
        li      $t0, 'a
        li      $t0, '\q'
