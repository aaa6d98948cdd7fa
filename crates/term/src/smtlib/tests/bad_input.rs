//! Invalid texts, each with the position and the message of its error.

use super::{declare, repeat};
use crate::smtlib::{Position, Splitter, Tape, parse_term};
use crate::store::Terms;

fn check(text: &str, expected: &str) {
    let mut terms = Terms::new();
    let mut environment = declare(&mut terms);
    match parse_term(&mut terms, &mut environment, text) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => assert_eq!(error.to_string(), expected, "{text}"),
    }
}

#[test]
fn malformed_text() {
    check("", "1:1: expected a term, found nothing");
    check("  ; nothing", "1:1: expected a term, found nothing");
    check("(", "1:1: unterminated list: this `(` is never closed");
    check("(and p\n  (or q", "1:1: unterminated list: this `(` is never closed");
    check(")", "1:1: `)` without `(`");
    check("p)", "1:2: `)` without `(`");
    check("p q", "1:3: expected the end of the text, found `q`");
    check("(and p\n |q", "2:2: unterminated symbol: its closing `|` is missing");
    check("|a\\b|", "1:3: unexpected character '\\\\'");
    check("(and \"abc", "1:6: unterminated string");
    check("(and p {)", "1:8: unexpected character '{'");
    check("(é p)", "1:2: unexpected character 'é'");
    check("#", "1:2: unterminated word");
    check("#b2", "1:3: unexpected character '2'");
    check("#b01x", "1:5: unexpected character 'x'");
    check("#xg", "1:3: unexpected character 'g'");
    check("#o7", "1:2: unexpected character 'o'");
    check("12ab", "1:3: unexpected character 'a'");
    check("1.", "1:3: unterminated word");
    check("(: p)", "1:3: unexpected character ' '");
}

#[test]
fn meaningless_terms() {
    check("()", "1:1: expected a term, found `()`");
    check("x", "1:1: unknown symbol `x`");
    check("(and p\n     (foo q))", "2:7: unknown symbol `foo`");
    check("(p)", "1:2: expected a function; this is a constant, found `p`");
    check("((p))", "1:2: expected an operator or a function, found `(p)`");
    check("(#x1 p)", "1:2: expected an operator or a function, found `#x1`");
    check("and", "1:1: expected a term; an operator stands after `(`, found `and`");
    check("f", "1:1: `f` takes 2 arguments, not 0");
    check("(f a)", "1:1: `f` takes 2 arguments, not 1");
    check("(f a a)", "1:6: argument 2 of `f` has sort (_ BitVec 8), expected (_ BitVec 4)");
    check(":key", "1:1: expected a term, found `:key`");
    check("(let ((x p)) (x))", "1:15: expected a function; this is a local name, found `x`");
    check("(as p (_ BitVec 8))", "1:5: expected a term of sort (_ BitVec 8), found `p`");
    check("(as p)", "1:1: expected `(as term sort)`, found `(as p)`");
}

#[test]
fn arity_and_sorts() {
    check("(not)", "1:1: `not` takes one argument, not 0");
    check("(not p q)", "1:1: `not` takes one argument, not 2");
    check("(and)", "1:1: `and` takes at least one argument, not 0");
    check("(= a)", "1:1: `=` takes at least two arguments, not 1");
    check("(ite p a)", "1:1: `ite` takes 3 arguments, not 2");
    check("(bvsub a b c)", "1:1: `bvsub` takes 2 arguments, not 3");
    check("(and p a)", "1:8: argument 2 of `and` has sort (_ BitVec 8), expected Bool");
    check(
        "(bvadd a n)",
        "1:10: argument 2 of `bvadd` has sort (_ BitVec 4), expected (_ BitVec 8)",
    );
    check("(bvadd p q)", "1:8: argument 1 of `bvadd` has sort Bool, expected a bit-vector");
    check("(= a p)", "1:6: argument 2 of `=` has sort Bool, expected (_ BitVec 8)");
    check("(ite a p q)", "1:6: argument 1 of `ite` has sort (_ BitVec 8), expected Bool");
    check("(ite p a n)", "1:10: argument 3 of `ite` has sort (_ BitVec 4), expected (_ BitVec 8)");
    check("(concat a p)", "1:11: argument 2 of `concat` has sort Bool, expected a bit-vector");
    check("(select a n)", "1:9: argument 1 of `select` has sort (_ BitVec 8), expected an array");
    check(
        "(select m a)",
        "1:11: argument 2 of `select` has sort (_ BitVec 8), expected (_ BitVec 4)",
    );
    check(
        "(store m n n)",
        "1:12: argument 3 of `store` has sort (_ BitVec 4), expected (_ BitVec 8)",
    );
    check(
        "((as const (Array (_ BitVec 4) (_ BitVec 8))) n)",
        "1:47: argument 1 of `const` has sort (_ BitVec 4), expected (_ BitVec 8)",
    );
}

