# The benchmark loop: loads, stores, arithmetic, shifts and a branch over 1000 words, 20,000 times.
# Ten instructions per word, all of them machine instructions, so both dialects count the same.
        .data
words:  .space 4000
        .text
        .globl main
main:   addiu   $s0, $zero, 20000
        lui     $s1, 0x1001             # words: the start of the data segment
        addiu   $t2, $zero, 1
outer:  addu    $t0, $s1, $zero
        addiu   $t1, $zero, 1000
inner:  lw      $t3, 0($t0)
        addu    $t2, $t2, $t3
        sll     $t4, $t2, 5
        xor     $t2, $t2, $t4
        srl     $t4, $t2, 7
        or      $t4, $t4, $t1
        sw      $t4, 0($t0)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bne     $t1, $zero, inner
        addiu   $s0, $s0, -1
        bne     $s0, $zero, outer
        addiu   $v0, $zero, 10
        syscall
