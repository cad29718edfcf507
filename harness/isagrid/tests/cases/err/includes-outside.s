        .include "../ok/hello.s"
        .text
main:   nop