#[test]
fn indices_and_widths() {
    check("(extract a)", "1:2: expected `(_ extract n m)`, found `extract`");
    check("((_ extract 1) a)", "1:2: `extract` takes 2 numbers, not 1");
    check(
        "((_ extract 8 0) a)",
        "1:1: expected `(_ extract high low)` with low <= high < 8, found `(_ extract 8 0)`",
    );
    check(
        "((_ extract 0 1) a)",
        "1:1: expected `(_ extract high low)` with low <= high < 8, found `(_ extract 0 1)`",
    );
    check(
        "((_ repeat 0) a)",
        "1:1: expected `(_ repeat times)` with times >= 1, found `(_ repeat 0)`",
    );
    check(
        "((_ bvnot 1) a)",
        "1:5: expected an operator with numbers, such as `extract`, found `bvnot`",
    );
    check("((_ extract x 0) a)", "1:13: expected a number, found `x`");
    check(
        "((_ extract 99999999999 0) a)",
        "1:13: expected a number below 1048576, found `99999999999`",
    );
    check(
        "((_ zero_extend 1048576) a)",
        "1:1: a bit-vector of 1048584 bits: widths are from 1 to 1048576",
    );
    check(
        "((_ repeat 1000000) a)",
        "1:1: a bit-vector of 8000000 bits: widths are from 1 to 1048576",
    );
    check("(_ bv1 0)", "1:8: a bit-vector of 0 bits: widths are from 1 to 1048576");
    check("(_ bv1 1048577)", "1:8: a bit-vector of 1048577 bits: widths are from 1 to 1048576");
    check(
        "(_ bv1 99999999999999999999)",
        "1:8: a bit-vector of 18446744073709551615 bits: widths are from 1 to 1048576",
    );
    check("(_ bv 8)", "1:1: expected `(_ bvN width)`, found `(_ bv 8)`");
    check("(_ bvx 8)", "1:1: expected `(_ bvN width)`, found `(_ bvx 8)`");
    check("(_ bv1)", "1:1: expected `(_ bvN width)`, found `(_ bv1)`");
    check("((as const (_ BitVec 8)) a)", "1:12: expected an array sort, found `(_ BitVec 8)`");
    check(
        "((as const (Array (_ BitVec 0) (_ BitVec 8))) a)",
        "1:29: a bit-vector of 0 bits: widths are from 1 to 1048576",
    );
    check("((as const (Array Foo (_ BitVec 8))) a)", "1:19: unknown sort `Foo`");
}

#[test]
fn lets_and_attributes() {
    check("(let)", "1:1: expected `(let ((name term) ...) term)`, found `(let)`");
    check("(let p p)", "1:6: expected a list of at least one `(name term)`, found `p`");
    check("(let ((x)) x)", "1:7: expected `(name term)`, found `(x)`");
    check("(let ((#x1 p)) p)", "1:8: expected a name, found `#x1`");
    check("(let ((and p)) p)", "1:8: `and` already has a meaning");
    check("(let ((x p) (x q)) x)", "1:6: `x` already has a meaning");
    check("(let ((x p) (y x)) y)", "1:16: unknown symbol `x`");
    check("(!)", "1:1: expected `(! term :attribute ...)`, found `(!)`");
    check("(! p q)", "1:6: expected an attribute, such as `:named`, found `q`");
    check("(! p :named)", "1:6: expected a name, found `:named`");
    check("(! p :named a)", "1:13: `a` already has a meaning");
}

#[test]
fn outside_of_what_is_implemented() {
    check(
        "(bvadd 1 2)",
        "1:8: not supported: the constant `1`; bit-vectors are written #b, #x or (_ bvN w)",
    );
    check("(forall ((x Bool)) x)", "1:2: not supported: `forall`");
    check(
        "((as const (Array Bool (_ BitVec 8))) a)",
        "1:19: not supported: arrays of `Bool`; only arrays from bit-vectors to bit-vectors are",
    );
    let deep = repeat("(Array (_ BitVec 1) ", 100_000) + "Bool" + &repeat(")", 100_000);
    let mut terms = Terms::new();
    let mut environment = declare(&mut terms);
    let text = format!("((as const {deep}) a)");
    let error = parse_term(&mut terms, &mut environment, &text).unwrap_err();
    assert!(error.to_string().ends_with("not supported: sorts nested this deeply"), "{error}");
}

#[test]
fn bytes_that_are_not_text() {
    let mut splitter = Splitter::new();
    splitter.push(b"(a)\n (b \xff)");
    assert!(splitter.next_chunk().unwrap().is_ok());
    let error = splitter.next_chunk().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "2:5: this is not UTF-8 text");
}

#[test]
fn unbalanced_depths() {
    let open = repeat("(", 1_000_000);
    assert!(Tape::parse(&open, Position::START).is_err());
    let balanced = open + &repeat(")", 1_000_000);
    assert!(Tape::parse(&balanced, Position::START).is_ok());
    let mut terms = Terms::new();
    let mut environment = declare(&mut terms);
    assert!(parse_term(&mut terms, &mut environment, &balanced).is_err());
}

/// Checks that truncated and mutated texts yield errors or terms, never a panic.
#[test]
fn changed_texts_do_not_panic() {
    let text = "(let ((x (bvadd a #x0f)) (|y z| ((_ extract 3 0) b))) (! (and (= x (f x |y z|)) \
        (= (select m |y z|) ((_ sign_extend 4) (_ bv3 4)))) :named top))";
    let pieces = ["(", ")", "|", "\"", "#", "_", "let", "8", "(_ bv1 1)", " ", "as", "é", "a"];
    let mut seed = 12345u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for _ in 0..20_000 {
        let mut changed = text.to_owned();
        for _ in 0..=random(3) {
            let at = (0..=random(changed.len() + 1)).rev().find(|&at| changed.is_char_boundary(at));
            let at = at.unwrap_or(0);
            match random(3) {
                0 => changed.truncate(at),
                1 => changed.insert_str(at, pieces[random(pieces.len())]),
                _ => {
                    if at < changed.len() {
                        changed.remove(at);
                    }
                }
            }
        }
        let mut terms = Terms::new();
        let mut environment = declare(&mut terms);
        let _ = parse_term(&mut terms, &mut environment, &changed);
    }
}
