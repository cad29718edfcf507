#if a0 is zero
        nop
#ifdef DEBUG
        nop
#endif
