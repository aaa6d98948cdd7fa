// A block in a struct of main, passed by value to a function that frees it.
#include <stdlib.h>

struct pair {
    void *low;
    void *high;
};

static void fill(struct pair *pair) {
    pair->low = malloc(16);
    pair->high = NULL;
}

static void release(struct pair pair) {
    if (pair.low != pair.high)
        free(pair.low);
}

int main(void) {
    struct pair pair;
    fill(&pair);
    release(pair);
    return 0;
}
