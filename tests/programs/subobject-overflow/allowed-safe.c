// options: --allow-subobject-overflow
// By this option the bounds are those of the whole object.
struct packet {
    char tag[4];
    int length;
} packet;
int grid[2][3];

int main(void) {
    packet.tag[5] = 1;
    grid[0][5] = 2;
    return packet.length == 256 && grid[1][2] == 2 ? 0 : *(int *)0;
}
