main:   jr      $ra
        bogus   $t0
