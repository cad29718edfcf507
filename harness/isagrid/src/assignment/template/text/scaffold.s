# Numbers in binary. Read a number from 0 to 1000000, and print it in binary with a newline:
# for 5 print 101.
        .text
main:   li      $v0, 5                  # read a number
        syscall
        # your code
        li      $v0, 10                 # the end
        syscall
