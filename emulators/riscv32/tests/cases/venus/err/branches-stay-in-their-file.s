        .import "branches-stay-in-their-file.other"
        beqz a0, other
        j    other
        la   a0, other+4
