        .data
first: .space -4
