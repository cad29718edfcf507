#define counter s1
#define limit 10
# a comment
#definitely no definition
        li  counter , limit
loop:   addi counter , counter , -1
        bnez counter loop
#undef limit
