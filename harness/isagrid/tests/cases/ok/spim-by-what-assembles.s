# MARS has no such form of slt, and nothing else tells: no word is said where all goes well.
main:   slt     $a0, $s0, 4
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
