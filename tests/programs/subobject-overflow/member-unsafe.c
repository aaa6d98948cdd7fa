// An index outside of an array that is a member: the access stays inside of the struct.
// input: 4
extern int __VERIFIER_nondet_int(void);

struct packet {
    char tag[4];
    int length;
} packet;

int main(void) {
    int i = __VERIFIER_nondet_int();
    struct packet *p = &packet;
    if (i < 0 || i > 7)
        return 0;
    packet.tag[i] = 1;  //~ subobject-overflow
    p->tag[i] = 2;      //~ subobject-overflow
    (*p).tag[4] = 3;    //~ subobject-overflow
    4 [p->tag] = 4;     //~ subobject-overflow
    char *tag = p->tag; // What a pointer leads to has the bounds of the object.
    tag[4] = 5;
    return packet.tag[100]; //~ subobject-overflow, out-of-bounds
}
