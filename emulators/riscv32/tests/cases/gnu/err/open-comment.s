        nop
        /* never closed
        nop
