        .macro  pair (%name, %value)
%name:  .word   %value, %value
        .end_macro
        .data
        pair    (first, 5)
        pair    (second, 6)
        .text
        la      $t0, second
