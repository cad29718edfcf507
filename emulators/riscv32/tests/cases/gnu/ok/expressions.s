# Operators and precedences; distances; values that are known only at the end.
_start: nop
        call    _start
        nop
end:    ret
        .data
        .word   1 << 2 + 3, 2 * 3 + 4, 10 - 3 - 2, 7 & 5 | 8, 1 == 1, 2 > 3, 5 && 0, !0, ~0
        .word   end - _start, (end - _start) / 2, later, later + 1, . - here
here:   .word   . - here, 'a', '\n', 0b101, 017, 0x1f
        .set    later, end - _start
        .byte   end - _start, here - end != 0
        .quad   later * 2, -1
        .space  (1 + 2) * 2, 0xff
        .fill   2, 4, 0x1234
        .uleb128 624485
        .sleb128 -129
        .float  1.5, nan, -inf
        .double 0.1
        .org    here + 200, 0xee
        .octa   0x0102030405060708090a0b0c0d0e0f10
