//! Undefined behaviour has a check before it that fails, and defined behaviour passes all checks.

mod support;

use ir::DataModel;
use support::interp::{Stop, run};

/// Runs `main` with this body, and returns how it stops.
fn ends(body: &str) -> Stop {
    let text =
        format!("int opaque(int x) {{ return x; }}\nint main(void) {{\n{body}\nreturn 0;\n}}");
    run(&support::module(&text, DataModel::Lp64), 1_000_000).stop
}

fn fails(body: &str, kind: &'static str) {
    assert_eq!(ends(body), Stop::Check(kind, 3), "{body}");
}

fn holds(body: &str) {
    assert_eq!(ends(body), Stop::Exit(0), "{body}");
}

#[test]
fn signed_overflow() {
    fails("int x = opaque(0x7fffffff); x + 1;", "signed-overflow");
    fails("int x = opaque(-0x7fffffff - 1); x - 1;", "signed-overflow");
    fails("int x = opaque(65536); x * x;", "signed-overflow");
    fails("int x = opaque(-0x7fffffff - 1); -x;", "signed-overflow");
    fails("int x = opaque(-0x7fffffff - 1); x / opaque(-1);", "division-overflow");
    fails("int x = opaque(-0x7fffffff - 1); x % opaque(-1);", "division-overflow");
    fails("int x = opaque(0x7fffffff); x++;", "signed-overflow");
    fails("int x = opaque(-0x7fffffff - 1); --x;", "signed-overflow");
    fails("int x = opaque(0x7fffffff); x += 1;", "signed-overflow");
    fails("long x = 0x7fffffffffffffff; x += opaque(1);", "signed-overflow");
    fails("int x = 0x7fffffff + 1;", "signed-overflow");
    fails("short s = opaque(256); s * 0x7fffffff;", "signed-overflow");
    fails("int x = opaque(1); x << 31;", "signed-overflow");
    fails("int x = opaque(-1); x << 1;", "signed-overflow");
    fails("__int128 x = (__int128)1 << 126; x * 2;", "signed-overflow");
}

#[test]
fn wrapping_and_conversions_are_defined() {
    holds("unsigned x = opaque(-1); x + 1; x * x; x - 5; -x; x << 31; x++;");
    holds(
        "signed char c = 127; c++; c = opaque(300); short s = 32767; s += 1; unsigned char u = 0; u--;",
    );
    holds("int x = opaque(-7); x >> 1; x / 2; x % 2; (unsigned)x / 3;");
    holds("int x = opaque(0x7fffffff); (long)x + 1; (char)x;");
    holds("int x = opaque(1) << 30; x = opaque(0) << 31;");
    holds("unsigned short a = 65535; unsigned b = a * (unsigned)a;");
}

#[test]
fn division_by_zero() {
    fails("int x = opaque(0); 1 / x;", "division-by-zero");
    fails("unsigned x = opaque(0); 1 % x;", "division-by-zero");
    fails("int x = 5; x /= opaque(0);", "division-by-zero");
    fails("int x = 1 / 0;", "division-by-zero");
    holds("double x = opaque(0); 1 / x;");
}

#[test]
fn shifts() {
    fails("int x = opaque(32); 1u << x;", "shift");
    fails("int x = opaque(-1); 1 >> x;", "shift");
    fails("unsigned long x = 64; 1ul >> x;", "shift");
    fails("int x = 1; x <<= opaque(40);", "shift");
    holds("int x = opaque(63); 1ul << x; 1ull >> x;");
    holds("char c = 1; c << 20; c >> 31;");
}

#[test]
fn other_rules() {
    fails("int n = opaque(0); char a[n];", "empty-array");
    fails("int n = opaque(-5); char a[n];", "array-length");
    fails("double d = opaque(1) * 3e9; (int)d;", "float-to-int");
    fails("double d = opaque(0) / 0.0; (long)d;", "float-to-int");
    fails("float f = opaque(-1); (unsigned)f;", "float-to-int");
    fails("int x = (int)2147483648.0f;", "float-to-int");
    fails("if (opaque(1)) __builtin_unreachable();", "unreachable");
    holds("double d = opaque(1) * 3e9; (unsigned)d; d = -0.5; (unsigned)d;");
}

/// Undefined behaviour in code that is not executed is no error.
#[test]
fn only_what_is_executed_counts() {
    holds("int x = opaque(0); if (x) 1 / 0; x && 1 / x; x ? 1 / x : 0; !x || 1 / x;");
    holds("if (opaque(0)) __asm__(\"nop\"); sizeof(1 / 0);");
    let unsupported = Stop::Other("unsupported: inline assembly".to_owned());
    assert_eq!(ends("__asm__(\"nop\");"), unsupported);
    assert_eq!(ends("int x; __asm__(\"\" : \"=r\"(x));"), unsupported);
    let swap = "int x = 1, y = 2; __asm__(\"\" : \"=r\"(x), \"=r\"(y) : \"0\"(y), \"1\"(x));";
    assert_eq!(ends(swap), unsupported);
    holds("int x = 1; __asm__(\"\" : \"+r\"(x)); __asm__(\"\" : : \"r\"(x));");
    holds("__asm__ volatile(\"\"); __asm__ volatile(\"\" : : : \"memory\"); __asm__(\"\" ::);");
}
