        .data
big:    .space  5000000
        .text
        la      $t0, big
