// property: valid-memsafety
// Accesses that stay inside of the object are valid ones; what they write is what other members then hold.
struct packet {
    char tag[4];
    int length;
} packet;

int main(void) {
    packet.tag[5] = 1;
    return packet.length == 256 ? 0 : *(int *)0;
}
