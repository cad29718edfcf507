# Symbols of the linker, and gp-relative addresses once the program sets gp.
        .globl  _start
_start:
        .option push
        .option norelax
        la      gp, __global_pointer$
        .option pop
        la      a0, value
        lw      a1, value
        sw      a1, value, t0
        lui     a2, %hi(value)
        addi    a2, a2, %lo(value)
        la      t0, __bss_start
        la      t1, _end
        ret
        .data
value:  .word   5
        .bss
room:   .space  100
