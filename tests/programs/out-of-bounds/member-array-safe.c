// The length in the structure bounds the index into its array.
extern unsigned __VERIFIER_nondet_uint(void);

struct packet {
    unsigned length;
    unsigned char data[4];
};

int main(void) {
    struct packet packet = {__VERIFIER_nondet_uint(), {1, 2, 3, 4}};
    if (packet.length > sizeof packet.data)
        return 0;
    int sum = 0;
    for (unsigned i = 0; i < packet.length; i++)
        sum += packet.data[i];
    return sum > 10;
}
