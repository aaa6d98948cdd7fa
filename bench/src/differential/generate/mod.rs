//! Generates random programs that may violate properties: for some inputs, for all, or for none.
//!
//! Most of a program is defined for all values. It also has a few *risks*: statements with undefined behaviour, or a failed
//! assertion, under conditions on the inputs; some are behind a guard that prevents the violation, or nearly does.
//! A program reads few bits of input, so that all its runs can be executed.
//!
//! These restrictions keep the judges exact:
//! - An access that leaves an object stays close to it, within the sanitizer's red zones.
//! - A statement has at most one risk, so that the order of evaluation does not matter.
//! - Nothing reads uninitialised memory, and nothing depends on addresses or on the sizes of pointers and `long`.

mod expressions;
mod functions;
mod heap;
mod inputs;
mod loops;
mod risks;
mod statements;
mod strings;

use super::program::{Node, Program};
use crate::random::Random;

/// Something that can be read, and perhaps assigned to: a template with a hole for each index.
#[derive(Clone, Debug)]
struct Place {
    template: String,
    /// How many holes it has: any number is a valid index.
    holes: usize,
    writable: bool,
    /// Whether its type is `int`.
    is_int: bool,
}

/// An array of numbers.
#[derive(Clone, Debug)]
struct Array {
    name: String,
    /// The size of an element in bytes.
    size: usize,
    length: usize,
    /// Whether its elements are of type `int`.
    is_int: bool,
}

/// The names in scope at a point of the program.
#[derive(Clone, Default, Debug)]
struct Scope {
    places: Vec<Place>,
    /// Inputs and values that depend on them, for conditions.
    inputs: Vec<String>,
    arrays: Vec<Array>,
    /// Arrays of `char` that hold strings.
    strings: Vec<(String, usize)>,
    /// Pointers to blocks of `int`, or null.
    blocks: Vec<(String, usize)>,
    /// Heads of lists on the heap.
    lists: Vec<String>,
    /// Arrays within larger objects, at an index that may leave them: templates, and how many holes they have.
    inner: Vec<(String, usize)>,
    /// Names of functions from two numbers to a number.
    functions: Vec<String>,
}

/// Where a statement stands.
#[derive(Clone, Copy, Default)]
struct Context {
    depth: usize,
    loops: usize,
    /// Whether `continue` is harmless here.
    may_continue: bool,
    may_break: bool,
}

impl Context {
    fn deeper(self) -> Context {
        Context { depth: self.depth + 1, ..self }
    }
}

/// Types of integers whose sizes are the same in all data models.
const TYPES: [&str; 9] = [
    "int",
    "int",
    "unsigned",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "long long",
    "unsigned long long",
];

struct Generator {
    random: Random,
    scope: Scope,
    /// Declarations and functions, as they come.
    top: Vec<Node>,
    globals: Vec<String>,
    /// The number of names so far.
    names: usize,
    /// Bits of input that may still be read.
    bits: u32,
    /// Risks that may still be taken.
    risks: usize,
    /// Which helpers the program has.
    has_demand: bool,
    has_escaping: bool,
}

/// A random program.
#[must_use]
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let bits = match random.below(100) {
        0..=79 => random.between(1, 10),
        80..=95 => random.between(8, 14),
        _ => random.between(14, 20),
    };
    let risks = random.pick(&[0, 1, 1, 2, 2, 3, 4]);
    let generator = Generator {
        random,
        scope: Scope::default(),
        top: Vec::new(),
        globals: Vec::new(),
        names: 0,
        bits,
        risks,
        has_demand: false,
        has_escaping: false,
    };
    generator.program()
}

impl Generator {
    fn program(mut self) -> Program {
        self.prologue();
        self.global_variables();
        self.functions();
        let main = self.main();
        self.top.push(main);
        Program { tree: Node::block(self.top), globals: self.globals }
    }

    fn prologue(&mut self) {
        const HEADERS: [&str; 6] = ["assert", "ctype", "stdarg", "stdio", "stdlib", "string"];
        for header in HEADERS {
            self.top.push(line(format!("⟪#include <{header}.h>⟫")));
        }
        for declaration in inputs::DECLARATIONS {
            self.top.push(line(format!("⟪{declaration}⟫")));
        }
        self.top.push(line("struct rec { int x; signed char tag[4]; unsigned low : 3; int high : 5; short y; struct rec *next; };"));
        self.top.push(line("union word { unsigned w; unsigned short h[2]; unsigned char b[4]; };"));
        self.global("static int zero = 0;", "zero");
        self.global("static int one = 1;", "one");
    }

    fn global_variables(&mut self) {
        self.global("static int g0 = 3;", "g0");
        self.scope.places.push(place("g0", true));
        if self.random.chance(60) {
            self.global("static int ga[4] = {1, -2, 3};", "ga");
            self.scope.places.push(indexed("ga[(@) & 3]", 1, true));
            self.scope.arrays.push(Array { name: "ga".into(), size: 4, length: 4, is_int: true });
        }
        if self.random.chance(40) {
            self.global("static unsigned char gb[6] = {7, 200, 9};", "gb");
            self.scope.places.push(indexed("gb[(unsigned)(@) % 6u]", 1, false));
            self.scope.arrays.push(Array { name: "gb".into(), size: 1, length: 6, is_int: false });
        }
        if self.random.chance(40) {
            self.global("static struct rec gr = {5, {1, 2, 3, 4}, 2, -3, 4, 0};", "gr");
            self.record("gr.");
        }
        if self.random.chance(25) {
            self.top.push(line("static const short gk[5] = {10, -20, 30, -40, 50};"));
            let template = "gk[(unsigned)(@) % 5u]".to_owned();
            self.scope.places.push(Place { template, holes: 1, writable: false, is_int: false });
        }
        if self.random.chance(30) {
            self.global("static int *gp;", "gp");
            self.scope.blocks.push(("gp".into(), 2));
        }
        if self.random.chance(20) {
            self.global("static struct rec *gl;", "gl");
            self.scope.lists.push("gl".into());
        }
    }

