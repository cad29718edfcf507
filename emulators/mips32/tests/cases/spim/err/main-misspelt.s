        .globl  mian
mian:   jr      $ra
