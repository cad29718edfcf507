        .data
first: .float 1e39
