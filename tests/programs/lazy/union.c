// options: --function follow
// expect: unknown (unsupported)
union any {
    long number;
    int *place;
};

int follow(union any *any) {
    if (!any)
        return 0;
    return *any->place;
}
