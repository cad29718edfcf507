main: first: jr $ra
