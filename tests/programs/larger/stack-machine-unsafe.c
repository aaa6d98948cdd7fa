// A stack machine whose duplicate forgets to ask for room, and whose drop does not ask for a value.
// input: 0 0 0 2 2
// input: 3 3
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

enum operation { push, add, duplicate, drop, halt, operations };

struct machine {
    int depth;
    int halted;
    unsigned stack[3];
};

static void put(struct machine *machine, unsigned value) {
    if (machine->depth == 3) {
        machine->halted = 1;
        return;
    }
    machine->stack[machine->depth++] = value;
}

static void step(struct machine *machine, enum operation operation) {
    switch (operation) {
    case push:
        put(machine, 1);
        break;
    case add:
        if (machine->depth < 2) {
            machine->halted = 1;
            break;
        }
        machine->depth--;
        machine->stack[machine->depth - 1] += machine->stack[machine->depth];
        break;
    case duplicate:
        if (machine->depth == 0) {
            machine->halted = 1;
            break;
        }
        machine->stack[machine->depth] = machine->stack[machine->depth - 1]; //~ out-of-bounds
        machine->depth++;
        break;
    case drop:
        machine->depth--;
        assert(machine->depth >= 0); //~ assertion
        break;
    default:
        machine->halted = 1;
    }
}

int main(void) {
    struct machine machine = {0, 0, {0}};
    for (int i = 0; i < 4 && !machine.halted; i++)
        step(&machine, (enum operation)(__VERIFIER_nondet_uchar() % operations));
    return 0;
}
