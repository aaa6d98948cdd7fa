// property: valid-memsafety
// Outside of the whole object the access is invalid, whoever asks for the bounds of the member.
struct packet {
    char tag[4];
    int length;
} packet;

int main(void) {
    packet.tag[8] = 1; //~ out-of-bounds
    return 0;
}
