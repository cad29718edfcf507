# options: none
        .globl  __start
SIZE = 3 * (4 + 1)
NEXT = SIZE - 1; ZERO = 0
__start: li $t0 SIZE; li $t1, NEXT
        li      $t2, 'a'; li $t3, '\n'
        li      $t4, ZERO
$odd.name_1:
        beq     $t0 $t1 $odd.name_1     # no commas
        .data
        .byte   SIZE, NEXT, '"', -0x1
