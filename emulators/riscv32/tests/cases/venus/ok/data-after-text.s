# Venus puts data and text where they belong, and labels where they stand
        .text
here:   .word 1
        .data
        add a0, a1, a2
there:  .word here, there
