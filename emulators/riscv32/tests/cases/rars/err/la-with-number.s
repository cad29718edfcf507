        .text
main:
        la a0, 4096
