# Numbers, and what `li` makes of them.
        .text
main:   li   a0, 0
        li   a0, -1
        li   a0, 2047
        li   a0, 2048
        li   a0, -2048
        li   a0, -2049
        li   a0, 0x7fffffff
        li   a0, -2147483648
        li   a0, 0xffffffff
        li   a0, 0xfffff800
        li   a0, 0x12345000
        li   a0, 017
        li   a0, -017
        li   a0, 4294967296
        li   a0, 'a'
        li   a0, '\n'
        li   a0, '\101'
        lui  a0, 0xfffff
        lui  a0, -1
