# options: none
        .globl  __start
        .data
first:  .word   1
second: .word   2
        .text
__start:
        la      $t0, first
        la      $t0, second
        la      $t0, third
        la      $t0, second+4($t1)
        la      $t0, 4($t1)
        la      $t0, ($t1)
        la      $t0, 10
        lw      $t0, second
        lw      $t0, third
        lw      $t0, third($t1)
        lw      $t0, far
        sw      $t0, far - 4
        .data
third:  .word   3
        .space  40000
far:    .word   4
