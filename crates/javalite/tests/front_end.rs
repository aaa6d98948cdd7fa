//! Texts to programs, and what is said about texts that are none.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use ir::DataModel;

/// A class with a field of each type, another without any, and a method with this result and this body.
fn with_body(returns: &str, body: &str) -> String {
    format!(
        "(((class Node ([int value] [bool mark] [Node next])
             ((bool visit [Node other] true)
              ({returns} m [Node x] {body})))
           (class Other () ()))
          (Node visit))"
    )
}

/// What is said about a text: line, column, message.
fn said(text: &str) -> Vec<String> {
    match javalite::read("a.javalite", text.as_bytes()) {
        Ok(_) => Vec::new(),
        Err(all) => all
            .iter()
            .map(|it| format!("{}:{}: {}", it.place.line, it.place.column, it.message))
            .collect(),
    }
}

/// What is said about a body, without the places.
fn about(returns: &str, body: &str) -> Vec<String> {
    let without_place = |line: String| line.splitn(3, ':').nth(2).unwrap().trim().to_owned();
    said(&with_body(returns, body)).into_iter().map(without_place).collect()
}

#[test]
fn every_form_is_lowered_to_a_program_that_fits_together() {
    for (returns, body) in [
        ("Node", "x"),
        ("Node", "this"),
        ("Node", "null"),
        ("Node", "(new Node)"),
        ("Other", "(new Other)"),
        ("Node", "((x $ next) $ next)"),
        ("bool", "(x @ visit (x $ next))"),
        ("bool", "(x = null)"),
        ("bool", "(null = null)"),
        ("bool", "((x $ mark) = true)"),
        ("bool", "((x $ value) = -2147483648)"),
        ("Node", "(x := (x $ next))"),
        ("Node", "(x $ next := null)"),
        ("int", "(x $ value := 3)"),
        ("int", "(if (x $ mark) 1 else 2)"),
        ("Node", "(if true x else null)"),
        ("bool", "(begin (if true 1 else x) (begin) true)"),
        ("int", "(var int y := 1 in (begin (y := (y + 1)) y))"),
        ("int", "(var int x := 1 in (x * (x - 3)))"),
        ("bool", "(begin (while ((x $ value) < 3) (x := (x $ next))) false)"),
        ("bool", "((1 <= 2) and ((2 > 1) or (not (2 >= 3))))"),
        ("bool", "(assert (x = x))"),
        ("int", "((x $ value) + (begin (x := (new Node)) (x $ value)))"),
        ("Node", "(begin (this := x) this)"),
    ] {
        let text = with_body(returns, body);
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let module = javalite::compile("a.javalite", text.as_bytes(), model);
            let module = module.unwrap_or_else(|wrong| panic!("{body}: {}", wrong[0]));
            let wrong = ir::verify::verify(&module);
            assert!(wrong.is_empty(), "{body}: {}\n{}", wrong[0], ir::text::print(&module));
            let printed = ir::text::print(&module);
            assert_eq!(ir::read::read(&printed).unwrap(), module, "{body}");
        }
    }
}

#[test]
fn types_that_do_not_fit() {
    for (returns, body, message) in [
        ("int", "x", "`int` is expected, not `Node`"),
        ("Node", "1", "`Node` is expected, not `int`"),
        ("bool", "null", "`bool` is expected, not `null`"),
        ("bool", "(begin)", "`bool` is expected, not something without a value"),
        ("int", "(if true 1 else true)", "`int` is expected, not something without a value"),
        ("int", "(if 1 1 else 2)", "`bool` is expected, not `int`"),
        ("bool", "(x = 1)", "`Node` and `int` are never the same"),
        ("bool", "(x = (new Other))", "`Node` and `Other` are never the same"),
        ("bool", "((begin) = 1)", "one of the two has no value"),
        ("int", "(x + 1)", "`int` is expected, not `Node`"),
        ("bool", "(not 1)", "`bool` is expected, not `int`"),
        ("Node", "(x := 1)", "`Node` is expected, not `int`"),
        ("Node", "(x $ next := true)", "`Node` is expected, not `bool`"),
        ("bool", "(x @ visit 1)", "`Node` is expected, not `int`"),
        ("int", "(null $ value)", "`null` is of no class: it has no members"),
        ("int", "(1 $ value)", "`int` has no members"),
        ("int", "((begin) $ value)", "there is no value here"),
        ("int", "(var bool y := 1 in 2)", "`bool` is expected, not `int`"),
    ] {
        assert_eq!(about(returns, body), [message], "{body}");
    }
}

