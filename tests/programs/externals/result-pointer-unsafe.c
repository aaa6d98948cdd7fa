// It may return null.
int *lookup(int key);

int main(void) {
    int *found = lookup(3);
    *found = 1; //~ null-dereference
    return 0;
}
