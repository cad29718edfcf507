        .text
main:
        li A0, 5