    fn global(&mut self, declaration: &str, name: &str) {
        self.top.push(line(declaration));
        self.globals.push(name.to_owned());
    }

    /// Adds the fields of a structure to the scope, by names with this prefix.
    fn record(&mut self, prefix: &str) {
        self.scope.places.push(place(format!("{prefix}x"), true));
        self.scope.places.push(place(format!("{prefix}y"), false));
        self.scope.places.push(indexed(format!("{prefix}tag[(@) & 3]"), 1, false));
        self.scope.places.push(place(format!("{prefix}low"), false));
        self.scope.places.push(place(format!("{prefix}high"), false));
        // What follows is the byte of the bit-fields.
        self.scope.inner.push((format!("{prefix}tag[(unsigned)@ % 5u]"), 1));
    }

    fn main(&mut self) -> Node {
        let outside = self.scope.clone();
        let mut body = self.inputs();
        self.locals(&mut body);
        let statements = 3 + self.random.below(6);
        for _ in 0..statements {
            body.extend(self.statements(Context { depth: 1, ..Context::default() }));
        }
        while self.risks > 0 {
            self.risks -= 1;
            body.extend(self.risk(Context { depth: 1, ..Context::default() }));
        }
        body.extend(self.free_all());
        if self.random.chance(30) {
            body.extend(self.check());
        }
        body.push(line("return 0;"));
        self.scope = outside;
        Node::statement("int main(void) {@}", vec![Node::block(body)])
    }

    fn locals(&mut self, body: &mut Vec<Node>) {
        for _ in 0..1 + self.random.below(3) {
            let (name, ty) = (self.name("v"), self.random.pick(&TYPES));
            let first = self.value(1);
            body.push(Node::statement(format!("{ty} {name} = @;"), vec![first]));
            self.scope.places.push(place(name, ty == "int"));
        }
        if self.random.chance(60) {
            self.local_array(body);
        }
        if self.random.chance(25) {
            body.push(line("short m[2][3] = {{1, 2, 3}, {4, 5, 6}};"));
            self.scope.places.push(indexed("m[(@) & 1][(unsigned)(@) % 3u]", 2, false));
            self.scope.inner.push(("m[@ & 1][(unsigned)@ % 4u]".into(), 2));
        }
        if self.random.chance(35) {
            body.push(line("struct rec r = {1, {2, 3, 4, 5}, 6, 7, 8, 0}, *q = &r; ⟦ROOT(r);⟧"));
            self.record("r.");
            self.scope.places.push(place("q->x", true));
        }
        if self.random.chance(25) {
            body.push(line("union word u = {305419896u};"));
            self.scope.places.push(place("u.w", false));
            self.scope.places.push(indexed("u.h[(@) & 1]", 1, false));
            self.scope.places.push(indexed("u.b[(@) & 3]", 1, false));
        }
        if self.random.chance(30) {
            let target = self.scope.places.iter().filter(|it| it.is_int && it.holes == 0);
            let target = target.map(|it| it.template.clone()).next_back();
            if let Some(target) = target {
                body.push(line(format!("int *ip = &{target};")));
                self.scope.places.push(place("*ip", true));
            }
        }
        if self.random.chance(25) {
            body.push(line("struct { signed char k; struct { int a; short b[2]; } in[2]; } deep = {.in = {{1, {2, 3}}, {4, {5, 6}}}};"));
            self.scope.places.push(indexed("deep.in[(@) & 1].a", 1, true));
            self.scope.places.push(indexed("deep.in[(@) & 1].b[(@) & 1]", 2, false));
            self.scope.places.push(place("deep.k", false));
            self.scope.inner.push(("deep.in[@ & 1].b[(unsigned)@ % 3u]".into(), 2));
        }
        if self.random.chance(15) {
            body.push(line("volatile short vs = 4; const int fixed = 6;"));
            self.scope.places.push(place("vs", false));
            self.scope.places.push(Place { writable: false, ..place("fixed", false) });
        }
        if self.random.chance(45) {
            self.local_strings(body);
        }
        if self.random.chance(45) {
            self.local_block(body);
        }
        if self.random.chance(20) {
            body.push(line("struct rec *list = 0; ⟦ROOT(list);⟧"));
            self.scope.lists.push("list".into());
        }
    }

    fn local_array(&mut self, body: &mut Vec<Node>) {
        let (ty, size) = self.random.pick(&[
            ("int", 4),
            ("int", 4),
            ("short", 2),
            ("unsigned char", 1),
            ("long long", 8),
        ]);
        let length = self.random.between(2, 5) as usize;
        let name = self.name("a");
        body.push(line(format!("{ty} {name}[{length}] = {{4, 3}};")));
        self.scope.places.push(indexed(
            format!("{name}[(unsigned)(@) % {length}u]"),
            1,
            ty == "int",
        ));
        self.scope.arrays.push(Array { name, size, length, is_int: ty == "int" });
    }

    /// Returns a fresh name.
    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }
}

/// A statement without holes.
fn line(text: impl Into<String>) -> Node {
    Node::statement(text, vec![])
}

fn place(template: impl Into<String>, is_int: bool) -> Place {
    Place { template: template.into(), holes: 0, writable: true, is_int }
}

fn indexed(template: impl Into<String>, holes: usize, is_int: bool) -> Place {
    Place { template: template.into(), holes, writable: true, is_int }
}
