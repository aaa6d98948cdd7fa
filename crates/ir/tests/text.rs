//! The text form: a printed module reads back as an equal one, and malformed text is rejected with its line.

use ir::read::read;
use ir::text::print;
use ir::verify::verify;

/// Every kind of table entry, instruction and terminator.
const WHOLE: &str = r#"module lp64
file "a.c"
file "dir/b \"q\".h"
message "inline assembly"
type t0 = void
type t1 = int 32 signed "int"
type t2 = pointer t3
type t3 = struct "node" size 16 align 8 {
  0 t2 "next"
  8 t1 "bits" bits 3 5
}
type t4 = array t1 10
type t5 = array t1 unknown
type t6 = function t1 (t1, t2) variadic
type t7 = union "" size 4 align 4 {
}
type t8 = struct "later" incomplete
type t9 = float 64 "double"
type t10 = bool
global g0 "x" t1 size 4 align 4 @0:1:5 bytes 2a000000
global g1 "" t4 size 40 align 4 internal constant string @0:0:0
global g2 "p" t2 size 24 align 8 thread @1:2:3 bytes 0000000000000000ff at 0 g0 -4 at 16 fn1 0
global g3 "outside" t1 size 4 align 4 external @0:9:1
function fn0 "outer" t6 i32 t1 (i32 t1 "n", ptr t2 "") variadic @0:3:5
function fn1 "main" t6 i32 t1 () internal noreturn @0:4:5 {
  register r0 i32
  register r1 i32
  register r2 i1
  register r3 ptr
  register r4 ptr
  register r5 i64
  register r6 i128
  register r7 f64
  register r8 f80
  register r9 i8
  local l0 "a" t4 @0:5:7
  scope s0
  scope s1 in s0 "a" t4 memory r3 "i" t1 register r0 "g" t1 global g0
b0:
  r6 = const i128 1 18446744073709551615 @0:5:1 s0
  r0 = move i32 7
  r1 = undef
  r0 = neg i32 r1
  r0 = not i32 r1
  r0 = clz i32 r1
  r0 = add i32 r0, 4294967295 @0:6:1 s1
  r2 = fits mul signed i32 r0, 3
  check signed-overflow r2 i32 r0, 3
  r0 = sdiv i32 r0, 3
  r2 = slt i32 r0, r1
  r2 = eq ptr r3, 0
  r0 = select i32 r2, r0, r1
  r5 = sext i32 r0 i64
  r4 = inttoptr i64 r5 ptr
  r2 = floatfits unsigned f64 r7 i32
  r8 = ftof f64 r7 f80
  r8 = fneg f80 r8
  r7 = fadd f64 r7, 4607182418800017408
  r2 = fle f64 r7, 0
  r3 = begin l0 40, 16
  r0 = load i32 r3
  store i32 r3, r0
  r3 = address g0  # x
  r3 = address fn0  # outer
  r3 = ptradd r3, 18446744073709551612
  r5 = ptrsub r3, r4
  copy r3, r4, 40
  fill r3, 255, r5
  r0 = call i32 fn0(i32 r0, ptr 0; f64 r7, ptr r3)  # outer
  call i32 *r3(ptr r3)
  call void *r3()
  vastart r3
  r9 = vaarg i8 r3
  r4 = vaarg ptr r3 aggregate 24
  vacopy r3, r4
  vaend r3
  end l0
  unsupported m0
  branch r2 b1 b2
b1:
  switch signed i32 r0 b3 [0..0 b2, 4294967295..4294967295 b3, 5..9 b4] @1:7:1 s0
b2:
  jump b3 @0:7:1 s0
b3:
  return r0 @0:8:1 s0
b4:
  unreachable @0:9:1 s0
}
function fn2 "big" t6 void t3 (ptr t3 "") result unprototyped @0:1:1 {
  scope s0
b0:
  return @0:1:1 s0
}
"#;

#[test]
fn the_whole_language_reads_back() {
    let module = read(WHOLE).expect("the text is well formed");
    assert_eq!(verify(&module), []);
    assert_eq!(print(&module), WHOLE);
    assert_eq!(read(&print(&module)), Ok(module));
}

#[test]
fn malformed_texts_are_refused_with_their_line() {
    let cases = [
        ("", 1),
        ("module lp63", 1),
        ("module lp64\nnonsense", 2),
        ("module lp64\ntype t1 = void", 2),
        ("module lp64\ntype t0 = int x", 2),
        ("module lp64\nfile \"a", 2),
        ("module lp64\nfile \"\\u{zz}\"", 2),
        ("module lp64\nfunction fn0 \"f\" t0 void t0 () @0:0:0 {\nb0:\n  r0 = frob i32 1", 4),
        ("module lp64\nfunction fn0 \"f\" t0 void t0 () @0:0:0 {\nb0:\n  jump", 4),
        ("module lp64\nfunction fn0 \"f\" t0 void t0 () @0:0:0 {\nb1:", 3),
        ("module lp64\nglobal g0 \"x\" t0 size 1 align 1 @0:0:0 bytes 0", 2),
    ];
    for (text, line) in cases {
        let error = read(text).expect_err(text);
        assert_eq!(error.line, line, "{text}: {error}");
    }
}

