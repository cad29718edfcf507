value:  nop
value:  nop
        .set    value, 1
        .equiv  once, 1
        .equiv  once, 2
        .set    self, self
