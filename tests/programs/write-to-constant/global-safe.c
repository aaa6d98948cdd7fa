// A pointer to constant data may point to a variable, which may change.
static int limits[3] = {1, 10, 100};

int main(void) {
    const int *view = limits;
    int *writable = (int *)view;
    writable[1] = 11;
    return view[1] - 11;
}
