        .text
main:   addd[31m $t0
