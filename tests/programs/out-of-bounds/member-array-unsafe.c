// The array at the end of a structure is overrun, and with it the structure.
// input: 4
extern unsigned __VERIFIER_nondet_uint(void);

struct packet {
    int length;
    unsigned char data[4];
};

int main(void) {
    struct packet packet = {4, {1, 2, 3, 4}};
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 4)
        return 0;
    return packet.data[i]; //~ out-of-bounds, subobject-overflow
}
