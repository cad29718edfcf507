# Functions of the programs for the board virt.
        .globl  puts, hex, finish

# Prints the text at a0.
puts:   li      t6, 0x10000000
1:      lbu     t5, 0(a0)
        beqz    t5, 2f
        sb      t5, 0(t6)
        addi    a0, a0, 1
        j       1b
2:      ret

# Prints a0 as eight digits and a newline.
hex:    li      t6, 0x10000000
        li      t4, 28
1:      srl     t5, a0, t4
        andi    t5, t5, 15
        addi    t5, t5, '0'
        li      t3, '9' + 1
        blt     t5, t3, 2f
        addi    t5, t5, 'a' - '9' - 1
2:      sb      t5, 0(t6)
        addi    t4, t4, -4
        bgez    t4, 1b
        li      t5, '\n'
        sb      t5, 0(t6)
        ret

# Ends with status 0.
finish: li      a0, 0x100000
        li      t0, 0x5555
        sw      t0, 0(a0)
1:      j       1b
