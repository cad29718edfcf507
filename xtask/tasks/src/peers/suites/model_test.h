// Model of riscv-arch-test: the board virt. At its end a program sends its signature through the serial port.

#define XLEN 32
#define RVMODEL_BOOT
#define RVMODEL_IO_INIT
#define RVMODEL_IO_ASSERT_GPR_EQ(a, b, c)
#define RVMODEL_IO_WRITE_STR(a, b)
#define RVMODEL_SET_MSW_INT
#define RVMODEL_CLEAR_MSW_INT
#define RVMODEL_CLEAR_MTIMER_INT
#define RVMODEL_CLEAR_MEXT_INT

#define RVMODEL_DATA_BEGIN .align 4; .global begin_signature; begin_signature:
#define RVMODEL_DATA_END .align 4; .global end_signature; end_signature:

#define RVMODEL_HALT            \
        la      t0, begin_signature; \
        la      t1, end_signature; \
        li      t2, 0x10000000; \
        li      t3, 0x100000;   \
1:      lbu     t4, 5(t2);      \
        andi    t4, t4, 0x20;   \
        beqz    t4, 1b;         \
        lbu     t4, 0(t0);      \
        sb      t4, 0(t2);      \
        addi    t0, t0, 1;      \
        bltu    t0, t1, 1b;     \
        li      t4, 0x5555;     \
        sw      t4, 0(t3);      \
2:      j       2b
