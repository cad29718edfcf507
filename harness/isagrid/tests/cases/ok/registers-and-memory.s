# isagrid: --dialect mars --registers=t0,$v0,pc --dump grid --dump grid:decimal --dump text:string --dump grid..grid+8:bytes
        .data
grid:   .word   5, -6, 7
text:   .asciiz "two\nlines"
        .text
main:   li      $t0, 42
        sw      $t0, grid
        li      $v0, 10
        syscall
