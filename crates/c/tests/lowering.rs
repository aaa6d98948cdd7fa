//! Lowering: storage and lifetime of locals, linking of units, tables.

mod support;

use c::{Options, Source};
use ir::{DataModel, Function, Instr, Linkage, Module, SourceType, Storage, Target};
use support::interp::{Stop, run};

fn function<'m>(module: &'m Module, name: &str) -> &'m Function {
    module.function(module.function_named(name).expect("the function is there"))
}

fn count(function: &Function, wanted: impl Fn(&Instr) -> bool) -> usize {
    let body = function.body.as_ref().expect("the function has a body");
    body.blocks.iter().flat_map(|block| &block.instrs).filter(|instr| wanted(instr)).count()
}

fn is_begin(instr: &Instr) -> bool {
    matches!(instr, Instr::Begin { .. })
}

fn is_end(instr: &Instr) -> bool {
    matches!(instr, Instr::End { .. })
}

fn touches_memory(instr: &Instr) -> bool {
    matches!(instr, Instr::Load { .. } | Instr::Store { .. } | Instr::Begin { .. })
}

#[test]
fn scalars_whose_address_is_not_taken_are_registers() {
    let text = "int f(int a, char b) { int x = a; for (int i = 0; i < 3; i++) x += b; return x; }";
    let module = support::module(text, DataModel::Lp64);
    assert_eq!(count(function(&module, "f"), touches_memory), 0);
    let source = Source { name: "f.c", text: text.as_bytes(), original: None };
    let kept =
        c::compile(&[source], DataModel::Lp64, Options { promote: false, ..Options::default() })
            .module
            .expect("it compiles");
    assert_eq!(count(function(&kept, "f"), is_begin), 4);
}

#[test]
fn locals_in_memory_end_with_their_scope_on_every_exit() {
    let text = "void use(int *); int f(int n) {\n\
                while (n) { int a; use(&a); if (n == 1) break; if (n == 2) continue; if (n == 3) goto out; if (n == 4) return 1; n--; }\n\
                out: return 0; }";
    let module = support::module(text, DataModel::Lp64);
    let f = function(&module, "f");
    // One at the end of the body, and one each for break, continue and goto; a return deallocates the whole frame.
    assert_eq!((count(f, is_begin), count(f, is_end)), (1, 4));
}

#[test]
fn an_unsupported_construct_ends_only_its_function() {
    let text = "typedef int v4 __attribute__((vector_size(16))); v4 g; struct s { v4 v; };\n\
                double _Complex cacos(double _Complex); float _Complex z;\n\
                v4 vector(v4 a, v4 b) { return a + b; }\n\
                int complex(void) { double _Complex w = z * 2; return (int)__real__ w; }\n\
                int nested(int x) { int inner(int y) { return x + y; } int (*p)(int) = inner; return inner(1) + p(2); }\n\
                int cleaned(void) { int x __attribute__((cleanup(none))) = 1; return undeclared; }\n\
                int member(int n) { struct { char a[n]; } x; return sizeof x; }\n\
                int main(void) { return sizeof(struct s) - 9; }";
    let module = support::module(text, DataModel::Lp64);
    let unsupported = |instr: &Instr| matches!(instr, Instr::Unsupported { .. });
    for name in ["vector", "complex", "nested", "cleaned", "member"] {
        assert_eq!(count(function(&module, name), unsupported), 1, "{name}");
    }
    assert_eq!(run(&module, 1000).stop, Stop::Exit(7));
}

#[test]
fn locals_begin_at_their_declaration() {
    let text = "void use(int *);\nvoid f(int p) {\n  use(&p);\n  {\n    int a = 1,\n      b;\n    use(&a), use(&b);\n  }\n}";
    let module = support::module(text, DataModel::Lp64);
    let body = function(&module, "f").body.as_ref().expect("it has a body");
    let mut lines = Vec::new();
    for (block, origins) in body.blocks.iter().zip(&body.origins) {
        let begins = block.instrs.iter().zip(origins).filter(|(instr, _)| is_begin(instr));
        lines.extend(begins.map(|(_, origin)| (origin.position.line, origin.position.column)));
    }
    assert_eq!(lines, [(2, 12), (5, 9), (6, 7)]);
}

#[test]
fn jumps_into_a_scope_begin_its_locals() {
    let text = "void use(int *); void f(int n) { switch (n) { int a; case 1: use(&a); break; default: use(&a); } }";
    let module = support::module(text, DataModel::Lp64);
    assert_eq!(count(function(&module, "f"), is_begin), 2);
}

#[test]
fn scopes_name_variables_where_they_live() {
    let text = "int f(int p) { int x = p; { int y[2]; y[0] = x; static int z; { char c = y[0]; return c + z; } } }";
    let module = support::module(text, DataModel::Lp64);
    let body = function(&module, "f").body.as_ref().expect("the function has a body");
    let names: Vec<(&str, bool)> = body
        .scopes
        .iter()
        .flat_map(|scope| &scope.variables)
        .map(|variable| (variable.name.as_str(), matches!(variable.storage, Storage::Memory(_))))
        .collect();
    assert_eq!(names, [("p", false), ("x", false), ("y", true), ("z", false), ("c", false)]);
    assert!(body.scopes.iter().skip(1).all(|scope| scope.parent.is_some()));
}

