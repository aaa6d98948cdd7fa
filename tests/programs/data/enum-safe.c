// Enumerations count on, may be negative, and index arrays.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

enum colour { red = 2, green, blue = 7, last };

enum sign { minus = -1, none, plus };

static const char *const names[last] = {[red] = "red", [green] = "green", [blue] = "blue"};

int main(void) {
    enum colour colour = (enum colour)(__VERIFIER_nondet_uint() % last);
    enum sign sign = colour < green ? minus : colour == green ? none : plus;
    assert(green == 3 && last == 8);
    assert((names[colour] != 0) == (colour == red || colour == green || colour == blue));
    assert(sign != none || names[colour][0] == 'g');
    return 0;
}
