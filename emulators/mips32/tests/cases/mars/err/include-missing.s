        .include "nowhere.s"
        nop
