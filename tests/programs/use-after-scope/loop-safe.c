// The variable of the loop's head lives through all rounds.
int main(void) {
    int *previous = 0, total = 0;
    for (int i = 0; i < 3; i++) {
        if (previous)
            total += *previous;
        previous = &i;
    }
    return total - 3;
}
