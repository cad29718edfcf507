# Sizes that would depend on what the linker still changes, or on addresses.
_start: .uleb128 end - start
start:  call    _start
end:    .space  end
        .space  _start - elsewhere
        .org    elsewhere
        .data
elsewhere: .word 1
