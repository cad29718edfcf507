        .data
x:      .float  1e39, -3.5e38
