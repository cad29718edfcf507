# Start-up code of SPIM: calls main(argc, argv, envp) and then ends the program.
#
# At $sp are argc, then the addresses of the arguments, a zero word, and the addresses of the
# environment's strings.

        .text
        .globl  __start
__start:
        lw      $a0, 0($sp)             # argc
        addiu   $a1, $sp, 4             # argv
        addiu   $a2, $a1, 4             # envp: behind argv's words and its zero
        sll     $v0, $a0, 2
        addu    $a2, $a2, $v0
        jal     main
        nop                             # the delay slot, where there is one

        li      $v0, 10                 # exit
        syscall
