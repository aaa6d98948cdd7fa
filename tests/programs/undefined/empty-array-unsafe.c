// property: valid-memsafety
// An array of length zero is empty in GNU C: the first write is outside.
static int sum(int n, const int *values) {
    int copy[n], total = 0;
    for (int i = 0; i <= n; i++)
        copy[i] = values[i]; //~ out-of-bounds
    for (int i = 0; i < n; i++)
        total += copy[i];
    return total;
}

int main(void) {
    int values[3] = {1, 2, 3};
    return sum(0, values);
}
