# The flash chip has the program's image: by its pages, and by commands of SPI1.

        .equ    UART0, 0x60000000
        .equ    SPI1, 0x60002000
        .equ    MMU, 0x600c5000
        .equ    DROM, 0x3c000000
        .equ    IROM, 0x42000000

        .text
        .globl  _start
_start: li      sp, 0x3fcd0000
        li      t0, MMU
        li      t1, 1
        sw      t1, 408(t0)             # page 102 of the windows: the application
        li      s0, DROM + 102 * 0x10000
        lbu     a0, 0(s0)
        call    hex                     # e9: the header of the image
        la      a0, constant
        lw      a0, 0(a0)
        call    hex

        li      t0, MMU
        sw      zero, 400(t0)           # page 100 of the windows: the start of the chip
        li      s1, DROM + 100 * 0x10000
        li      t1, 0x8000
        add     t1, s1, t1
        lhu     a0, 0(t1)
        call    hex                     # 50aa: the table of partitions
        li      t1, 0xc000
        add     s2, s1, t1
        lw      a0, 0(s2)
        call    hex                     # ffffffff: a free sector

        li      s3, SPI1                # write a word there
        li      t0, 1 << 30
        sw      t0, 0(s3)
        li      t0, 0xc000
        sw      t0, 4(s3)
        li      t0, 1 << 27
        sw      t0, 0x18(s3)
        li      t0, 2
        sw      t0, 0x20(s3)
        li      t0, 31
        sw      t0, 0x24(s3)
        li      t0, 0x12345678
        sw      t0, 0x58(s3)
        li      t0, 1 << 18
        sw      t0, 0(s3)
        lw      a0, 0(s2)
        call    hex

        li      t0, MMU                 # the page of the function, once more
        la      t1, IROM
        la      s4, function
        sub     t2, s4, t1
        srli    t3, t2, 16
        slli    t3, t3, 2
        add     t3, t3, t0
        lw      t3, 0(t3)
        sw      t3, 404(t0)
        slli    t2, t2, 16
        srli    t2, t2, 16
        li      t4, IROM + 101 * 0x10000
        add     t4, t4, t2
        jalr    t4
        call    hex                     # 77
        li      t0, MMU                 # another page there: erased
        li      t1, 32
        sw      t1, 404(t0)
        li      t4, DROM + 101 * 0x10000
        lw      a0, 0(t4)
        call    hex
1:      j       1b

hex:    li      t0, UART0
        li      t1, 28
1:      srl     t2, a0, t1
        andi    t2, t2, 15
        addi    t2, t2, '0'
        li      t3, '9'
        ble     t2, t3, 2f
        addi    t2, t2, 'a' - '9' - 1
2:      sw      t2, 0(t0)
        addi    t1, t1, -4
        bgez    t1, 1b
        li      t2, '\n'
        sw      t2, 0(t0)
        ret

        .section .flash.rodata, "a"
constant: .word 0xc0ffee

        .section .flash.text, "ax"
function: li    a0, 0x77
        ret
