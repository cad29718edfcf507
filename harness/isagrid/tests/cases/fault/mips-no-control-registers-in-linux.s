# isagrid: --dialect spim --linux-calls --no-handler
        .text
        .globl  __start
__start: li     $t0, 11
        ctc0    $t0, $3
