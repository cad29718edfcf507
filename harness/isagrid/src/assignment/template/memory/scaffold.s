# The largest word: find the largest of the five words at `array`, and store it at `answer`. Keep both
# labels: other words will be at `array` when your program is graded.
        .data
array:  .word   3, 1, 4, 1, 5
answer: .word   0

        .text
main:   # your code
        li      $v0, 10                 # the end
        syscall
