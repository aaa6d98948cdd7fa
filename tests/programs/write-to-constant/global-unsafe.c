// A constant global is written through a cast.
static const int limits[3] = {1, 10, 100};

int main(void) {
    int *writable = (int *)limits;
    writable[1] = 11; //~ write-to-constant
    return limits[0] - 1;
}
