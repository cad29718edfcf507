        li   a0, –10
        .asciiz “abc”
        add  a0, a1, a2
