# The largest word: the solution that submissions are compared with. Students do not get it.
        .data
array:  .word   3, 1, 4, 1, 5
answer: .word   0

        .text
main:   la      $t0, array
        li      $t1, 4                  # words that are left
        lw      $t2, 0($t0)             # the largest word so far
next:   addiu   $t0, $t0, 4
        lw      $t3, 0($t0)
        slt     $t4, $t2, $t3
        beqz    $t4, smaller
        move    $t2, $t3
smaller:
        addiu   $t1, $t1, -1
        bnez    $t1, next
        sw      $t2, answer
        li      $v0, 10                 # the end
        syscall
