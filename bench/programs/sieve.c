/* Array writes in nested loops: primes below two million. */
#include <stdio.h>

static unsigned char composite[2000001];

int main(void) {
    int limit = 2000000, count = 0;
    for (int i = 2; i <= limit; i++) {
        if (composite[i])
            continue;
        count++;
        for (long j = (long)i * i; j <= limit; j += i)
            composite[j] = 1;
    }
    printf("%d\n", count);
    return 0;
}
