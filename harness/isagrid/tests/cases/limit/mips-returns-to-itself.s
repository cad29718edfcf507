# isagrid: --dialect mars --max-instructions 100000
        .text
main:   jal     nothing
        jr      $ra
nothing: jr     $ra
