//! `vellum run` as a user sees it: output and exit code of the program, and what stops it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::{Command, Output};

/// Runs a program given as text.
fn run(name: &str, text: &str, arguments: &[&str]) -> Output {
    run_with(name, text, &[], arguments)
}

/// Runs a program given as text, with options of `vellum run`.
fn run_with(name: &str, text: &str, options: &[&str], arguments: &[&str]) -> Output {
    let folder = std::env::temp_dir().join(format!("vellum-run-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("program.c");
    std::fs::write(&file, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_vellum"))
        .arg("run")
        .args(options)
        .arg(&file)
        .arg("--")
        .args(arguments)
        .output()
        .unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    output
}

fn stopped(name: &str, text: &str, message: &str) {
    let output = run(name, text, &[]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.starts_with(&format!("error: {message}")), "{name}: {errors}");
    assert_eq!(output.status.code(), Some(10), "{name}");
}

#[test]
fn output_arguments_and_exit_code_are_the_programs() {
    let text = r#"
        int printf(const char *, ...);
        int main(int argc, char **argv) {
            printf("%d %s %.2f\n", argc, argv[1], 2.5);
            return 42;
        }"#;
    let output = run("plain", text, &["hello"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "2 hello 2.50\n");
    assert_eq!(output.status.code(), Some(42));
}

/// A run gives a program no files, and says so once for each call.
#[test]
fn calls_that_fail_without_files_are_named() {
    let text = r#"
        #include <stdio.h>
        int main(void) {
            for (int i = 0; i < 3; i++)
                if (fopen("in.txt", "r")) return 1;
            return remove("a\nb") == -1 && !tmpfile() ? 7 : 2;
        }"#;
    let output = run("files", text, &[]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(7), "{errors}");
    for call in [r#"fopen("in.txt")"#, r#"remove("a\nb")"#, "tmpfile()"] {
        let message = format!("warning: vellum run gives a program no files: {call} fails\n");
        assert_eq!(errors.matches(&message).count(), 1, "{errors}");
    }
    assert!(errors.contains("program.c:5:21"), "{errors}");
}

/// Deallocated memory does not add up, and yet a dangling pointer is seen however long ago its block was freed.
#[test]
fn dead_blocks_are_forgotten_and_dangling_pointers_are_not() {
    let program = |end: &str| {
        format!(
            "#include <stdlib.h>
            #include <string.h>
            void f(char *a) {{ int b; int *p = &b; *p = 3; a[1] = *p; }}
            int main(void) {{
                char *kept = malloc(10), **box = malloc(sizeof *box), *boxed = malloc(11);
                memcpy(box, &boxed, sizeof boxed);
                free(kept); free(boxed); boxed = 0;
                for (int i = 0; i < 100000; i++) {{
                    char *p = malloc(5);
                    p = realloc(p, 10 + i % 7);
                    f(p);
                    free(p);
                }}
                {end}
            }}"
        )
    };
    let output = run_with("dead", &program("return 3;"), &["--memory-limit", "60MB"], &[]);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    for end in ["return *kept;", "return box[0][0];", "free(box[0]); return 0;"] {
        let output = run("dangling", &program(end), &[]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(10), "{errors}");
        assert!(errors.contains("note: allocated here"), "{errors}");
        assert!(errors.contains("note: freed here"), "{errors}");
    }
}

#[test]
fn broken_rules_stop_the_program() {
    let heap = "void *malloc(unsigned long); void free(void *);";
    let body = |code: &str| format!("{heap}\nint main(void) {{ {code} return 0; }}");
    for (name, code, message) in [
        (
            "bounds",
            "int a[3]; int i = 3; a[i] = 1;",
            "write of 4 bytes at offset 12 of an object of 12 bytes",
        ),
        ("null", "int *p = 0; return *p;", "read through a null pointer"),
        ("freed", "char *p = malloc(4); free(p); return *p;", "read of freed memory"),
        (
            "twice",
            "char *p = malloc(4); free(p); free(p);",
            "double free: the memory is already freed",
        ),
        (
            "inside",
            "char *p = malloc(4); free(p + 1);",
            "free of a pointer into the middle of an allocation",
        ),
        ("stack", "int x; free(&x);", "free of memory that is not on the heap"),
        (
            "scope",
            "int *p; { int x = 1; p = &x; } return *p;",
            "read of a variable after its scope ended",
        ),
        ("literal", "char *s = \"abc\"; s[0] = 'x';", "write to a constant object"),
        ("overflow", "int x = 2147483647; x = x + 1;", "signed overflow"),
        ("division", "int z = 0; return 1 / z;", "division by zero"),
        (
            "shift",
            "int n = 32; return 1 << n;",
            "shift by a negative amount, or by the width or more",
        ),
        ("unset", "int x; if (x) return 1;", "a decision depends on an uninitialised value"),
        (
            "wild",
            "int *p = (int *)0x123456; return *p;",
            "read through a pointer that points to no object",
        ),
        ("call", "void (*f)(void) = 0; f();", "call through a pointer that points to no function"),
    ] {
        stopped(name, &body(code), message);
    }
}

#[test]
fn what_breaks_in_the_library_is_shown_where_it_was_called() {
    let text = "char *strcpy(char *, const char *);
int main(void) {
    char room[4];
    strcpy(room, \"much too long\");
    return 0;
}";
    let output = run("library", text, &[]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("program.c:4:5"), "{errors}");
    assert_eq!(output.status.code(), Some(10));
}

#[test]
fn huge_blocks_take_no_more_room_than_what_is_written() {
    let declarations = "void *malloc(unsigned long); void *memset(void *, int, unsigned long);";
    for (name, code) in [
        ("far", "p[(1UL << 44) - 1] = 7; return p[(1UL << 44) - 1];"),
        ("fill", "memset(p, 7, 1UL << 44); p[5] = 6; return p[5] + p[1UL << 43] - 6;"),
        ("near", "p[9] = 7; return p[9];"),
    ] {
        let text =
            format!("{declarations} int main(void) {{ char *p = malloc(1UL << 44); {code} }}");
        assert_eq!(run(name, &text, &[]).status.code(), Some(7), "{name}");
    }
}

#[test]
fn handlers_run_at_the_end() {
    let text = "int puts(const char *); int atexit(void (*)(void));
static void first(void) { puts(\"first\"); }
static void second(void) { puts(\"second\"); }
int main(void) { atexit(first); atexit(second); puts(\"main\"); return 7; }";
    let output = run("handlers", text, &[]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "main\nsecond\nfirst\n");
    assert_eq!(output.status.code(), Some(7));
}

#[test]
fn what_is_not_supported_says_so() {
    let output = run("external", "int mystery(void); int main(void) { return mystery(); }", &[]);
    assert_eq!(output.status.code(), Some(5));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("not supported: the function 'mystery'"), "{errors}");
    let output = run(
        "endless",
        "int f(int n) { return f(n + 1) + 1; } int main(void) { return f(0); }",
        &[],
    );
    assert_eq!(output.status.code(), Some(5));
}

/// The functions of the library for which the engine has shortcuts.
const SHORTCUTS: [&str; 12] = [
    "strlen", "strnlen", "strcpy", "strncpy", "strcat", "strcmp", "strncmp", "memcmp", "strchr",
    "strrchr", "memchr", "strstr",
];

/// A program that has the library's text as `slow_...` beside the library itself.
fn with_slow_library(code: &str) -> String {
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/../../runtime/string.c");
    let each = |line: fn(&str) -> String| SHORTCUTS.map(line).join("\n");
    let renamed = each(|name| format!("#define {name} slow_{name}"));
    let again = each(|name| format!("#undef {name}"));
    let declarations = "size_t strlen(const char *); size_t strnlen(const char *, size_t);
char *strcpy(char *, const char *); char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *); int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t); int memcmp(const void *, const void *, size_t);
char *strchr(const char *, int); char *strrchr(const char *, int);
void *memchr(const void *, int, size_t); char *strstr(const char *, const char *);";
    format!("{renamed}\n#include \"{library}\"\n{again}\n{declarations}\n{code}")
}

#[test]
fn shortcuts_give_what_the_library_gives() {
    let code = r#"
        static unsigned seed = 1;
        static unsigned below(unsigned bound) {
            seed = seed * 1103515245u + 12345u;
            return (seed >> 16) % bound;
        }
        /* Two texts of a few letters with room behind, not always at the start of a block. */
        static char one[64], two[64], first[64], second[64];
        static void make(char *text) {
            unsigned length = 3 + below(20);
            for (unsigned i = 0; i < 64; i++)
                text[i] = i < length ? "ab\xff"[below(3)] : i == length ? 0 : "ab"[below(2)];
        }
        static int same(void) {
            for (int i = 0; i < 64; i++)
                if (first[i] != second[i])
                    return 0;
            return 1;
        }
        static void copies(void) {
            for (int i = 0; i < 64; i++)
                first[i] = second[i] = one[i];
        }
        #define CHECK(a, b) if ((a) != (b)) return __LINE__ % 250 + 1
        int main(void) {
            for (int round = 0; round < 400; round++) {
                make(one);
                make(two);
                char *a = one + below(3), *b = two + below(3);
                size_t n = below(30);
                int c = "abc\xff"[below(5)];
                CHECK(strlen(a), slow_strlen(a));
                CHECK(strnlen(a, n), slow_strnlen(a, n));
                CHECK(strcmp(a, b), slow_strcmp(a, b));
                CHECK(strncmp(a, b, n), slow_strncmp(a, b, n));
                CHECK(memcmp(a, b, n), slow_memcmp(a, b, n));
                CHECK(strchr(a, c), slow_strchr(a, c));
                CHECK(strrchr(a, c), slow_strrchr(a, c));
                CHECK(memchr(a, c, n), slow_memchr(a, c, n));
                b[2] = 0;
                CHECK(strstr(a, b), slow_strstr(a, b));
                copies();
                CHECK(strcpy(first + 3, b), first + 3);
                slow_strcpy(second + 3, b);
                CHECK(same(), 1);
                copies();
                CHECK(strncpy(first + 3, b, n), first + 3);
                slow_strncpy(second + 3, b, n);
                CHECK(same(), 1);
                copies();
                CHECK(strcat(first, b), first);
                slow_strcat(second, b);
                CHECK(same(), 1);
            }
            return 0;
        }"#;
    let output = run("shortcuts", &with_slow_library(code), &[]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
}

#[test]
fn what_breaks_in_a_shortcut_breaks_as_in_the_library() {
    let start = "char open[3] = \"abc\", room[8] = \"xyz\", unset[4], far[40];
        char *gone = malloc(4); free(gone); unset[0] = 'a'; (void)room; (void)far; (void)unset;";
    for (index, call) in [
        "strlen(open)",
        "strlen(unset)",
        "strlen(0)",
        "strlen(gone)",
        "strnlen(open, 4)",
        "strcpy(far, open)",
        "strcpy(room, \"much too long\")",
        "strcpy(room + 1, room)",
        "strcpy(\"literal\", room)",
        "strncpy(room, \"a\", 9)",
        "strncpy(room, room + 1, 3)",
        "strcat(room, \"too long\")",
        "strcat(room, room)",
        "strcat(open, \"\")",
        "strcmp(open, \"abcd\")",
        "strncmp(open, \"abcd\", 4)",
        "memcmp(open, \"abx\", 4)",
        "memcmp(\"abx\", gone, 1)",
        "strchr(open, 'x')",
        "strrchr(open, 'a')",
        "memchr(open, 'x', 4)",
        "strstr(open, \"cd\")",
        "strstr(\"abc\", open)",
    ]
    .into_iter()
    .enumerate()
    {
        let message = |prefix: &str| {
            let code = format!("int main(void) {{ {start} return ({prefix}{call}) != 0; }}");
            let output = run(&format!("breaks{index}"), &with_slow_library(&code), &[]);
            assert_eq!(output.status.code(), Some(10), "{call}");
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            errors.lines().next().unwrap_or_default().to_owned()
        };
        assert_eq!(message(""), message("slow_"), "{call}");
    }
}

#[test]
fn a_program_may_have_its_own_string_functions() {
    let text = "unsigned long strlen(const char *text) { return text[0]; }
int main(void) { return (int)strlen(\"*\"); }";
    assert_eq!(run("own", text, &[]).status.code(), Some(42));
}

/// A program under `vellum run` has no files of the host: opening one fails, and operations that cannot fail stop the program.
#[test]
fn no_file_of_the_host_is_there() {
    let folder = std::env::temp_dir().join(format!("vellum-run-host-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (host, new) = (folder.join("host"), folder.join("new"));
    std::fs::write(&host, "theirs").unwrap();
    let text = format!(
        "#include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <sys/stat.h>\n#include <unistd.h>\n\
         #define HOST \"{}\"\n#define NEW \"{}\"\n\
         int main(void) {{ int found = 0; BODY printf(\"%d\\n\", found); return 0; }}\n",
        host.display(),
        new.display()
    );
    let body = "found += fopen(HOST, \"r\") != 0; found += fopen(NEW, \"w\") != 0; found += fopen(HOST, \"a\") != 0; \
                found += freopen(NEW, \"w\", stdout) != 0; found += tmpfile() != 0; found += popen(\"ls\", \"r\") != 0; \
                found += remove(HOST) == 0; found += rename(HOST, NEW) == 0; found += system(\"echo > \" NEW) == 0;";
    let output = run("host", &text.replace("BODY", body), &[]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "0\n", "{output:?}");
    for call in [
        "open(HOST, O_RDONLY)",
        "open(NEW, O_WRONLY | O_CREAT, 0600)",
        "creat(NEW, 0600)",
        "unlink(HOST)",
        "mkdir(NEW, 0700)",
        "truncate(HOST, 0)",
        "symlink(HOST, NEW)",
        "access(HOST, R_OK)",
        "execl(\"/bin/sh\", \"sh\", \"-c\", \"echo > \" NEW, (char *)0)",
    ] {
        let output = run("host-call", &text.replace("BODY", &format!("found = {call};")), &[]);
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.code() == Some(5) || printed == "-1\n", "{call}: {output:?}");
    }
    assert_eq!(std::fs::read_to_string(&host).unwrap(), "theirs");
    assert!(!new.exists());
    std::fs::remove_dir_all(&folder).unwrap();
}
