//! Tests of the terms that texts denote.

use super::{declare, repeat, term};
use crate::bits::Bits;
use crate::eval;
use crate::model::{Model, Value};
use crate::op::Op;
use crate::smtlib::{
    Binding, Environment, Position, Splitter, Tape, parse_term, read_sort, read_term,
};
use crate::sort::Sort;
use crate::store::Terms;

/// Asserts that two texts denote the same term, whether or not constructors simplify.
fn check_same(left: &str, right: &str) {
    for mut terms in [Terms::new(), Terms::without_rewriting()] {
        let mut environment = declare(&mut terms);
        let left_term = term(&mut terms, &mut environment, left);
        let right_term = term(&mut terms, &mut environment, right);
        assert_eq!(left_term, right_term, "{left} and {right}");
    }
}

/// Asserts the value of a text without free symbols.
fn check_value(text: &str, expected: &str) {
    for mut terms in [Terms::new(), Terms::without_rewriting()] {
        let term = term(&mut terms, &mut Environment::new(), text);
        assert_eq!(eval(&terms, term, &Model::new()).to_string(), expected, "{text}");
    }
}

#[test]
fn literals() {
    check_value("#xaF", "#xaf");
    check_value("#b0101", "#x5");
    check_value("#b101", "#b101");
    check_value("(_ bv5 3)", "#b101");
    check_value("(_ bv256 8)", "#x00");
    check_value("(_ bv18446744073709551617 72)", "#x010000000000000001");
    check_value("#x0123456789abcdef0123456789", "#x0123456789abcdef0123456789");
    check_value("true", "true");
}

#[test]
fn operators_that_the_table_does_not_have() {
    check_value("(bvsub #x01 #x02)", "#xff");
    check_value("(bvnand #xf0 #x3c)", "#xcf");
    check_value("(bvnor #xf0 #x3c)", "#x03");
    check_value("(bvxnor #xf0 #x3c)", "#x33");
    check_value("(bvcomp #xf0 #xf0)", "#b1");
    check_value("(bvcomp #xf0 #xf1)", "#b0");
    check_value("(bvsmod #xfb #x03)", "#x01");
    check_value("(bvredor #x00)", "#b0");
    check_value("(bvredor #x10)", "#b1");
    check_value("(bvredand #xff)", "#b1");
    check_value("(bvredand #xfe)", "#b0");
    check_value("((_ rotate_left 3) #x81)", "#x0c");
    check_value("((_ rotate_right 9) #x81)", "#xc0");
    check_value("(ext_rotate_left #x81 #x0b)", "#x0c");
    check_value("(ext_rotate_right #x81 #x01)", "#xc0");
    check_value("(ext_rotate_right #x81 #x00)", "#x81");
    check_value("((_ repeat 3) #b10)", "#b101010");
    check_value("((_ zero_extend 4) #xf)", "#x0f");
    check_value("((_ sign_extend 4) #xf)", "#xff");
    check_value("((_ extract 6 3) #xf0)", "#xe");
    check_value("(xor true true true)", "true");
    check_value("(=> true false false)", "true");
    check_value("(=> false false)", "true");
    check_value("(bvnego #x80)", "true");
    check_value("(bvuaddo #xff #x01)", "true");
    check_value("(bvsaddo #x7f #x01)", "true");
    check_value("(bvsaddo #xff #x01)", "false");
    check_value("(bvusubo #x00 #x01)", "true");
    check_value("(bvssubo #x80 #x01)", "true");
    check_value("(bvumulo #x10 #x10)", "true");
    check_value("(bvsmulo #x10 #x08)", "true");
    check_value("(bvsmulo #x10 #x07)", "false");
    check_value("(bvsdivo #x80 #xff)", "true");
    check_value(
        "(select (store ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x07) #x2 #x09) #x2)",
        "#x09",
    );
}

#[test]
fn comparisons() {
    for (name, expected) in [
        ("bvult", "false"),
        ("bvule", "false"),
        ("bvugt", "true"),
        ("bvuge", "true"),
        ("bvslt", "true"),
        ("bvsle", "true"),
        ("bvsgt", "false"),
        ("bvsge", "false"),
    ] {
        check_value(&format!("({name} #xff #x01)"), expected);
    }
}

#[test]
fn more_than_two_arguments() {
    check_same("(and p q r)", "(and (and p q) r)");
    check_same("(and p)", "p");
    check_same("(or p q r)", "(or (or p q) r)");
    check_same("(xor p q r)", "(xor (xor p q) r)");
    check_same("(=> p q r)", "(=> p (=> q r))");
    check_same("(bvadd a b c)", "(bvadd (bvadd a b) c)");
    check_same("(bvxor a b c)", "(bvxor (bvxor a b) c)");
    check_same("(concat a b n)", "(concat (concat a b) n)");
    check_value("(= #x1 #x1 #x1)", "true");
    check_value("(= #x1 #x1 #x2)", "false");
    check_value("(distinct #x1 #x2 #x3)", "true");
    check_value("(distinct #x1 #x2 #x1)", "false");
}

#[test]
fn let_binds_all_at_once_and_hides() {
    check_same("(let ((a b) (b a)) (bvsub a b))", "(bvsub b a)");
    check_same("(bvadd (let ((a b)) a) a)", "(bvadd b a)");
    check_same("(let ((x a)) (let ((x (bvnot x))) (bvand x b)))", "(bvand (bvnot a) b)");
    check_same("(let ((x a)) (bvudiv (let ((x b)) x) x))", "(bvudiv b a)");
}

