// The loop fills what is read; a static array is filled before the program starts.
// options: --check-uninitialised
int main(void) {
    static int before[4];
    int values[4], zeros = 0;
    for (int i = 0; i < 4; i++)
        values[i] = i;
    for (int i = 0; i < 4; i++)
        if (values[i] == 0 && before[i] == 0)
            zeros++;
    return zeros - 1;
}
