// A stack machine runs programs of symbolic instructions and refuses the bad ones.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

enum operation { push, add, duplicate, drop, halt, operations };

enum status { running, halted, underflow, overflow };

struct machine {
    unsigned stack[3];
    int depth;
    enum status status;
};

static void put(struct machine *machine, unsigned value) {
    if (machine->depth == 3) {
        machine->status = overflow;
        return;
    }
    machine->stack[machine->depth++] = value;
}

static unsigned take(struct machine *machine) {
    if (machine->depth == 0) {
        machine->status = underflow;
        return 0;
    }
    return machine->stack[--machine->depth];
}

static void step(struct machine *machine, enum operation operation) {
    unsigned value;
    switch (operation) {
    case push:
        put(machine, 1);
        break;
    case add:
        value = take(machine);
        value += take(machine);
        if (machine->status == running)
            put(machine, value);
        break;
    case duplicate:
        value = take(machine);
        if (machine->status == running) {
            put(machine, value);
            put(machine, value);
        }
        break;
    case drop:
        take(machine);
        break;
    default:
        machine->status = halted;
    }
}

int main(void) {
    struct machine machine = {{0}, 0, running};
    for (int i = 0; i < 4 && machine.status == running; i++)
        step(&machine, (enum operation)(__VERIFIER_nondet_uchar() % operations));
    assert(machine.depth >= 0 && machine.depth <= 3);
    for (int i = 0; i < machine.depth; i++)
        assert(machine.stack[i] >= 1 && machine.stack[i] <= 4);
    return 0;
}
