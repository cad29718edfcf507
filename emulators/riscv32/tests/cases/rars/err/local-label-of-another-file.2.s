hidden: nop
