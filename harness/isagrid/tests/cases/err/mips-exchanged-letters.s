        .text
main:   addui   $t0, $t0, 1
