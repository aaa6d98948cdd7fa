// A compound literal is used within the block that it stands in, also as an argument.
struct range {
    int low, high;
};

static int width(const struct range *range) {
    return range->high - range->low;
}

int main(void) {
    struct range *range = &(struct range){1, 9};
    return range->high - 9 + width(&(struct range){4, 4});
}
