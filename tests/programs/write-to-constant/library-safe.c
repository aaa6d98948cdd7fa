// strtok puts terminators into a copy.
#include <string.h>

int main(void) {
    char text[] = "a,b";
    char *token = strtok(text, ",");
    return token[0] != 'a' || token[1] != 0;
}