#[test]
fn no_prefix_of_a_text_makes_the_reader_panic() {
    for end in 0..WHOLE.len() {
        let _ = read(&WHOLE[..end]).map(|module| verify(&module));
    }
}

/// Each line of the verifier's documentation, broken once: `(what to replace, by what, part of the message)`.
#[test]
fn the_verifier_finds_each_broken_rule() {
    let cases = [
        ("global g0 \"x\" t1", "global g0 \"x\" t77", "not a type"),
        ("@0:3:5", "@9:3:5", "not a file"),
        ("unsupported m0", "unsupported m7", "m7 does not exist"),
        ("address fn0", "address fn9", "fn9 does not exist"),
        ("address g0", "address g9", "g9 does not exist"),
        ("8 t1 \"bits\"", "16 t1 \"bits\"", "not inside"),
        ("bits 3 5", "bits 9 5", "malformed"),
        ("size 16 align 8 {", "size 16 align 3 {", "alignment 3"),
        ("type t4 = array t1 10", "type t4 = array t4 10", "array of itself"),
        ("bytes 2a000000", "bytes 2a00000000", "more bytes"),
        ("at 0 g0 -4 at 16", "at 0 g0 -4 at 4", "misplaced"),
        ("at 0 g0 -4", "at 0 g9 -4", "points to nothing"),
        ("bytes 0000000000000000ff", "bytes 0100000000000000ff", "lies over bytes"),
        ("external @0:9:1", "external @0:9:1 bytes 01", "external and has a value"),
        ("global g3 \"outside\"", "global g3 \"x\"", "defined twice"),
        ("void t3 (ptr t3 \"\") result", "i32 t3 (ptr t3 \"\") result", "returns by pointer"),
        ("scope s1 in s0", "scope s1 in s1", "wrong parent"),
        ("memory r3", "memory r0", "has no storage"),
        ("r0 = move i32 7", "r77 = move i32 7", "r77 does not exist"),
        ("end l0", "end l5", "l5 does not exist"),
        ("jump b3", "jump b9", "b9 does not exist"),
        ("sdiv i32 r0, 3", "sdiv i32 r5, 3", "r5 is i64, not i32"),
        ("fill r3, 255", "fill r3, 256", "256 does not fit i8"),
        ("r0 = neg i32", "r5 = neg i32", "r5 is i64, not i32"),
        ("r7 = fadd f64 r7, 4607182418800017408", "r0 = fadd i32 r0, 1", "not a float type"),
        ("sext i32 r0 i64", "trunc i32 r0 i64", "trunc from i32 to i64"),
        ("r0 = load i32 r3", "r2 = load i1 r3", "does not live in memory"),
        ("begin l0 40, 16", "begin l0 40, 12", "alignment 12"),
        ("fn0(i32 r0, ptr 0;", "fn0(i32 r0;", "not those that the function declares"),
        ("r0 = call i32 fn0", "r5 = call i64 fn0", "expects a result of another type"),
        ("return r0", "return r5", "r5 is i64, not i32"),
        ("4294967295..4294967295", "6..6", "overlap"),
        ("branch r2", "branch r0", "r0 is i32, not i1"),
        ("call void *r3()", "r0 = call void *r3()", "has a destination"),
    ];
    for (good, bad, message) in cases {
        assert!(WHOLE.contains(good), "{good}");
        let module =
            read(&WHOLE.replacen(good, bad, 1)).unwrap_or_else(|error| panic!("{bad}: {error}"));
        let errors = verify(&module);
        let found = errors.iter().any(|error| error.to_string().contains(message));
        assert!(found, "{bad}: expected '{message}', found {errors:?}");
    }
}

#[test]
fn types_describe_themselves() {
    let module = read(WHOLE).expect("the text is well formed");
    let text = |index| module.types.describe(ir::TypeId(index));
    assert_eq!([text(1), text(2), text(4), text(5)], ["int", "struct node *", "int[10]", "int[]"]);
    let layout = module.types.layout(ir::TypeId(4), module.model);
    assert_eq!(layout, Some(ir::Layout::new(40, 4)));
    assert_eq!(module.types.layout(ir::TypeId(5), module.model), None);
}
