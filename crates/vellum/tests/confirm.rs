//! Findings are confirmed by the sanitizers of the system's compiler, which know nothing of Vellum.
//!
//! Every finding of `tests/programs/` must be, but for those in the list below.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

/// The programs with findings that no sanitizer sees or no replay shows, and the reason that is given.
const UNSEEN: [(&str, &str); 28] = [
    ("addresses/free-masked-unknown.c", "it depends on the addresses of allocations"),
    ("bad-call/wrong-type-unsafe.c", "sanitizers do not check the types of calls"),
    ("control/jump-back-unsafe.c", "it depends on uninitialised memory"),
    ("control/jump-into-scope-unsafe.c", "it depends on uninitialised memory"),
    ("data/union-rest-unsafe.c", "it depends on uninitialised memory"),
    ("externals/body-uninterpreted-unsafe.c", "a function with a body was uninterpreted"),
    ("externals/inputs-settled-unsafe.c", "it depends on what change() writes"),
    ("externals/known-result-unsafe.c", "functions without a body are not known one by one"),
    ("externals/list-unsafe.c", "it depends on what elsewhere() writes"),
    ("externals/struct-result-unsafe.c", "functions without a body are not known one by one"),
    ("externals/struct-unsafe.c", "it depends on what make() writes"),
    ("externals/writes-", "it depends on what "),
    ("inputs/clock-", "it depends on an input of the system"),
    ("inputs/cprover-memory-unsafe.c", "a call of __CPROVER_r_ok"),
    ("inputs/random-unsafe.c", "it depends on an input of the system"),
    ("lazy/function-pointer.c", "the input points to a function"),
    ("library-misuse/ctype-range-unsafe.c", "sanitizers do not check every rule of the library"),
    ("library-misuse/fclose-unsafe.c", "sanitizers do not check every rule of the library"),
    (
        "library-misuse/memccpy-overlap-unsafe.c",
        "sanitizers do not check every rule of the library",
    ),
    (
        "library-misuse/sprintf-overlap-unsafe.c",
        "sanitizers do not check every rule of the library",
    ),
    ("library-misuse/va-arg-kind-unsafe.c", "sanitizers do not check every rule of the library"),
    ("out-of-bounds/zero-size-unsafe.c", "it allocates one byte for an object of no bytes"),
    ("overlapping-copy/", "sanitizers check only assignments that become a call of memcpy"),
    ("proofs/list-aligned-unknown.c", "it depends on the addresses of allocations"),
    ("uninitialised/", "the sanitizers of this build do not see uninitialised values"),
    ("use-after-scope/alloca-unsafe.c", "sanitizers do not know every scope of a variable"),
    ("use-after-scope/loop-unsafe.c", "sanitizers do not know every scope of a variable"),
    ("write-to-constant/local-unsafe.c", "the object is in writable memory"),
];

/// Programs with findings that are not confirmed: the replay terminates, because no sanitizer checks them.
const UNSAID: [&str; 5] = [
    "inputs/klee-intrinsics-unsafe.c",
    "library/va-list-ends-unsafe.c",
    "null-dereference/discarded-struct-unsafe.c",
    "out-of-bounds/discarded-struct-unsafe.c",
    "out-of-bounds/pointer-wraps-unsafe.c",
];

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs")
}

fn vellum() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    command.env_remove("CC");
    command
}

/// A folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("confirm").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// What a program says about how it is checked.
fn options(text: &str) -> Vec<String> {
    let mut options = Vec::new();
    for line in text.lines().take(3) {
        if let Some(words) = line.strip_prefix("// options: ") {
            options.extend(words.split_whitespace().map(str::to_owned));
        } else if let Some(words) = line.strip_prefix("// property: ") {
            let words = words.split_whitespace();
            options.extend(words.flat_map(|word| ["--property".to_owned(), word.to_owned()]));
        }
    }
    options
}

