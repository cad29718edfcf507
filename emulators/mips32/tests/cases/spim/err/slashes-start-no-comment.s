main:   nop   // comment
/* more */
        jr      $ra
