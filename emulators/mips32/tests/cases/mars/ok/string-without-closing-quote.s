        .data
msg:    .asciiz "abc