/// What is not as it should be about a program.
fn problems(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap();
    let mut command = vellum();
    command.args(["check", "--keep-going", "--confirm", "--format", "json"]);
    let output = command.args(options(&text)).arg(file).output().unwrap();
    let name = file.strip_prefix(programs()).unwrap().display().to_string();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let findings = report["findings"].as_array().unwrap();
    if findings.is_empty() {
        return vec![format!("{name}: there is no finding")];
    }
    if options(&text).iter().any(|it| it == "ilp32") {
        // Not every system has what programs of 32 bits are compiled with.
        return Vec::new();
    }
    let unseen = UNSEEN.iter().find(|(unseen, _)| name.starts_with(unseen));
    let unconfirmed = match (unseen, UNSAID.contains(&name.as_str())) {
        (Some((_, reason)), _) => Some((Value::Null, *reason)),
        (None, true) => Some((Value::Bool(false), "no sanitizer reported a violation")),
        (None, false) => None,
    };
    let is_expected = |finding: &Value| {
        let words = finding["confirmation"].as_str().unwrap_or_default();
        unconfirmed.as_ref().is_some_and(|(confirmed, reason)| {
            finding["confirmed"] == *confirmed && words.contains(reason)
        })
    };
    let text = |it: &Value| {
        format!("{name}: {} at {}: {}", it["kind"], it["location"]["line"], it["confirmation"])
    };
    let is_wrong = |it: &&Value| it["confirmed"] != true && !is_expected(it);
    let mut problems: Vec<String> = findings.iter().filter(is_wrong).map(text).collect();
    // One that is listed by itself has a reason to be.
    let is_listed = UNSAID.contains(&name.as_str()) || unseen.is_some_and(|(it, _)| *it == name);
    if is_listed && !findings.iter().any(is_expected) {
        problems.push(format!("{name}: everything is confirmed"));
    }
    problems
}

/// The programs with findings.
fn unsafe_programs() -> Vec<PathBuf> {
    let kinds = std::fs::read_dir(programs()).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = kinds
        .filter(|kind| kind.is_dir())
        .flat_map(|kind| std::fs::read_dir(kind).unwrap().map(|entry| entry.unwrap().path()))
        .filter(|file| file.extension().is_some_and(|it| it == "c"))
        .filter(|file| std::fs::read_to_string(file).unwrap().contains("//~ "))
        .collect();
    files.sort();
    files
}

