// A table of names and functions is searched, and the function found is called.
#include <string.h>

static int zero(void) {
    return 0;
}

static int one(void) {
    return 1;
}

static const struct {
    const char *name;
    int (*run)(void);
} commands[] = {{"zero", zero}, {"one", one}};

int main(void) {
    for (int i = 0; i < 2; i++)
        if (strcmp(commands[i].name, "one") == 0)
            return commands[i].run() - 1;
    return 2;
}
