//! The front end: well-formed programs are lowered to well-formed IR, others get the expected errors.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use ir::DataModel;

/// Makes a program with a class with a field of each type, a class without fields, and a method with this result and this body.
fn with_body(returns: &str, body: &str) -> String {
    format!(
        "(((class Node ([int value] [bool mark] [Node next])
             ((bool visit [Node other] true)
              ({returns} m [Node x] {body})))
           (class Other () ()))
          (Node visit))"
    )
}

/// Returns the errors of a text: line, column, message.
fn said(text: &str) -> Vec<String> {
    match javalite::read("a.javalite", text.as_bytes()) {
        Ok(_) => Vec::new(),
        Err(all) => all
            .iter()
            .map(|it| format!("{}:{}: {}", it.location.line, it.location.column, it.message))
            .collect(),
    }
}

/// Returns the errors of a method body, without their locations.
fn about(returns: &str, body: &str) -> Vec<String> {
    let without_place = |line: String| line.splitn(3, ':').nth(2).unwrap().trim().to_owned();
    said(&with_body(returns, body)).into_iter().map(without_place).collect()
}

#[test]
fn every_form_is_lowered_to_a_well_formed_module() {
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
fn type_errors() {
    for (returns, body, message) in [
        ("int", "x", "expected `int`, found `Node`"),
        ("Node", "1", "expected `Node`, found `int`"),
        ("bool", "null", "expected `bool`, found `null`"),
        ("bool", "(begin)", "expected `bool`, found an expression without a value"),
        ("int", "(if true 1 else true)", "expected `int`, found an expression without a value"),
        ("int", "(if 1 1 else 2)", "expected `bool`, found `int`"),
        ("bool", "(x = 1)", "a value of type `Node` never equals one of type `int`"),
        ("bool", "(x = (new Other))", "a value of type `Node` never equals one of type `Other`"),
        ("bool", "((begin) = 1)", "an operand has no value"),
        ("int", "(x + 1)", "expected `int`, found `Node`"),
        ("bool", "(not 1)", "expected `bool`, found `int`"),
        ("Node", "(x := 1)", "expected `Node`, found `int`"),
        ("Node", "(x $ next := true)", "expected `Node`, found `bool`"),
        ("bool", "(x @ visit 1)", "expected `Node`, found `int`"),
        ("int", "(null $ value)", "`null` has no class, so it has no members"),
        ("int", "(1 $ value)", "`int` has no members"),
        ("int", "((begin) $ value)", "expected an expression with a value"),
        ("int", "(var bool y := 1 in 2)", "expected `bool`, found `int`"),
    ] {
        assert_eq!(about(returns, body), [message], "{body}");
    }
}

#[test]
fn undefined_names() {
    for (body, message) in [
        ("y", "undefined variable `y`"),
        ("(new Tree)", "undefined class `Tree`"),
        ("(x $ left)", "class `Node` has no field `left`"),
        ("(x @ leave x)", "class `Node` has no method `leave`"),
        ("(y := x)", "undefined variable `y`"),
        ("(begin (var Node y := x in y) y)", "undefined variable `y`"),
        ("(var Node this := x in x)", "`this` is a keyword, not a name"),
        ("(var Node in := x in x)", "`in` is a keyword, not a name"),
        ("x:=x", "`x:=x` is not a name"),
        ("2147483648", "`2147483648` is not an integer of 32 bits"),
        ("1x", "`1x` is not an integer of 32 bits"),
    ] {
        assert_eq!(about("Node", body), [message], "{body}");
    }
}

#[test]
fn malformed_forms() {
    for (body, message) in [
        ("()", "expected an expression"),
        ("(x)", "expected an expression"),
        ("(x y z)", "expected an expression"),
        ("(x = x x)", "expected an expression"),
        ("((x) (x))", "expected an expression"),
        ("(if true x x)", "expected the form `(if e e else e)`"),
        ("(new)", "expected the form `(new C)`"),
        ("(var Node y = x in x)", "expected the form `(var T x := e in e)`"),
        ("(while true)", "expected the form `(while e e)`"),
        ("(assert)", "expected the form `(assert e)`"),
        ("(not x x)", "expected the form `(not e)`"),
    ] {
        assert_eq!(about("Node", body), [message], "{body}");
    }
}

#[test]
fn malformed_programs() {
    for (text, expected) in [
        ("", &["1:1: the file has no program"][..]),
        ("; nothing", &["1:1: the file has no program"]),
        ("x", &["1:1: a program has the form `(((class ...) ...) (C m))`"]),
        ("(() (C m)) ()", &["1:12: a file has one program: nothing may follow it"]),
        ("(() (C m))", &["1:6: undefined class `C`"]),
        ("(x (C m))", &["1:2: expected a list of classes"]),
        (
            "((x) C)",
            &[
                "1:3: a class is `(class C ([T f] ...) (method ...))`",
                "1:6: the entry is `(C m)`: a class and a method",
            ],
        ),
        ("(((class C () ())) (C m))", &["1:23: class `C` has no method `m`"]),
        ("(", &["1:1: unclosed bracket"]),
        (")", &["1:1: unmatched `)`"]),
        ("\n (]", &["2:3: expected `)`, found `]`"]),
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
fn all_errors_are_reported_once() {
    let text = "
(((class C ([D d] [bool b])
    ((int m [C x] (begin (x $ e) (y $ b) (x $ b := 3) (x $ d)))
     (bool n [E x] (x $ f)))))
 (C o))";
    let expected = [
        "2:14: undefined class `D`",
        "3:31: class `C` has no field `e`",
        "3:35: undefined variable `y`",
        "3:52: expected `bool`, found `int`",
        "4:15: undefined class `E`",
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

/// Random pieces of programs, and programs with replaced pieces: each gives an error or a well-formed module.
#[test]
fn random_texts_give_errors_or_well_formed_modules() {
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
