        .macro  spin
here:   b       here
        .end_macro
        spin
