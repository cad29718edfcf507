# From the last word to the first, by index; the answer is stored repeatedly. It also prints, which is
# not required and does not count.
        .data
answer: .word   0
array:  .word   0, 0, 0, 0, 0
        .text
main:   li      $s0, 16
        lw      $s1, array($s0)
        sw      $s1, answer
next:   addiu   $s0, $s0, -4
        lw      $s1, array($s0)
        lw      $s2, answer
        ble     $s1, $s2, smaller
        sw      $s1, answer
smaller:
        bgtz    $s0, next
        lw      $a0, answer
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
