# Numbers in binary: the solution that submissions are compared with. Students do not get it.
        .data
digits: .space  32                      # digits, last one first

        .text
main:   li      $v0, 5                  # read a number
        syscall
        move    $t0, $v0
        li      $s0, 0                  # number of digits
next:   andi    $t1, $t0, 1
        addiu   $t1, $t1, '0'
        sb      $t1, digits($s0)
        addiu   $s0, $s0, 1
        srl     $t0, $t0, 1
        bnez    $t0, next
print:  addiu   $s0, $s0, -1
        lb      $a0, digits($s0)
        jal     put
        bnez    $s0, print
        li      $a0, '\n'
        jal     put
        li      $v0, 10                 # the end
        syscall

# put: prints a character.
#   $a0   the character
put:    li      $v0, 11
        syscall
        jr      $ra
