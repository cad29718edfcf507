main:   la t0, hidden
        .data
        .word hidden