#[test]
fn records_keep_their_fields() {
    let text =
        "struct node { struct node *next; int a : 3, b : 7; union { int i; char c[4]; }; } n;";
    let module = support::module(text, DataModel::Lp64);
    let SourceType::Record(record) = module.types.get(module.globals[0].ty) else {
        panic!("a record")
    };
    let fields: Vec<_> = record
        .fields
        .iter()
        .map(|f| (f.name.as_str(), f.offset, f.bits.map(|b| (b.start, b.width))))
        .collect();
    assert_eq!(
        fields,
        [("next", 0, None), ("a", 8, Some((0, 3))), ("b", 8, Some((3, 7))), ("", 12, None)]
    );
    let SourceType::Pointer(to) = module.types.get(record.fields[0].ty) else {
        panic!("a pointer")
    };
    assert_eq!(*to, module.globals[0].ty);
}

#[test]
fn unused_declarations_do_not_appear() {
    let module = support::module(
        "int unused(int); extern int x; struct s; int y = 1; static int z;",
        DataModel::Lp64,
    );
    assert_eq!(module.functions.len(), 0);
    assert_eq!(
        module.globals.iter().map(|global| global.name.as_str()).collect::<Vec<_>>(),
        ["y", "z"]
    );
}

#[test]
fn dead_code_is_dropped() {
    let module = support::module("int f(void) { return 1; f(); while (1) { } }", DataModel::Lp64);
    let body = function(&module, "f").body.as_ref().expect("the function has a body");
    assert_eq!(body.blocks.len(), 1);
}

fn link(texts: &[&str]) -> c::Compiled {
    let names: Vec<String> = (0..texts.len()).map(|index| format!("unit{index}.c")).collect();
    let sources: Vec<Source<'_>> = texts
        .iter()
        .zip(&names)
        .map(|(text, name)| Source { name, text: text.as_bytes(), original: None })
        .collect();
    c::compile(&sources, DataModel::Lp64, Options::default())
}

fn runs(texts: &[&str], code: i32) {
    let compiled = link(texts);
    let module = compiled.module.clone().unwrap_or_else(|| panic!("{:#?}", compiled.diagnostics));
    support::check_module(&module);
    assert_eq!(run(&module, 100_000).stop, Stop::Exit(code), "{texts:?}");
}

#[test]
fn units_are_linked_by_external_names() {
    runs(
        &[
            "int f(int); extern int x; int main(void) { return f(x); }",
            "int x = 4; int f(int a) { return a * 2; }",
        ],
        8,
    );
    runs(&["int x; int main(void) { return x; }", "int x = 7;", "extern int x; int x;"], 7);
    runs(
        &[
            "static int x = 1; int g(void); int main(void) { return x + g(); }",
            "static int x = 2; int g(void) { return x; }",
        ],
        3,
    );
    runs(
        &["int f(); int main(void) { return f(3, 4); }", "int f(int a, int b) { return a * b; }"],
        12,
    );
    runs(
        &[
            "int a[]; int n(void); int main(void) { return a[2] + n(); }",
            "int a[3] = {1, 2, 3}; int n(void) { return sizeof a; }",
        ],
        15,
    );
    runs(
        &[
            "inline int f(void) { return 5; } int main(void) { return f(); }",
            "int f(void) { return 5; }",
        ],
        5,
    );
    runs(
        &[
            "struct s { int x; } ; extern struct s s; int main(void) { return s.x; }",
            "struct s { int x; } s = {9};",
        ],
        9,
    );
}

#[test]
fn conflicts_between_units_are_reported() {
    let said = |texts: &[&str]| {
        link(texts).diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        said(&["int x = 1;", "int x = 2;"]),
        [
            "unit1.c:1:5: error: 'x' is defined in two units\nunit0.c:1:5: note: the other definition"
        ]
    );
    assert!(
        said(&["int f(void) { return 1; }", "int f(void) { return 2; }"])[0]
            .contains("defined in two units")
    );
    assert!(
        said(&["int f(void) { return 1; }", "int f;"])[0].contains("is a function in another unit")
    );
    assert!(said(&["long x; long *p = &x;", "extern int x; int *q = &x;"])[0].contains("warning"));
}

#[test]
fn records_of_several_units_are_one_type() {
    let compiled = link(&["struct n { struct n *next; } a;", "struct n { struct n *next; } b;"]);
    let module = compiled.module.expect("it links");
    assert_eq!(module.globals[0].ty, module.globals[1].ty);
}

#[test]
fn addresses_in_initialisers_are_relocations() {
    let module = support::module(
        "int a[4]; int *p = &a[2]; void f(void) {} void (*q)(void) = f; char *s = \"x\" ;",
        DataModel::Ilp32,
    );
    let relocation = |name: &str| {
        let global =
            module.globals.iter().find(|global| global.name == name).expect("the global is there");
        assert_eq!(global.size, 4);
        global.relocations[0]
    };
    assert_eq!(relocation("p").addend, 8);
    assert!(matches!(relocation("q").target, Target::Function(_)));
    let Target::Global(text) = relocation("s").target else { panic!("a global") };
    let text = module.global(text);
    assert!(
        text.string && text.constant && text.linkage == Linkage::Internal && text.bytes == b"x"
    );
}

#[test]
fn a_struct_is_returned_through_the_first_parameter() {
    let module = support::module(
        "struct s { int a[3]; }; struct s f(int x, struct s y) { return y; }",
        DataModel::Lp64,
    );
    let f = function(&module, "f");
    assert!(f.result_by_pointer && f.returns.is_none());
    assert_eq!(
        f.params.iter().map(|param| param.ty.name()).collect::<Vec<_>>(),
        ["ptr", "i32", "ptr"]
    );
    assert_eq!(f.params[2].name, "y");
    assert_eq!(f.params[2].source, f.returns_source);
}
