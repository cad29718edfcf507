        .text
main:   lr.w a0, (a1)
