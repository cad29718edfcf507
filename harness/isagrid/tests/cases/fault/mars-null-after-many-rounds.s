# isagrid: --dialect mars --engine translate
# A list that leads to itself, until its end is reached in the midst of native code.
        .text
        .globl  main
main:   la      $t0, ring
        li      $s1, 3000
        li      $s2, 1000
next:   lw      $t0, 0($t0)
        bne     $s1, $s2, on
        sw      $zero, 0($t0)
on:     addiu   $s1, $s1, -1
        bne     $s1, $zero, next
        li      $v0, 10
        syscall
        .data
ring:   .word   ring
