/* The sum of some squares, with a loop that goes one step too far: `vellum check examples/off-by-one.c`
   says `false`, and `vellum run` stops there. */
#include <stdio.h>

int main(void) {
    int squares[5], total = 0;
    for (int i = 0; i < 5; i++)
        squares[i] = (i + 1) * (i + 1);
    printf("%d %d %d %d %d\n", squares[0], squares[1], squares[2], squares[3], squares[4]);

    for (int i = 0; i <= 5; i++)
        total += squares[i];
    return total;
}
