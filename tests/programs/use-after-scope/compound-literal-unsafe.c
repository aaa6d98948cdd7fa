// A compound literal lives as long as the block that it stands in.
struct range {
    int low, high;
};

int main(void) {
    struct range *range;
    {
        range = &(struct range){1, 9};
    }
    return range->high; //~ use-after-scope
}
