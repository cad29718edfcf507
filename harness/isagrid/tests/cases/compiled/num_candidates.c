int num_candidates(const char *cell)
{
        int candidates = 0;
        for (int digit = 0; digit < 9; digit++)
                candidates += cell[digit] != '.';
        return candidates;
}
