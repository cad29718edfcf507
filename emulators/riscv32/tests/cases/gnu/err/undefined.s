# Names that nothing defines are found when the files are linked.
_start: la      a0, valeu
        j       1f
        .weak   unknown
        call    unknown
        jal     hidden
value:  .word   no - _start
