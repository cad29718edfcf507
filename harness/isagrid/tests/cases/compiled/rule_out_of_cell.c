void rule_out_of_cell(char *cell, int digit)
{
        cell[digit - 1] = '.';
}
