# options: CompactTextAtZero
        .data
x:      .word   1
        .text
main:   la      $t0, x
        j       main
