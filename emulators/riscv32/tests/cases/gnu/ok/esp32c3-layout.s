# options: esp32c3
# Text in instruction RAM, data behind it on the other bus, flash windows by name.
_start: la      sp, __stack_top
        la      a0, message
        lw      a1, count
        ret
        .section .flash.rodata, "a"
message: .asciz "flash"
        .data
count:  .word   3
        .bss
room:   .space  8
