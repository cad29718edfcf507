# isagrid: --dialect gnu
# Linux has no end of a program but the call: qemu-riscv32 says "Illegal instruction" here.
        .globl  _start
_start: li      t0, 1
loop:   addi    t0, t0, -1
        beqz    t0, done
        j       loop
done:
