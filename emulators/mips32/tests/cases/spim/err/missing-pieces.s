        .globl
main:   lw      $t0, label +
        li      $t0, (5
        .extern
        .comm   x
        .frame  $sp
        .ascii
