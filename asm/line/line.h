/* What the solvers in C share with what is around them: riscv32-gnu.s, mips32-linux.s or mos6502-ca65.s. */

/* The cells row by row, 0 where one is blank. */
extern unsigned char grid[81];

/* Says why the grid is not full. */
extern const char sorry[];

/* Fills the grid; 1 when it is full, else 0. */
int sudoku(void);

/* A procedure whose calls are counted: there is one of it, and whoever calls it does call it. */
#ifdef __CC65__
#define COUNTED                 /* cc65 has no attributes; it neither inlines nor clones */
#else
#define COUNTED __attribute__((noinline, noclone))
#endif

/* A store that is looked at: it is made where it stands, once, and no other is made of it. */
#define STORE(place, value) (*(volatile unsigned char *)(place) = (unsigned char)(value))
