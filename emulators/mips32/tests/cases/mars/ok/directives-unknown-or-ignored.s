        .set    noreorder
        .ent    main
        .wrod   5
main:   nop
