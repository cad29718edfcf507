// Environment of riscv-tests for a program of Linux, which ends with the number of the failed test, or 0.

#define RVTEST_RV32U
#define RVTEST_RV32UF
#define RVTEST_CODE_BEGIN .text; .globl _start; _start:
#define RVTEST_CODE_END
#define RVTEST_PASS li a0, 0; li a7, 93; ecall
#define RVTEST_FAIL mv a0, TESTNUM; li a7, 93; ecall
#define TESTNUM gp
#define RVTEST_DATA_BEGIN
#define RVTEST_DATA_END
#define EXTRA_DATA
