main:   j       add
add:    jr      $ra
b:      jr      $ra
        .globl  sub