#[test]
fn sanitizers_see_what_we_see() {
    let files = unsafe_programs();
    assert!(files.len() >= 100, "only {} programs", files.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut problems_of_some = Vec::new();
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            problems_of_some.extend(problems(file));
        }
        problems_of_some
    };
    let problems = std::thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.map(|worker| worker.join().unwrap()).concat()
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Checks one file with `--confirm`, and gives its findings.
fn confirmed(folder: &Path, text: &str, options: &[&str]) -> Vec<(Value, String)> {
    let file = folder.join("program.c");
    std::fs::write(&file, text).unwrap();
    let mut command = vellum();
    command.args(["check", "--confirm", "--format", "json"]).args(options).arg(&file);
    let output = command.current_dir(folder).output().unwrap();
    assert_eq!(output.status.code(), Some(10), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let findings = report["findings"].as_array().unwrap();
    let words = |it: &Value| it["confirmation"].as_str().unwrap_or_default().to_owned();
    findings.iter().map(|it| (it["confirmed"].clone(), words(it))).collect()
}

fn seen(words: &str) -> Vec<(Value, String)> {
    vec![(Value::Bool(true), words.to_owned())]
}

#[test]
fn all_ways_to_get_inputs() {
    let folder = folder("ways");
    let objects = "void klee_make_symbolic(void *, unsigned long, const char *); int klee_int(const char *);\n\
                   int klee_range(int, int, const char *); void klee_assume(unsigned long);\n\
                   void __VERIFIER_assert(int);\n\
                   int main(void) { char name[12]; long id; klee_make_symbolic(name, 12, \"na\\\"me\");\n\
                   klee_make_symbolic(&id, sizeof id, \"id\"); int low = klee_int(\"low\");\n\
                   klee_assume(low > 5 && low < 9);\n\
                   int at = klee_range(low, 10, \"at\");\n\
                   __VERIFIER_assert(name[at] != 'x' || id != 77);\n\
                   return 0; }\n";
    let words = "the replay: assertion failed at program.c:8";
    assert_eq!(confirmed(&folder, objects, &[]), seen(words));
    let memory = "void __VERIFIER_nondet_memory(void *, unsigned long); void reach_error(void);\n\
                  double __VERIFIER_nondet_double(void); _Bool __VERIFIER_nondet_bool(void);\n\
                  int main(void) { int four[4]; __VERIFIER_nondet_memory(four, sizeof four);\n\
                  double unused = __VERIFIER_nondet_double();\n\
                  if (__VERIFIER_nondet_bool() && four[3] == 9)\n\
                  reach_error();\n\
                  return 0; }\n";
    let words = "the replay: call of reach_error at program.c:6";
    assert_eq!(confirmed(&folder, memory, &["--property", "unreach-call"]), seen(words));
    let body = "int __VERIFIER_nondet_int(void); void reach_error(void) { }\n\
                int main(void) { if (__VERIFIER_nondet_int() == 42)\n\
                reach_error();\n\
                return 0; }\n";
    assert_eq!(
        confirmed(&folder, body, &[]),
        seen("the replay: call of reach_error at program.c:3")
    );
    let stdin = "#include <stdio.h>\nint main(void) { int a = getchar(), b = getchar();\n\
                 if (a == 'q' && b == '\\n' && getchar() == EOF)\n\
                 return 1 / (a - 'q');\n\
                 return 0; }\n";
    let words = "UndefinedBehaviorSanitizer: division by zero at program.c:4";
    assert_eq!(confirmed(&folder, stdin, &[]), seen(words));
    let words = "#include <string.h>\nint main(int argc, char **argv) { int a[3] = {0};\n\
                 if (argc == 3 && !strcmp(argv[2], \"-'\"))\n\
                 return a[argc + (argv[1][0] == 'v')];\n\
                 return 0; }\n";
    let found = confirmed(&folder, words, &["--symbolic-args", "2,2"]);
    assert_eq!(found[0].0, Value::Bool(true), "{found:?}");
    let function = "int scaled(short by, unsigned char c, long long far) { if (far == -3 && c == 200)\n\
                    return 7 / (by + 5);\n\
                    return 0; }\nint main(int n, char **v) { return n; }\n";
    let words = "UndefinedBehaviorSanitizer: division by zero at program.c:2";
    assert_eq!(confirmed(&folder, function, &["--function", "scaled"]), seen(words));
    let fails = "#include <stdlib.h>\nint main(void) { int *a = malloc(4), *b = calloc(1, 4);\n\
                 if (a)\n\
                 *b = 1;\n\
                 free(a); free(b); return 0; }\n";
    let words = "UndefinedBehaviorSanitizer: store to null pointer of type 'int' at program.c:4";
    assert_eq!(confirmed(&folder, fails, &["--malloc-may-fail"]), seen(words));
    // What the function is given is no allocation that fails.
    let given = "#include <stdlib.h>\nint *copy(int *from) { int *to = malloc(4);\n\
                 if (from && *from == 3)\n\
                 *to = *from;\n\
                 return to; }\n";
    let options = ["--function", "copy", "--malloc-may-fail"];
    assert_eq!(confirmed(&folder, given, &options), seen(words));
}

#[test]
fn the_compiler_gets_the_flags_of_the_program() {
    let folder = folder("flags");
    std::fs::create_dir(folder.join("in clude")).unwrap();
    std::fs::write(folder.join("in clude/length.h"), "#define LENGTH 3\n").unwrap();
    std::fs::write(folder.join("forced.h"), "typedef int number;\n").unwrap();
    let text = "#include <length.h>\n#ifdef __linux__\n#error\n#endif\n\
                int main(void) { number a[LENGTH] = {0};\n\
                return a[AT]; }\n";
    let options = [
        "-I",
        "in clude",
        "-D",
        "AT=1 + 2",
        "-U",
        "__linux__",
        "-include",
        "forced.h",
        "-std=gnu99",
    ];
    let words =
        "UndefinedBehaviorSanitizer: index 3 out of bounds for type 'number [3]' at program.c:6";
    assert_eq!(confirmed(&folder, text, &options), seen(words));
}

/// Such a file is a part of the program, and not of the replay.
#[test]
fn an_included_file_may_have_definitions() {
    let folder = folder("definitions");
    std::fs::create_dir(folder.join("headers")).unwrap();
    let header = "int inc;\nint divide(int n) {\n  return 1 / n; }\n";
    std::fs::write(folder.join("headers/h.h"), header).unwrap();
    let text = "int __VERIFIER_nondet_int(void);\n\
                int main(void) { return divide(__VERIFIER_nondet_int()); }\n";
    let words = "UndefinedBehaviorSanitizer: division by zero at h.h:3";
    let options = ["--include", "headers/h.h"];
    assert_eq!(confirmed(&folder, text, &options), seen(words));
    // Where compilers look for headers.
    assert_eq!(confirmed(&folder, text, &["-I", "headers", "--include", "h.h"]), seen(words));
    // Two files that include it define what is in it twice, which is no fault of the sanitizers.
    std::fs::write(folder.join("other.c"), "int other;\n").unwrap();
    let shared = header.replace("int divide", "static int divide");
    std::fs::write(folder.join("headers/shared.h"), shared).unwrap();
    let found = confirmed(&folder, text, &["--include", "headers/shared.h", "other.c"]);
    assert!(found[0].0.is_null() && found[0].1.contains("multiple definition"), "{found:?}");
}

const DIVIDES: &str = "int __VERIFIER_nondet_int(void);\nint main(void) { int n = __VERIFIER_nondet_int();\n\
                       if (n == -70000)\nreturn n / (n + 70000);\nreturn 0; }\n";

fn check(folder: &Path, arguments: &[&str]) -> Output {
    vellum().arg("check").args(arguments).current_dir(folder).output().unwrap()
}

#[test]
fn replays_are_kept_where_they_are_wanted_and_nowhere_else() {
    let folder = folder("kept");
    let temporary = folder.join("temporary");
    std::fs::create_dir(&temporary).unwrap();
    std::fs::write(folder.join("program.c"), DIVIDES).unwrap();
    let mut command = vellum();
    command.args(["check", "--confirm", "program.c"]).current_dir(&folder);
    let output = command.env("TMPDIR", &temporary).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let line = "\n  = confirmed: UndefinedBehaviorSanitizer: division by zero at program.c:4\n";
    assert!(said.contains(line), "{said}");
    assert_eq!(std::fs::read_dir(&temporary).unwrap().count(), 0);

    let output = check(&folder, &["--out", "kept", "program.c"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("\n  = replay: kept/replay-1-division-by-zero.c\n"), "{said}");
    assert!(!said.contains("confirmed"), "{said}");
    // The commands in the replay are the ones to type.
    let replay = std::fs::read_to_string(folder.join("kept/replay-1-division-by-zero.c")).unwrap();
    let commands: Vec<&str> =
        replay.lines().filter_map(|line| line.strip_prefix(" *   ")).collect();
    let script = commands.join(" && ");
    let output = Command::new("sh").args(["-c", &script]).current_dir(&folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.starts_with("program.c:4:10: runtime error: division by zero"),
        "{script}: {said}"
    );
    assert!(
        replay.contains("{\"__VERIFIER_nondet_int\", 4, 0xfffeee90, 0}, /* -70000, program.c:2 */")
    );
}

#[test]
fn files_of_others_stay() {
    let folder = folder("others");
    std::fs::write(folder.join("program.c"), DIVIDES).unwrap();
    let theirs = folder.join("replay-1-division-by-zero.c");
    std::fs::write(&theirs, "int x;\n").unwrap();
    let output = check(&folder, &["--out", ".", "program.c"]);
    assert_eq!(output.status.code(), Some(10));
    assert!(String::from_utf8_lossy(&output.stdout).contains("there is a file that is no replay"));
    assert_eq!(std::fs::read_to_string(&theirs).unwrap(), "int x;\n");
    let output = check(&folder, &["--out", "program.c", "program.c"]);
    assert_eq!(output.status.code(), Some(10));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to program.c"));
    assert_eq!(std::fs::read_to_string(folder.join("program.c")).unwrap(), DIVIDES);
}

#[test]
fn the_compiler_is_the_one_of_the_environment() {
    let folder = folder("compiler");
    std::fs::write(folder.join("program.c"), DIVIDES).unwrap();
    let said = |name: &str, value: &str| {
        let mut command = vellum();
        command.args(["check", "--confirm", "--out", ".", "program.c"]).current_dir(&folder);
        let output = command.env(name, value).output().unwrap();
        assert_eq!(output.status.code(), Some(10));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let without = said("PATH", "");
    assert!(without.contains("\n  = cannot be confirmed: cc cannot be started: "), "{without}");
    let other = said("CC", " no-such-compiler -x");
    let line = "\n  = cannot be confirmed: no-such-compiler cannot be started: ";
    assert!(other.contains(line), "{other}");
    let replay = std::fs::read_to_string(folder.join("replay-1-division-by-zero.c")).unwrap();
    assert!(replay.contains("\n *   no-such-compiler -x -g -O0 "), "{replay}");
    let options = said("CC", "cc -DUNUSED");
    assert!(options.contains("\n  = confirmed: UndefinedBehaviorSanitizer: "), "{options}");
}

/// What a program does after its finding has no bearing on it.
/// The replay defines what the program lacks, in a file that includes headers of the system.
#[test]
fn a_conflict_with_a_header_is_said() {
    let folder = folder("conflict");
    let text = "int strerror_r(int, char *, unsigned long);
        int __VERIFIER_nondet_int(void);
        int main(void) {
            int x = __VERIFIER_nondet_int(), a[2] = {0};
            char text[30];
            if (x == 3) return a[x];
            return x == 900 ? strerror_r(2, text, 30) : 0;
        }";
    for (confirmed, words) in confirmed(&folder, text, &[]) {
        assert_eq!(confirmed, Value::Null);
        assert!(words.contains("does not compile it"), "{words}");
        assert!(words.contains("error: "), "{words}");
    }
}

#[test]
fn leaks_are_seen_although_the_inputs_end_before_the_program() {
    let text = "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n\
                static void lose(void) { int *block =\nmalloc(8);\n*block = 1; }\n\
                int main(void) { if (__VERIFIER_nondet_int() == 3) lose();\n\
                while (__VERIFIER_nondet_int()) {}\nreturn 0; }\n";
    let options = ["--property", "valid-memtrack", "--max-paths", "3"];
    let words = "LeakSanitizer: Direct leak of 8 byte(s) in 1 object(s) at program.c:4";
    assert_eq!(confirmed(&folder("leaks"), text, &options), seen(words));
}

/// The sanitizer fills what malloc gives with a pattern of its own, and that is not this number.
#[test]
fn what_was_never_written_is_no_input() {
    let text = "#include <stdlib.h>\nvoid reach_error(void);\n\
                int main(void) { unsigned *box = malloc(sizeof *box);\n\
                if (box && *box == 4711) reach_error();\nfree(box); return 0; }\n";
    let words = "it depends on uninitialised memory, which no replay can set";
    let found = confirmed(&folder("unwritten"), text, &[]);
    assert_eq!(found, [(Value::Null, words.to_owned())]);
}

const FUNCTIONS: &str = "struct node { int value; struct node *next; };
struct pair { int first; struct node *node; };
struct large { char c[3]; union { double a; short b[2]; } odd; float f; };
struct bits { unsigned a : 3; }; struct packed { char a; int b; } __attribute__((packed));
int limit, table[4]; struct node *head; static int hidden;
static int scaled(int n) { return 10u / (unsigned)n; }
int by_global(int n) { if (n == 8 && table[2] == 5)
  return n / limit;
  return 0; }
int by_heap(void) { if (head && head->next && head->next->value == 7 && head->next->next == head)
  return 1 / (head->value - head->value);
  return 0; }
int by_static(int n) { return 1u / (unsigned)hidden; }
int by_static_local(int n) { static int count; return 1u / (unsigned)count; }
int by_struct(short s, struct pair pair, struct node *node) { if (s == 3 && pair.node && pair.node == node)
  return 1u / (unsigned)pair.first;
  return 0; }
struct pair gives_struct(unsigned n, struct large large) { struct pair pair = {0, 0}; if (large.odd.b[1] == 9 && large.c[2] == 'x')
  pair.first = 1u / n;
  return pair; }
int by_bits(struct bits bits) { return 1u / bits.a; }
int by_packed(struct packed packed) { return 1u / (unsigned)packed.b; }
int by_call(int (*get)(int)) { return get ? 7u / (unsigned)get(3) : 0; }
int beside_call(int (*get)(int), unsigned n) { return 7u / n; }
";

/// What is static is reached by way of the file that it is in, and that is found by its own headers.
#[test]
fn what_is_static_in_one_of_several_files() {
    let folder = folder("statics");
    std::fs::create_dir(folder.join("part")).unwrap();
    let header = "static int level;\nstatic inline int inverse(int n) { return 1 / n; }\n";
    std::fs::write(folder.join("part/part.h"), header).unwrap();
    let part = "#include \"part.h\"\nint outside(int); static int depth;\n\
                static int twice(int n) { if (depth == 3)\nreturn inverse(outside(n) - 4);\nreturn 0; }\n\
                int use(void) { return twice(1); }\n";
    let part_file = folder.join("part/part.c");
    std::fs::write(&part_file, part).unwrap();
    let text = "static int depth = 7; int outside(int n) { return n > depth ? 4 : 5; }\n\
                static void reach_error(void) { }\nint main(void) {\nreach_error(); return depth; }\n";
    let words = "UndefinedBehaviorSanitizer: division by zero at part.h:2";
    let both = ["--function", "twice", part_file.to_str().unwrap()];
    let cannot = |why: &str| vec![(Value::Null, why.to_owned())];
    let several = cannot("there are several variables called depth");
    assert_eq!(confirmed(&folder, text, &both), several);
    assert_eq!(confirmed(&folder, &text.replace("depth", "height"), &both), seen(words));
    let in_header = cannot("level is static in a header, and there are several files");
    let by_level = part.replace("depth == 3", "level == 3");
    std::fs::write(&part_file, by_level).unwrap();
    assert_eq!(confirmed(&folder, text, &both), in_header);
    let words = "the replay: call of reach_error at program.c:4";
    assert_eq!(confirmed(&folder, text, &[]), seen(words));
}

/// What is known of a function from outside, and what is not.
#[test]
fn functions_by_themselves() {
    let folder = folder("functions");
    let said = |function: &str| {
        let options = ["--function", function];
        let found = confirmed(&folder, FUNCTIONS, &options);
        let [(confirmed, words)] = &found[..] else { panic!("{function}: {found:?}") };
        (confirmed.as_bool(), words.clone())
    };
    let division = |line: u32| {
        (Some(true), format!("UndefinedBehaviorSanitizer: division by zero at program.c:{line}"))
    };
    let cannot = |why: &str| (None, why.to_owned());
    assert_eq!(said("by_global"), division(8));
    assert_eq!(said("by_heap"), division(11));
    assert_eq!(said("by_struct"), division(16));
    assert_eq!(said("gives_struct"), division(19));
    assert_eq!(said("beside_call"), division(24));
    assert_eq!(said("scaled"), division(6));
    assert_eq!(said("by_static"), division(13));
    assert_eq!(said("by_static_local"), cannot("count is static in a function"));
    let bits = "by_bits() takes a struct with bit-fields";
    let packed = "by_packed() takes a struct that is laid out in its own way";
    assert_eq!(said("by_bits"), cannot(bits));
    assert_eq!(said("by_packed"), cannot(packed));
    assert_eq!(said("by_call"), cannot("the input points to a function"));
}
