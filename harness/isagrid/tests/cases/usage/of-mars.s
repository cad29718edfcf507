# Written for MARS to the last line.
        .eqv    TEN, 10
        .macro  end
        li      $v0, TEN
        syscall
        .end_macro
main:   end