#[test]
fn names_that_mean_nothing() {
    for (body, message) in [
        ("y", "there is no variable `y`"),
        ("(new Tree)", "there is no class `Tree`"),
        ("(x $ left)", "class `Node` has no field `left`"),
        ("(x @ leave x)", "class `Node` has no method `leave`"),
        ("(y := x)", "there is no variable `y`"),
        ("(begin (var Node y := x in y) y)", "there is no variable `y`"),
        ("(var Node this := x in x)", "`this` is no name: it has a meaning of its own"),
        ("(var Node in := x in x)", "`in` is no name: it has a meaning of its own"),
        ("x:=x", "`x:=x` is no name"),
        ("2147483648", "`2147483648` is not a number of 32 bits"),
        ("1x", "`1x` is not a number of 32 bits"),
    ] {
        assert_eq!(about("Node", body), [message], "{body}");
    }
}

#[test]
fn forms_that_are_none() {
    for (body, message) in [
        ("()", "this is no expression"),
        ("(x)", "this is no expression"),
        ("(x y z)", "this is no expression"),
        ("(x = x x)", "this is no expression"),
        ("((x) (x))", "this is no expression"),
        ("(if true x x)", "the form is `(if e e else e)`"),
        ("(new)", "the form is `(new C)`"),
        ("(var Node y = x in x)", "the form is `(var T x := e in e)`"),
        ("(while true)", "the form is `(while e e)`"),
        ("(assert)", "the form is `(assert e)`"),
        ("(not x x)", "the form is `(not e)`"),
    ] {
        assert_eq!(about("Node", body), [message], "{body}");
    }
}

#[test]
fn programs_that_are_none() {
    for (text, expected) in [
        ("", &["1:1: there is no program"][..]),
        ("; nothing", &["1:1: there is no program"]),
        ("x", &["1:1: a program is `((class ...) ...)` and `(C m)` in brackets"]),
        ("(() (C m)) ()", &["1:12: a file is one program: nothing may follow it"]),
        ("(() (C m))", &["1:6: there is no class `C`"]),
        ("(x (C m))", &["1:2: a list of classes is expected"]),
        (
            "((x) C)",
            &[
                "1:3: a class is `(class C ([T f] ...) (method ...))`",
                "1:6: what is checked is `(C m)`: a class and a method",
            ],
        ),
        ("(((class C () ())) (C m))", &["1:23: class `C` has no method `m`"]),
        ("(", &["1:1: the bracket is never closed"]),
        (")", &["1:1: `)` closes nothing"]),
        ("\n (]", &["2:3: `)` is expected, not `]`"]),
        (
            "(((class C ([int f] [bool f]) ((int m [C x] 1) (int m [int x] 2)))
               (class C () ()))
              (C m))",
            &[
                "1:21: field `f` is declared twice",
                "1:53: method `m` is declared twice",
                "2:23: class `C` is declared twice",
            ],
        ),
        (
            "(((class C (f) (m (x)))) (C m))",
            &[
                "1:13: a field is `[T f]`",
                "1:17: a method is `(T m [T x] e)`",
                "1:19: a method is `(T m [T x] e)`",
                "1:29: class `C` has no method `m`",
            ],
        ),
    ] {
        assert_eq!(said(text), expected, "{text}");
    }
}

