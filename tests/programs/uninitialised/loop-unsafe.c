// The loop fills one element less than is read.
// options: --check-uninitialised
int main(void) {
    int values[4], zeros = 0;
    for (int i = 0; i < 3; i++)
        values[i] = i;
    for (int i = 0; i < 4; i++)
        if (values[i] == 0) //~ uninitialised
            zeros++;
    return zeros;
}
