        .globl  _start
_start: la      a0, massage
        call    print
        j       _strat
message: .asciz "hello"
