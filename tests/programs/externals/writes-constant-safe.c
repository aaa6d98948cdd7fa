// What a parameter says is constant is not written, and neither are constants and string literals.
#include <assert.h>
void show(const int *level, const char *text);
void print(char *text);

static const char title[] = "title";

int main(void) {
    int level = 1;
    char name[] = "name";
    show(&level, name);
    print((char *)title);
    print("literal");
    assert(level == 1 && name[0] == 'n' && title[0] == 't');
    return 0;
}
