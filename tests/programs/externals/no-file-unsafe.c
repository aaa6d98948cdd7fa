// That there is no such file may well be.
#include <stdio.h>

int main(void) {
    int *place = 0, value = 0;
    FILE *file = fopen("settings", "r");
    if (file)
        place = &value;
    *place = 1; //~ null-dereference
    return 0;
}
