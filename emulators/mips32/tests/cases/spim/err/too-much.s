main:   jr      $ra         $t0 nop
        .data
        .space  4 8
        .align  2 .word 1
