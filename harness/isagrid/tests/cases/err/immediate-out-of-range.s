# isagrid: --dialect mars
        .text
main:   sll $t0, $t0, 32
