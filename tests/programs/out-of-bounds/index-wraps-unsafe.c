// The index is beyond any object, though its product with the size of an element, modulo 2^64, is not.
// input: 0
// input: 1
extern int __VERIFIER_nondet_int(void);

int a[4];
struct pair {
    long x, y;
} pairs[4];

int main(void) {
    long up = 0x4000000000000001, down = -0x7fffffffffffffff;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        return a[up]; //~ out-of-bounds
    case 1:
        a[down] = 1; //~ out-of-bounds
        break;
    case 2:
        return (int)pairs[0x1000000000000000].y; //~ out-of-bounds
    case 3:
        return up[a]; //~ out-of-bounds
    }
    return 0;
}
