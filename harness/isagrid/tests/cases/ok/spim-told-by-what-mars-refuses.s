# Nothing says that this is SPIM's but its assembler, which alone takes these forms.
        .data
room:   .space  4*5
        .text
        .align  2
main:   slt     $t0, $s0, 4
        addi    $t0, 4
        subu    $sp, 4
        and     $t1, $s0, 0xFFFFFF00
        li.s    $f2, 3.14
        move    $a0, $t0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
