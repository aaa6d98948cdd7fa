// options: --function mark --max-depth 8
// expect: unknown (decisions)
// Whatever was marked is not looked at again.
struct vertex {
    _Bool marked;
    struct vertex *first, *second;
};

void mark(struct vertex *vertex) {
    if (!vertex || vertex->marked)
        return;
    vertex->marked = 1;
    mark(vertex->first);
    mark(vertex->second);
}
