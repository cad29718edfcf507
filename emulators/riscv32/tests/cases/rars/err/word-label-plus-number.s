        .data
first: .word first+4
