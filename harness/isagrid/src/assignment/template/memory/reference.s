# The largest word: the solution that submissions are compared with. Students do not get it.
        .data
array:  .word   3, 1, 4, 1, 5
answer: .word   0

        .text
main:   la      $a0, array
        li      $a1, 5
        jal     largest
        sw      $v0, answer
        li      $v0, 10                 # the end
        syscall

# largest: the largest of several words.
#   $a0   their address
#   $a1   their number, at least 1
#   $v0   the largest
largest:
        lw      $v0, 0($a0)
next:   addiu   $a0, $a0, 4
        addiu   $a1, $a1, -1
        beqz    $a1, done
        lw      $t0, 0($a0)
        ble     $t0, $v0, next
        move    $v0, $t0
        b       next
done:   jr      $ra
