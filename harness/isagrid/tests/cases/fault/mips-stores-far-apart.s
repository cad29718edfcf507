# isagrid: --linux-calls --no-handler --dialect spim
# One word in each 64 KiB: what is between them counts too, and a machine keeps 96 MiB.
        .text
        .globl  __start
__start: lui    $t0, 0x0100
        lui     $t2, 1
loop:   sw      $t2, 0($t0)
        addu    $t0, $t0, $t2
        b       loop
