# A line with a bad word does not hide errors in other lines.
main:   li      $t0, 'ab'
        j       nowhere
        foo     $t0