#[test]
fn bars_comments_and_attributes() {
    check_same("|a|", "a");
    check_same("(bvadd ; one ) ; and \n a |b|)", "(bvadd a b)");
    check_same("(! (bvadd a b) :pattern (a) :weight 3 :flag)", "(bvadd a b)");
    check_same("(as a (_ BitVec 8))", "a");
    check_same("((as f (_ BitVec 8)) a n)", "(f a n)");
}

#[test]
fn a_named_term_is_bound() {
    let mut terms = Terms::new();
    let mut environment = declare(&mut terms);
    let text = "(and (! (bvult a b) :named first) (not first))";
    let tape = Tape::parse(text, Position::START).unwrap().unwrap();
    let reading = read_term(&mut terms, &mut environment, &[], tape.root()).unwrap();
    let first = term(&mut terms, &mut environment, "(bvult a b)");
    assert_eq!(reading.named, [("first".to_owned(), first)]);
    assert_eq!(term(&mut terms, &mut environment, "first"), first);
}

#[test]
fn an_error_takes_back_the_names_before_it() {
    let mut terms = Terms::new();
    let mut environment = declare(&mut terms);
    assert!(parse_term(&mut terms, &mut environment, "(and (! p :named x) oops)").is_err());
    assert!(environment.get("x").is_none());
}

#[test]
fn parameters_and_definitions() {
    let mut terms = Terms::new();
    let mut environment = declare(&mut terms);
    let x = terms.symbol("x", Sort::Bits(8));
    let tape = Tape::parse("(bvsub x a)", Position::START).unwrap().unwrap();
    let body = read_term(&mut terms, &mut environment, &[("x", x)], tape.root()).unwrap().term;
    let defined = crate::smtlib::Macro { parameters: vec![x], body };
    environment.bind("minus-a", Binding::Macro(defined.into()));
    let applied = term(&mut terms, &mut environment, "(minus-a (minus-a b))");
    assert_eq!(applied, term(&mut terms, &mut environment, "(bvsub (bvsub b a) a)"));
}

#[test]
fn scopes_forget() {
    let mut terms = Terms::new();
    let mut environment = Environment::new();
    environment.push();
    assert!(environment.declare(&mut terms, "x", Sort::Bool).is_some());
    assert!(environment.declare(&mut terms, "x", Sort::Bool).is_none());
    assert!(environment.pop());
    assert!(environment.declare(&mut terms, "x", Sort::Bits(2)).is_some());
    assert!(!environment.pop());
}

#[test]
fn sorts() {
    let mut environment = Environment::new();
    let define = "(Mem (E) (Array (_ BitVec 32) E))";
    let tape = Tape::parse(define, Position::START).unwrap().unwrap();
    let [name, parameters, sort] = tape.root().exactly("three").unwrap();
    environment.define_sort(name, parameters, sort).unwrap();
    let tape = Tape::parse("(Mem (_ BitVec 8))", Position::START).unwrap().unwrap();
    let sort = read_sort(&environment, tape.root()).unwrap();
    assert_eq!(sort, Sort::Array { index: 32, element: 8 });
}

#[test]
fn commands_come_out_when_they_are_complete() {
    let input = "(echo \"a)\"\"(\") ; )\n (x |)| (y))(z)  ";
    let expected = ["(echo \"a)\"\"(\")", " ; )\n (x |)| (y))", "(z)"];
    for step in 1..input.len() {
        let mut splitter = Splitter::new();
        let mut found = Vec::new();
        for bytes in input.as_bytes().chunks(step) {
            splitter.push(bytes);
            while let Some(chunk) = splitter.next_chunk() {
                found.push(chunk.unwrap());
            }
        }
        let texts: Vec<&str> = found.iter().map(|chunk| chunk.text.as_str()).collect();
        assert_eq!(texts, expected);
        assert_eq!(found[2].origin.to_string(), "2:13");
        assert_eq!(splitter.finish().unwrap().text, "  ");
    }
}

#[test]
fn words_come_out_when_they_end() {
    let mut splitter = Splitter::new();
    splitter.push(b"sat\n; note\n\"ok\" uns");
    assert_eq!(splitter.next_chunk().unwrap().unwrap().text, "sat");
    assert_eq!(splitter.next_chunk().unwrap().unwrap().text, "\n; note\n\"ok\"");
    assert_eq!(splitter.next_chunk(), None);
    splitter.push(b"at(");
    assert_eq!(splitter.next_chunk().unwrap().unwrap().text, " unsat");
    assert_eq!(splitter.next_chunk(), None);
}

const DEEP: usize = 200_000;

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let mut terms = Terms::without_rewriting();
    let mut environment = declare(&mut terms);
    let text = repeat("(bvnot ", DEEP) + "a" + &repeat(")", DEEP);
    let deep = term(&mut terms, &mut environment, &text);
    let model = Model::new();
    assert_eq!(eval(&terms, deep, &model), Value::Bits(Bits::new(8, 0)));

    let right = repeat("(bvadd a ", DEEP) + "b" + &repeat(")", DEEP);
    term(&mut terms, &mut environment, &right);
}

#[test]
fn deep_lets_do_not_overflow_the_stack() {
    let mut terms = Terms::without_rewriting();
    let mut environment = declare(&mut terms);
    let in_body = repeat("(let ((a (bvadd a b))) ", DEEP) + "a" + &repeat(")", DEEP);
    let sum = term(&mut terms, &mut environment, &in_body);
    assert_eq!(terms.op(sum), Op::BvAdd);
    let in_value = repeat("(let ((x ", DEEP) + "a" + &repeat(")) x)", DEEP);
    let a = term(&mut terms, &mut environment, "a");
    assert_eq!(term(&mut terms, &mut environment, &in_value), a);
}
