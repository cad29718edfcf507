        .data
huge:   .space  2000000000
        .text
main:   jr      $ra
