        .text
main:   addd $t0, $t1, $t2
        li $v0, 10
        syscall
