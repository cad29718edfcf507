        .macro  ping
        pong
        .end_macro
        .macro  pong
        ping
        .end_macro
main:   ping
