// expect: unknown (unsupported)
// What a function without a body returns is null or an object that is not known here.
int *lookup(int key);

int main(void) {
    int *found = lookup(3);
    if (found)
        *found = 1;
    return 0;
}
