// Each round of a loop has a variable of its own; the pointer is to that of the round before.
int main(void) {
    int *previous = 0, total = 0;
    for (int i = 0; i < 3; i++) {
        int square = i * i;
        if (i == 2)
            total += *previous; //~ use-after-scope
        previous = &square;
    }
    return total;
}
