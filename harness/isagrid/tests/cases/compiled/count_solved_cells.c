int is_cell_solved(const char *cell);

int count_solved_cells(const char *board)
{
        int solved = 0;
        for (int cell = 0; cell < 81; cell++)
                solved += is_cell_solved(board + 10 * cell);
        return solved;
}
