//! Diagnostics: all errors of a program in one run, each with its line.

mod support;

use ir::DataModel;

/// Returns the errors of a text, as `line: message`.
fn errors(text: &str) -> Vec<String> {
    support::errors(&support::compile(text, DataModel::Lp64))
}

/// Checks that a text has exactly one error, which contains `message`.
fn error(text: &str, message: &str) {
    let found = errors(text);
    assert!(
        found.len() == 1 && found[0].contains(message),
        "{text}\nexpected {message}, found {found:#?}"
    );
}

/// Checks that a text has no errors.
fn fine(text: &str) {
    assert_eq!(errors(text), [] as [&str; 0], "{text}");
}

#[test]
fn all_errors_of_a_file_are_reported() {
    let text = "int a = b;\nint f(void) {\n  return x + ;\n}\nint g(void) { undeclared; return 1 }\nstruct s { int y; } s;\n\
                int h(void) { return s.z; }\nint i(int);\nint j(void) { return i(1, 2) + i(); }\n";
    let found = errors(text);
    let lines: Vec<&str> =
        found.iter().map(|error| error.split(':').next().unwrap_or("")).collect();
    assert_eq!(lines, ["1", "3", "3", "5", "5", "7", "9", "9"], "{found:#?}");
}

#[test]
fn an_undeclared_name_is_reported_once() {
    error("int f(void) { return x + x * x; }", "'x' is not declared");
}

#[test]
fn positions_follow_line_markers() {
    let text = "# 100 \"header.h\" 1\nint a = 1;\nint a = 2;\n# 7 \"main.c\" 2\nint b = c;\n";
    let compiled = support::compile(text, DataModel::Lp64);
    let said: Vec<String> =
        compiled.diagnostics.iter().map(|diagnostic| diagnostic.location.to_string()).collect();
    assert_eq!(said, ["header.h:101:5", "main.c:7:9"]);
}

#[test]
fn declarations() {
    error("int x; char x;", "has the type 'char' here, and 'int' before");
    error("int f(void); int f(int);", "before");
    error("int f(void) { return 1; } int f(void) { return 2; }", "defined twice");
    error("int x; typedef int x;", "as something else");
    error("void f(void) { int x; int x; }", "declared twice");
    error("void f(int a, int a) { }", "two parameters are called 'a'");
    error("struct s { int a; int a; };", "two members are called 'a'");
    error("struct s { int a; }; struct s { int b; };", "defined twice");
    error("struct s; enum s { A };", "defined twice");
    error("struct s x;", "incomplete type 'struct s'");
    error("void f(void) { struct s x; }", "incomplete type 'struct s'");
    error("void x;", "can't be void");
    error("int f(void)[3];", "can't return an array");
    error("int a[-1];", "negative");
    error("int a[1.5];", "must be an integer");
    error("int n; int a[n];", "not constant");
    error("static int x = f();", "not constant");
    error("int x = 1; int y = x;", "not constant");
    error("struct s { int a : 40; };", "between 0 and 32");
    error("struct s { float f : 3; };", "must have an integer type");
    error("struct s { int a[]; int b; };", "only the last member");
    error("_Static_assert(1 == 2, \"no\");", "static assertion failed: no");
    error("_Complex double z = 1;", "complex numbers");
    error("unsigned float x;", "invalid combination of type specifiers");
    error("int a; extern int b __attribute__((alias(\"a\")));", "alias of an object");
    error(
        "typedef int v __attribute__((vector_size(8))); v g = {1};",
        "vector types: not supported",
    );
    error("struct { double _Complex z; } s = {1};", "complex numbers: not supported");
    error("int f(void) { int g(void) { return 1; ", "a nested function: not supported");
    error("void f(void) __attribute__((constructor));", "'constructor': not supported");
    fine("int x; extern int x; int x; static int f(); static int f(void) { return x; }");
    fine("typedef int T; typedef int T; T f(T T) { return T; }");
    fine("int a[]; int a[3]; extern int a[]; int n = sizeof a;");
}

#[test]
fn expressions() {
    error(
        "struct s { int x; } s; int f(void) { return s + 1; }",
        "'+' does not take 'struct s' and 'int'",
    );
    error("int f(int x) { return *x; }", "is not a pointer");
    error("int f(int x) { return x(); }", "can't be called");
    error("int f(int x) { return x.y; }", "has no member 'y'");
    error("struct s { int x; }; int f(struct s *p) { return p->y; }", "has no member 'y'");
    error("void f(void) { 1 = 2; }", "only an object");
    error("void f(const int x) { x = 2; }", "const");
    error("void f(void) { int a[2]; a = 0; }", "an array can't be assigned");
    error("int *f(void) { return &1; }", "has an address");
    error("struct s { int b : 3; } s; int *f(void) { return &s.b; }", "bit-field has no address");
    error(
        "struct a { int x; } a; struct b { int x; } b; void f(void) { a = b; }",
        "can't be converted",
    );
    error("void g(void); int f(void) { return g(); }", "can't be converted");
    error("double d; int f(void) { return d % 2; }", "'%' does not take");
    error("int f(int *p, double d) { return (int)(p * 2); }", "'*' does not take");
    error("int f(float x) { return _Generic(x, int: 1, double: 2); }", "no association");
    error("int f(void) { return sizeof(struct unknown); }", "incomplete");
    error("int x = 0x; ", "not a number");
    error("int f(void *p) { return *p; }", "void");
    error(
        "struct s { int x; } s; int f(int x) { return (x ? s : x).x; }",
        "the branches have the types",
    );
}

#[test]
fn statements() {
    error("void f(void) { break; }", "break outside");
    error("void f(void) { continue; }", "continue outside");
    error("void f(void) { case 1: ; }", "case outside");
    error("void f(int x) { switch (x) { case 1: case 1: ; } }", "another case has this value");
    error("void f(int x) { switch (x) { default: default: ; } }", "several default labels");
    error("void f(int x) { switch (x) { case x: ; } }", "expected an integer constant");
    error("void f(double x) { switch (x) { } }", "switch does not take");
    error("void f(void) { goto nowhere; }", "undefined label 'nowhere'");
    error("void f(void) { a: a: ; }", "defined twice");
    error("int f(int n) { goto in; { int a[n]; in: return 0; } }", "variable-length array");
    error("struct s { int x; } s; void f(void) { if (s) ; }", "can't be a condition");
    error("int f(void) { return 1;", "expected '}', found the end of the file");
    error("int f(void) { if (1 return 2; return 3; }", "expected ')'");
}

#[test]
fn initialisers() {
    error("int a[2] = {[3] = 1};", "beyond the array");
    error("struct s { int x; } s = {.y = 1};", "no member 'y'");
    error("int x = {.a = 1};", "a scalar has no parts");
    error("struct s { int x; } s = 3;", "can't be converted");
    error("int a[2] = 3;", "list in braces");
    error("void f(int n) { int a[n] = {1}; }", "variable length");
    fine("int a[2] = {1, 2, 3};");
    fine("char s[3] = \"abc\", t[2] = \"abc\";");
}

/// Warnings of gcc are warnings, not errors.
#[test]
fn warnings_do_not_stop() {
    fine("int f(void) { return undeclared_function(3); }");
    fine("int *f(long x) { int *p = x; return p; }");
    fine("int f(char *s, int *p) { return s == (char *)p; }");
    fine("main() { return 0; }");
    fine("int f(void) { return; }");
    fine("void f(char **p) { const char **q = p; }");
}
