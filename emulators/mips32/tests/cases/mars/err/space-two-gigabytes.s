        .data
huge:   .space  2147483647
        .text
        la      $t0, huge
