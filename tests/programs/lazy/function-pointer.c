// options: --function call
// A function of the input returns anything.
#include <assert.h>
struct handler {
    int (*run)(int);
};

void call(struct handler *handler) {
    if (handler && handler->run)
        assert(handler->run(3) != 17); //~ assertion
}
