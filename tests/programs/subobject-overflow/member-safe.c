// The address one behind the last element is allowed, as is every index inside of the array.
extern int __VERIFIER_nondet_int(void);

struct packet {
    char tag[4];
    int length;
} packet;

int main(void) {
    int i = __VERIFIER_nondet_int();
    struct packet *p = &packet;
    if (i < 0 || i > 3)
        return 0;
    packet.tag[i] = 1;
    p->tag[3 - i] = 2;
    char *end = &p->tag[4];
    for (char *at = p->tag; at < end; at++)
        *at = 3;
    return sizeof(p->tag[7]) == 1;
}
