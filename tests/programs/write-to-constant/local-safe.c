// A constant local gets its value whenever its declaration is come to; its copies and what it points to may change.
struct range {
    int low, high;
};

static int widened(const struct range range) {
    struct range copy = range;
    struct range *p = &copy;
    p->high++;
    return copy.high;
}

int main(void) {
    int sum = 0, count = 0;
    for (int i = 0; i < 3; i++) {
        const int limit = i;
        const int *view = &limit;
        int *const to = &sum;
        int *const *way = &to;
        **way += *view;
    }
again:;
    const int last = count;
    const int *view = &last;
    count += *view + 1;
    if (count < 3)
        goto again;
    struct range range = {1, 2};
    return sum == 3 && count == 3 && widened(range) == 3 ? 0 : *(int *)0;
}