#[test]
fn all_that_is_wrong_is_said_at_once_and_once() {
    let text = "
(((class C ([D d] [bool b])
    ((int m [C x] (begin (x $ e) (y $ b) (x $ b := 3) (x $ d)))
     (bool n [E x] (x $ f)))))
 (C o))";
    let expected = [
        "2:14: there is no class `D`",
        "3:31: class `C` has no field `e`",
        "3:35: there is no variable `y`",
        "3:52: `bool` is expected, not `int`",
        "4:15: there is no class `E`",
        "5:5: class `C` has no method `o`",
    ];
    assert_eq!(said(text), expected);
}

#[test]
fn a_field_is_where_the_record_says() {
    let text = with_body("bool", "true");
    let module = javalite::compile("a.javalite", text.as_bytes(), DataModel::Lp64).unwrap();
    let entry = module.function(module.function_named(javalite::ENTRY).unwrap());
    let [this, other] = entry.params.as_slice() else { panic!("{:?}", entry.params) };
    assert_eq!((this.name.as_str(), other.name.as_str()), ("this", "other"));
    let ir::SourceType::Pointer(record) = module.types.get(this.source) else { panic!() };
    let ir::SourceType::Record(record) = module.types.get(*record) else { panic!() };
    let fields: Vec<(&str, u64, &ir::SourceType)> = record
        .fields
        .iter()
        .map(|field| (field.name.as_str(), field.offset, module.types.get(field.ty)))
        .collect();
    assert!(matches!(fields[0], ("value", 0, ir::SourceType::Int { bits: 32, signed: true, .. })));
    assert!(matches!(fields[1], ("mark", 4, ir::SourceType::Bool)));
    assert_eq!(fields[2], ("next", 8, module.types.get(this.source)));
    assert_eq!((record.name.as_str(), record.size, record.align), ("Node", 16, 8));
}

#[test]
fn lists_that_nest_too_deep() {
    let nested = |depth: usize| {
        let body = format!("{}x{}", "(begin ".repeat(depth), ")".repeat(depth));
        javalite::compile("a.javalite", with_body("Node", &body).as_bytes(), DataModel::Lp64)
    };
    assert!(nested(390).is_ok());
    for depth in [401, 100_000] {
        let wrong = nested(depth).unwrap_err();
        assert_eq!(wrong.len(), 1);
        assert_eq!(wrong[0].message, "lists nest more than 400 deep");
    }
    let long = format!("(begin {} x)", "(x := (x $ next))".repeat(20_000));
    assert!(javalite::compile("a", with_body("Node", &long).as_bytes(), DataModel::Lp64).is_ok());
}

/// Pieces of programs in any order, and programs with a piece missing: something is said, or it fits together.
#[test]
fn no_text_is_too_strange() {
    let pieces: Vec<&[u8]> = "( ) [ ] class C D m x y this null true false bool int new if else var := in begin while assert not \
         and or = $ @ + - * < <= > >= 1 -7 99999999999 ; \n \u{e9} (class (C m)"
        .split(' ')
        .map(str::as_bytes)
        .chain([&b"\xff\xfe"[..], b"\0"])
        .collect();
    let mut seed = 1u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for _ in 0..3000 {
        let mut text = Vec::new();
        for _ in 0..next(60) {
            text.extend_from_slice(pieces[next(pieces.len())]);
            text.push(b' ');
        }
        verified(&text);
    }
    let whole =
        with_body("bool", "(begin (while ((x $ value) < 3) (x := (x $ next))) (assert true))");
    for _ in 0..3000 {
        let mut text = whole.as_bytes().to_vec();
        for _ in 0..=next(3) {
            let (at, piece) = (next(text.len()), pieces[next(pieces.len())]);
            let end = (at + next(12)).min(text.len());
            text.splice(at..end, piece.iter().copied());
        }
        verified(&text);
    }
}

fn verified(text: &[u8]) {
    match javalite::compile("a.javalite", text, DataModel::Lp64) {
        Ok(module) => {
            let wrong = ir::verify::verify(&module);
            assert!(wrong.is_empty(), "{}: {}", String::from_utf8_lossy(text), wrong[0]);
        }
        Err(said) => assert!(!said.is_empty(), "{}", String::from_utf8_lossy(text)),
    }
}
