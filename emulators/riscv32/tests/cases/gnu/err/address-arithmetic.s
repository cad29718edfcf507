# Addresses cannot be added, multiplied or negated; %pcrel_lo needs its %pcrel_hi.
_start: nop
value:  .word   _start + value, value * 2
        .word   -value
        addi    a0, a0, %pcrel_lo(_start)
