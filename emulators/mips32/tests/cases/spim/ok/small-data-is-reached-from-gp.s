# options: none
        .globl  __start
        .extern counter 4
        .lcomm  local, 8
        .data
        .comm   large, 12
        .text
__start:
        lw      $t0, counter
        la      $t0, local
        sw      $t0, local+4
        lw      $t0, local($t1)
        lw      $t0, large
