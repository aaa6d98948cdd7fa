// property: initialised
// An object that another file defines has a value.
extern int limit;
extern const struct { int first; _Bool flag; } other;

int main(void) {
    if (limit)
        return 1;
    return other.flag ? other.first : 2;
}
