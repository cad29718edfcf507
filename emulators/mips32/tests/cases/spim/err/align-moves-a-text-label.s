main:
        .align  2
        jr      $ra
