main:   la      $a0, mesage
        j       lop
        .data
message: .asciiz "hi"
