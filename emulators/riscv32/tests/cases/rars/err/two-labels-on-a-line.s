        .data
first: other: .word 5
