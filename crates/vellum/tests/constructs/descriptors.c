/* read and write on the three descriptors. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char room[64];
    ssize_t count = read(0, room, 5);
    dprintf(1, "%zd %.*s\n", count, (int)count, room);
    count = read(STDIN_FILENO, room, sizeof room);
    dprintf(1, "%zd %.*s\n", count, (int)count, room);
    dprintf(1, "%zd\n", read(0, room, 1));
    dprintf(1, "%zd\n", write(STDOUT_FILENO, "written\n", 8));
    dprintf(1, "%zd\n", write(2, "not seen here\n", 14));
    errno = 0;
    dprintf(1, "%zd ", write(77, "x", 1));
    dprintf(1, "%s\n", strerror(errno));
    dprintf(1, "%d\n", isatty(0));
    _exit(9);
}
