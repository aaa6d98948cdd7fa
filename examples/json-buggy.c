/* The same reader and writer as in `json.c`, with three mistakes, each marked by what it leads to. All of them are
   found, with a text that shows it: `vellum check --keep-going examples/json-buggy.c` says `false`. */
#include <stdlib.h>
#include <string.h>

void klee_make_symbolic(void *object, unsigned long bytes, const char *name);

#ifndef LENGTH
#define LENGTH 5
#endif

/* Arrays and objects within one another. */
#define DEPTH 3
/* Bytes of a text that is written, with the zero behind it. */
#define ROOM 64

enum kind { NOTHING, BOOLEAN, NUMBER, STRING, ARRAY, OBJECT };

/* A value. The members of an array or an object are a list. */
struct value {
    enum kind kind;
    int number;
    char *text;
    char *key;
    struct value *members;
    struct value *next;
};

struct reader {
    const char *at;
    int depth;
};

static struct value *read_value(struct reader *reader);

static void release(struct value *value) {
    while (value != NULL) {
        struct value *next = value->next; //~ use-after-free
        release(value->members);
        free(value->text);
        free(value->key);
        free(value);
        value = next;
    }
}

static struct value *make(enum kind kind) {
    struct value *value = calloc(1, sizeof *value);
    if (value != NULL)
        value->kind = kind;
    return value;
}

