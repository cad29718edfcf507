int is_cell_solved(const char *cell);
int count_solved_cells(const char *board);
void rule_out_of_row(char *board, const char *cell);
void rule_out_of_col(char *board, const char *cell);
void rule_out_of_box(char *board, const char *cell);

void solve_board(char *board)
{
        while (count_solved_cells(board) < 81)
                for (char *cell = board; cell < board + 810; cell += 10)
                        if (is_cell_solved(cell)) {
                                rule_out_of_row(board, cell);
                                rule_out_of_col(board, cell);
                                rule_out_of_box(board, cell);
                        }
}
