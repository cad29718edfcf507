#define N 5
        .globl _start
_start: li a0, N
        negw a0, a0
