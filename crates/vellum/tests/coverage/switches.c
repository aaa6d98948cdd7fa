// Labels in a row are one outcome, and so is what falls through to them.
int __VERIFIER_nondet_int(void);

enum color { RED, GREEN, BLUE };

static int number(int n) {
    int result = 0;
    switch (n) {
    case 1:
    case 2:
        result = 1;
        break;
    case 3: result = 2;
    default:
        result++;
        break;
    case 10 ... 12:
        return 3;
    case 4: {
        int array[2] = {n, n};
        result = array[1];
        break;
    }
    case 5:
        break;
    }
    return result;
}

static int color(enum color color) {
    switch (color) {
    case RED:
        return 1;
    case GREEN:
        return 2;
    }
    return 3;
}

static int nested(int n) {
    switch (n) {
    case 0:
        switch (n + 1) {
        case 1:
            return 7;
        default:
            return 8;
        }
    case 1:
        for (int i = 0; i < 2; i++) {
            switch (i) {
            case 0:
                continue;
            default:
                n++;
            }
        }
    }
    return n;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 15)
        return 0;
    return number(n) + color(n % 3) + nested(n);
}
