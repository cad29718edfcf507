!<arch>
main.o/         0           0     0     644     4         `
EL