static void skip_space(struct reader *reader) {
    while (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\n' || *reader->at == '\r')
        reader->at++;
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int accept(struct reader *reader, char c) {
    if (*reader->at != c)
        return 0;
    reader->at++;
    return 1;
}

/* The number that a hexadecimal digit stands for, or -1. */
static int hexadecimal(char c) {
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* What comes after a backslash, as one byte; -1 if that is nothing. */
static int read_escape(struct reader *reader) {
    char c = *reader->at;
    if (c == '\0')
        return -1;
    reader->at++;
    switch (c) {
    case '"':
    case '\\':
    case '/':
        return c;
    case 'b':
        return '\b';
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'x': {
        int high = hexadecimal(*reader->at);
        int low = hexadecimal(reader->at[1]); //~ out-of-bounds
        if (high < 0 || low < 0)
            return -1;
        reader->at += 2;
        return 16 * high + low;
    }
    default:
        return -1;
    }
}

/* A string, behind its first quote. */
static char *read_string(struct reader *reader) {
    size_t length = 0;
    char *text = malloc(strlen(reader->at) + 1);
    if (text == NULL)
        return NULL;
    while (*reader->at != '"') {
        int c = (unsigned char)*reader->at;
        if (c < ' ')
            goto wrong;
        reader->at++;
        if (c == '\\') {
            c = read_escape(reader);
            if (c <= 0)
                goto wrong;
        }
        text[length++] = (char)c;
    }
    reader->at++;
    text[length] = '\0';
    return text;

wrong:
    free(text);
    return NULL;
}

/* An integer of at most nine digits. */
static struct value *read_number(struct reader *reader) {
    int sign = accept(reader, '-') ? -1 : 1;
    int number = 0;
    int digits = 0;
    if (!is_digit(*reader->at))
        return NULL;
    if (*reader->at == '0' && is_digit(reader->at[1]))
        return NULL;
    while (is_digit(*reader->at)) {
        if (++digits > 9)
            return NULL;
        number = 10 * number + (*reader->at - '0');
        reader->at++;
    }
    struct value *value = make(NUMBER);
    if (value != NULL)
        value->number = sign * number;
    return value;
}

/* One of the three names. */
static struct value *read_name(struct reader *reader) {
    static const char *const names[] = {"null", "false", "true"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(names[i]);
        if (strncmp(reader->at, names[i], length) == 0) {
            reader->at += length;
            struct value *value = make(i == 0 ? NOTHING : BOOLEAN);
            if (value != NULL)
                value->number = i == 2;
            return value;
        }
    }
    return NULL;
}

/* A member of an array, or of an object: then it has a key. */
static struct value *read_member(struct reader *reader, enum kind kind) {
    char *key = NULL;
    skip_space(reader);
    if (kind == OBJECT) {
        if (!accept(reader, '"'))
            return NULL;
        key = read_string(reader);
        if (key == NULL)
            return NULL;
        skip_space(reader);
        if (!accept(reader, ':')) {
            free(key);
            return NULL;
        }
    }
    struct value *member = read_value(reader);
    if (member == NULL)
        free(key);
    else
        member->key = key;
    return member;
}

/* The members of an array or an object, behind the bracket that opens it. */
static struct value *read_members(struct reader *reader, enum kind kind) {
    char end = kind == ARRAY ? ']' : '}';
    if (reader->depth == DEPTH)
        return NULL;
    struct value *value = make(kind);
    if (value == NULL)
        return NULL;
    struct value **last = &value->members;
    reader->depth++;
    skip_space(reader);
    if (!accept(reader, end)) {
        do {
            *last = read_member(reader, kind);
            if (*last == NULL)
                goto wrong;
            last = &(*last)->next;
            skip_space(reader);
        } while (accept(reader, ','));
        if (!accept(reader, end))
            goto wrong;
    }
    reader->depth--;
    return value;

wrong:
    release(value);
    return NULL;
}

/* A value, with space before it; NULL if there is none. */
static struct value *read_value(struct reader *reader) {
    skip_space(reader);
    if (accept(reader, '['))
        return read_members(reader, ARRAY);
    if (accept(reader, '{'))
        return read_members(reader, OBJECT);
    if (accept(reader, '"')) {
        struct value *value = make(STRING);
        if (value == NULL)
            return NULL;
        value->text = read_string(reader);
        if (value->text == NULL) {
            free(value);
            release(value);
            return NULL;
        }
        return value;
    }
    if (*reader->at == '-' || is_digit(*reader->at))
        return read_number(reader);
    return read_name(reader);
}

/* Reads a whole text; NULL if it is wrong. */
static struct value *parse(const char *text) {
    struct reader reader = {text, 0};
    struct value *value = read_value(&reader);
    skip_space(&reader);
    if (*reader.at != '\0') {
        release(value);
        return NULL;
    }
    return value;
}

/* A text that grows; what does not fit is counted and left out. */
struct writer {
    char text[ROOM];
    size_t length;
};

static void put(struct writer *writer, char c) {
    if (writer->length < ROOM - 1)
        writer->text[writer->length] = c;
    writer->length++;
}

static void put_text(struct writer *writer, const char *text) {
    while (*text != '\0')
        put(writer, *text++);
}

static void put_string(struct writer *writer, const char *text) {
    put(writer, '"');
    for (; *text != '\0'; text++) { //~ null-dereference
        switch (*text) {
        case '\n':
            put_text(writer, "\\n");
            break;
        case '\t':
            put_text(writer, "\\t");
            break;
        case '"':
        case '\\':
            put(writer, '\\');
            put(writer, *text);
            break;
        default:
            put(writer, *text);
        }
    }
    put(writer, '"');
}

static void put_number(struct writer *writer, int number) {
    if (number < 0) {
        put(writer, '-');
        number = -number;
    }
    if (number >= 10)
        put_number(writer, number / 10);
    put(writer, (char)('0' + number % 10));
}

static void put_value(struct writer *writer, const struct value *value) {
    switch (value->kind) {
    case NOTHING:
        put_text(writer, "null");
        break;
    case BOOLEAN:
        put_text(writer, value->number ? "true" : "false");
        break;
    case NUMBER:
        put_number(writer, value->number);
        break;
    case STRING:
        put_string(writer, value->text);
        break;
    default:
        put(writer, value->kind == ARRAY ? '[' : '{');
        for (const struct value *member = value->members; member != NULL; member = member->next) {
            if (member != value->members)
                put(writer, ',');
            put_string(writer, member->key);
            put(writer, ':');
            put_value(writer, member);
        }
        put(writer, value->kind == ARRAY ? ']' : '}');
    }
}

int main(void) {
    char text[LENGTH + 1];
    struct writer writer = {.length = 0};
    klee_make_symbolic(text, sizeof text, "text");
    text[LENGTH] = '\0';
    struct value *value = parse(text);
    if (value == NULL)
        return 1;
    put_value(&writer, value);
    release(value);
    return writer.length == 0;
}
