// An index outside of an array that is a member: the access stays inside of the struct.
// input: 0 4
// input: 1 4
// input: 2 0
// input: 3 0
extern int __VERIFIER_nondet_int(void);

struct packet {
    char tag[4];
    int length;
} packet;

int main(void) {
    int which = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
    struct packet *p = &packet;
    char *tag = p->tag; // What a pointer leads to has the bounds of the object.
    tag[4] = 5;
    if (i < 0 || i > 7)
        return 0;
    switch (which) {
    case 0:
        packet.tag[i] = 1; //~ subobject-overflow
        break;
    case 1:
        p->tag[i] = 2; //~ subobject-overflow
        break;
    case 2:
        (*p).tag[4] = 3; //~ subobject-overflow
        break;
    case 3:
        4 [p->tag] = 4; //~ subobject-overflow
        break;
    }
    return 0;
}
