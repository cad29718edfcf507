        .data
        .space
        .space  -4
        .align  x
        .extern buffer
        .globl
        .include
        .macro
