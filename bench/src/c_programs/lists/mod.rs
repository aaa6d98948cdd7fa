//! Generates random programs of linked lists: singly and doubly linked, with a head node, circular, lists of lists; with
//! a pointer to the last node, in globals, in local variables and in structures, with nodes of two sizes. Loops that
//! inputs drive build the lists, walk, reverse, split, concatenate and free them, and insert and delete nodes, in
//! `main` or in functions. Assertions check what the nodes hold, their number, and the pointers back. They test the prover.
//!
//! About half of the programs take a *defect*: a statement that is replaced by one that forgets a node, frees it twice, uses it after
//! that, links it wrongly or follows the last pointer; or an assertion that is off by one. Most defects are behind a *trigger*,
//! such as the second iteration, and no run reaches some of them.
//!
//! Every run terminates, unless a defect prevents it. In *open* programs, inputs decide alone how long a list is; the
//! runs are cut after a few inputs then.

mod checks;
mod delete;
mod insert;
mod judge;
mod link;
mod nested;
mod whole;

use crate::differential::Program;
use crate::differential::program::Node;
use crate::random::Random;

pub use judge::{Judge, Judged};
use link::{Data, Form, List};

/// A program of lists, with what is asked about it.
#[derive(Clone)]
pub struct ListProgram {
    /// The program.
    pub program: Program,
    /// The properties that are checked; none stands for the default ones.
    pub properties: &'static [&'static str],
    /// Whether there are runs that the driver does not execute: with more inputs, or with other values of memory that was
    /// not initialised.
    pub has_other_runs: bool,
}

/// How programs read inputs. The driver cuts runs of open programs.
const INPUTS: [&str; 5] = [
    "⟪unsigned char __VERIFIER_nondet_uchar(void);⟫",
    "⟪void reach_error(void);⟫",
    "static unsigned asked;",
    "static unsigned input(void) { return ⟪__VERIFIER_nondet_uchar() & 3⟫⟦native_input(0, 3)⟧; }",
    "static int more(void) {⟦ if (asked++ == MOST) native_assume_failed();⟧ return ⟪__VERIFIER_nondet_uchar() & 1⟫⟦native_input(0, 1)⟧; }",
];
/// Calls of `more` in a run; a cut run of an open program calls it once more.
const CALLS: u32 = 8;
/// Sets of properties besides the default ones.
const PROPERTIES: [&[&str]; 4] = [
    &["unreach-call", "assertions"],
    &["valid-deref", "valid-free", "valid-memtrack"],
    &["valid-memcleanup"],
    &["valid-deref", "valid-free"],
];
/// Types of the data of nodes.
const TYPES: [&str; 4] = ["int", "int", "unsigned char", "short"];

/// A random program of lists.
#[must_use]
pub fn generate_lists(seed: u64) -> ListProgram {
    let mut random = Random::new(seed);
    let defects = random.pick(&[0, 0, 1, 1, 1, 1, 2]);
    let is_open = random.chance(20);
    let properties: &[&str] = if random.chance(70) { &[] } else { random.pick(&PROPERTIES) };
    let has_passes = !is_open && random.chance(15);
    let generator = Generator {
        random,
        top: Vec::new(),
        functions: Vec::new(),
        locals: Vec::new(),
        globals: vec!["asked".to_owned()],
        names: 0,
        bits: if has_passes { 3 } else { 7 },
        defects,
        is_open,
        has_other_runs: is_open,
        has_passes,
        is_in_main: true,
    };
    generator.program(properties)
}

struct Generator {
    random: Random,
    /// Types and variables.
    top: Vec<Node>,
    functions: Vec<Node>,
    /// The declarations in `main`.
    locals: Vec<Node>,
    globals: Vec<String>,
    /// The number of names so far.
    names: usize,
    /// Calls of `more` that are still allowed.
    bits: u32,
    /// Defects that are still to be taken.
    defects: usize,
    is_open: bool,
    has_other_runs: bool,
    /// Whether the lists are built, used and freed twice.
    has_passes: bool,
    /// Whether the statements that are being generated are in `main`, not in a function that it calls.
    is_in_main: bool,
}

/// An operation on a list.
type Operation = fn(&mut Generator, &mut List) -> Vec<Node>;

impl Generator {
    fn program(mut self, properties: &'static [&'static str]) -> ListProgram {
        for header in ["assert", "stdlib"] {
            self.top.push(line(format!("⟪#include <{header}.h>⟫")));
        }
        let most = if self.is_open { CALLS } else { 64 };
        self.top.push(line(format!("⟦enum {{ MOST = {most} }};⟧")));
        self.top.extend(INPUTS.map(line));
        let body = match self.random.chance(8) {
            true => self.nested(),
            false => self.lists(),
        };
        let mut main = self.numbers();
        main.append(&mut self.locals);
        match self.has_passes {
            true => main.push(Node::statement(
                "for (unsigned pass = 0; pass < 2; pass++) {@}",
                vec![Node::block(body)],
            )),
            false => main.extend(body),
        }
        main.push(line("return 0;"));
        let main = Node::statement("int main(void) {@}", vec![Node::block(main)]);
        let tree = self.top.into_iter().chain(self.functions).chain([main]).collect();
        let program = Program { tree: Node::block(tree), globals: self.globals };
        ListProgram { program, properties, has_other_runs: self.has_other_runs }
    }

    /// The inputs that are read first.
    fn numbers(&mut self) -> Vec<Node> {
        let n = self.random.pick(&["input()", "input() + input()", "2 * input()"]);
        vec![line(format!("unsigned n = {n}, m = input();"))]
    }

    /// One or two lists from their beginning to their end.
    fn lists(&mut self) -> Vec<Node> {
        let first = self.form();
        let mut lists = vec![self.new_list("node", first)];
        self.node_type("node", lists[0].is_doubly);
        let mut nodes = self.phase(&mut lists[0], Generator::build);
        if self.random.chance(25) {
            lists.push(self.second_list(first, lists[0].is_doubly));
            nodes.extend(self.phase(&mut lists[1], Generator::build));
        }
        for _ in 0..self.random.pick(&[0, 0, 0, 1, 1, 1, 2, 2, 3]) {
            nodes.extend(self.change(&mut lists));
        }
        if self.random.chance(75) {
            let which = self.random.below(lists.len());
            nodes.extend(self.reading(&mut lists[which], Generator::check));
        }
        for mut list in lists {
            nodes.extend(self.phase(&mut list, Generator::free_all));
        }
        nodes
    }

    /// A list beside another one: of the same kind, or with nodes of another size.
    fn second_list(&mut self, first: Form, is_doubly: bool) -> List {
        if self.random.chance(40) {
            let form = self.form();
            let list = self.new_list("big", form);
            self.node_type("big", list.is_doubly);
            return list;
        }
        List { is_doubly, ..self.new_list("node", first) }
    }

    fn form(&mut self) -> Form {
        self.random.pick(&[
            Form::Plain,
            Form::Plain,
            Form::Plain,
            Form::Plain,
            Form::Plain,
            Form::HeadNode,
            Form::Ring,
            Form::Circle,
        ])
    }

    /// Declares a structure of nodes.
    fn node_type(&mut self, name: &str, is_doubly: bool) {
        let (next, value) =
            (format!("struct {name} *next;"), format!("{} value;", self.random.pick(&TYPES)));
        let first_is_link = self.random.chance(60);
        let (one, two) = if first_is_link { (next, value) } else { (value, next) };
        let back = if is_doubly { format!(" struct {name} *prev;") } else { String::new() };
        let more = if name == "big" { " int padding[6];" } else { "" };
        self.top.push(line(format!("struct {name} {{ {one} {two}{back}{more} }};")));
    }

    /// Declares the variables of an empty list.
    fn new_list(&mut self, node: &'static str, form: Form) -> List {
        let is_doubly = self.random.chance(30);
        let is_global = self.random.chance(25);
        let head = self.name("list");
        let pointer = format!("struct {node} *");
        self.variable(&pointer, &head, is_global);
        let tail = (form == Form::Plain && self.random.chance(20)).then(|| format!("{head}_last"));
        if let Some(tail) = &tail {
            self.variable(&pointer, tail, is_global);
        }
        let counter = self.random.chance(20).then(|| format!("{head}_count"));
        if let Some(counter) = &counter {
            self.variable("unsigned ", counter, is_global);
        }
        let data = Data::Any;
        List { head, tail, counter, known: None, node, form, is_doubly, is_global, data }
    }

    /// Declares a variable that is zero at first.
    fn variable(&mut self, ty: &str, name: &str, is_global: bool) {
        if is_global {
            // Global pointers come behind the declaration of their type, so they name it themselves.
            self.functions.push(line(format!("static {ty}{name};")));
            self.globals.push(name.to_owned());
        } else {
            let root =
                if ty.ends_with('*') { format!("⟦ ROOT({name});⟧") } else { String::new() };
            self.locals.push(line(format!("{ty}{name} = 0;{root}")));
        }
    }

    /// A random operation on one of the lists, or two.
    fn change(&mut self, lists: &mut Vec<List>) -> Vec<Node> {
        let which = self.random.below(lists.len());
        let same = lists.len() == 2 && lists[0].node == lists[1].node;
        if same && lists[0].form == Form::Plain && self.random.chance(50) {
            let second = lists.remove(1);
            return self.concatenated(&mut lists[0], &second);
        }
        if lists.len() == 1 && lists[0].form == Form::Plain && self.random.chance(15) {
            let (nodes, second) = self.split(&mut lists[0]);
            lists.push(second);
            return nodes;
        }
        let operations: &[Operation] = match lists[which].form {
            Form::Circle => &[Generator::map, Generator::delete_first, Generator::insert_inside],
            _ => &[
                Generator::map,
                Generator::delete_first,
                Generator::delete_some,
                Generator::delete_some,
                Generator::delete_through,
                Generator::insert_inside,
                Generator::insert_sorted,
                Generator::reverse,
                Generator::use_cursor,
            ],
        };
        let operation = self.random.pick(operations);
        let mut nodes = match self.random.chance(15) {
            true => self.marked(&mut lists[which]),
            false => self.phase(&mut lists[which], operation),
        };
        if self.random.chance(20) {
            nodes.extend(self.reading(&mut lists[which], Generator::check));
        }
        nodes
    }

    /// An operation on a list to whose first node another pointer points, which is used after it. The operation
    /// deletes the node only as a defect.
    fn marked(&mut self, list: &mut List) -> Vec<Node> {
        let keeping: [Operation; 3] =
            [Generator::map, Generator::insert_inside, Generator::reverse];
        let deleting: [Operation; 2] = [Generator::delete_first, Generator::delete_some];
        let operations = if self.takes_defect() { &deleting } else { &keeping[..] };
        let operation = self.random.pick(operations);
        let first = list.first();
        let (mark, declaration) = self.pointer(list, "mark", &first);
        let mut body = vec![declaration];
        body.extend(self.phase(list, operation));
        let good = format!("if ({mark} && {mark}->value > 8) reach_error();");
        body.extend(self.mutated(
            None,
            &good,
            &[&format!("if ({mark}->value > 8) reach_error();")],
        ));
        vec![Node::statement("{@}", vec![Node::block(body)])]
    }

    /// An operation on a list, in `main` or in a function.
    fn phase(&mut self, list: &mut List, operation: Operation) -> Vec<Node> {
        match self.random.below(3) {
            0 if list.is_global => self.called(list, operation, "void", "", ""),
            0 if list.is_only_head() => {
                let ty = format!("struct {} *", list.node);
                self.called(list, operation, &ty, &ty, "list")
            }
            1 if list.is_only_head() => {
                let parameter = format!("struct {} **", list.node);
                self.called(list, operation, "void", &parameter, "(*list)")
            }
            _ => vec![Node::statement("{@}", vec![Node::block(operation(self, list))])],
        }
    }

    /// An operation that changes nothing, in `main` or in a function that gets the head of the list.
    fn reading(&mut self, list: &mut List, operation: Operation) -> Vec<Node> {
        if !list.is_only_head() || self.random.chance(50) {
            return vec![Node::statement("{@}", vec![Node::block(operation(self, list))])];
        }
        let parameter = format!("struct {} *", list.node);
        self.called(list, operation, "void", &parameter, "list")
    }

    /// Generates a function and its call. The function names the head of the list as in `head`, unless that is empty.
    fn called(
        &mut self,
        list: &mut List,
        operation: Operation,
        result: &str,
        parameter: &str,
        head: &str,
    ) -> Vec<Node> {
        let (name, outside) = (self.name("f"), list.head.clone());
        if !head.is_empty() {
            list.head = head.to_owned();
        }
        let was_in_main = std::mem::replace(&mut self.is_in_main, false);
        let mut body = operation(self, list);
        self.is_in_main = was_in_main;
        list.head.clone_from(&outside);
        if result != "void" {
            body.push(line("return list;"));
        }
        let (first, root) = match parameter {
            "" => (String::new(), ""),
            _ => (format!("{parameter}list, "), "⟦ ROOT(list);⟧"),
        };
        self.functions.push(Node::statement(
            format!("static {result} {name}({first}unsigned n, unsigned m) {{{root}@}}"),
            vec![Node::block(body)],
        ));
        vec![line(match (result, parameter) {
            (_, "") => format!("{name}(n, m);"),
            ("void", _) if parameter.ends_with("**") => format!("{name}(&{outside}, n, m);"),
            ("void", _) => format!("{name}({outside}, n, m);"),
            _ => format!("{outside} = {name}({outside}, n, m);"),
        })]
    }

    /// Returns a fresh name.
    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Declares a pointer to a node.
    fn pointer(&mut self, list: &List, prefix: &str, first: &str) -> (String, Node) {
        let name = self.name(prefix);
        let node = line(format!("struct {} *{name} = {first};⟦ ROOT({name});⟧", list.node));
        (name, node)
    }

    /// Returns a statement, or one of the wrong ones in its place, perhaps behind a trigger. Names the counter of the
    /// loop around it, if that has one.
    fn mutated(&mut self, counter: Option<&str>, good: &str, bad: &[&str]) -> Vec<Node> {
        if self.takes_defect() {
            let bad = self.random.pick(bad);
            return vec![line(self.triggered(counter, good, bad))];
        }
        if good.is_empty() { Vec::new() } else { vec![line(good)] }
    }

    /// Whether a defect is taken here.
    fn takes_defect(&mut self) -> bool {
        let takes = self.defects > 0 && self.random.chance(20);
        self.defects -= usize::from(takes);
        takes
    }

    /// Returns a wrong statement behind a trigger, and the right one otherwise.
    fn triggered(&mut self, counter: Option<&str>, good: &str, bad: &str) -> String {
        let Some(trigger) = self.trigger(counter) else { return bad.to_owned() };
        match good {
            "" => format!("if ({trigger}) {{ {bad} }}"),
            _ => format!("if ({trigger}) {{ {bad} }} else {{ {good} }}"),
        }
    }

    /// A condition that holds in some iterations, or in some runs.
    fn trigger(&mut self, counter: Option<&str>) -> Option<String> {
        let (number, late) = (self.random.between(0, 3), self.random.between(2, 5));
        let trigger = match (self.random.below(12), counter) {
            (0..=2, Some(counter)) => format!("{counter} == {number}"),
            (3 | 4, Some(counter)) => format!("{counter} == {late}"),
            (5, Some(counter)) => format!("{counter} > {number} && m == {number}"),
            (6, Some(counter)) => format!("{counter} + 1 == n"),
            (0..=2, None) if self.has_passes && self.is_in_main => "pass == 1".to_owned(),
            (0..=4, _) => format!("n == {number}"),
            (7 | 8, _) => format!("m == {number}"),
            _ => return None,
        };
        Some(trigger)
    }

    /// A call of `more`, while there are bits for as many calls, and a comparison of `m` otherwise.
    fn choice(&mut self, calls: u32) -> String {
        if self.bits >= calls && self.random.chance(60) {
            self.bits -= calls;
            return "more()".to_owned();
        }
        format!("m == {}", self.random.below(4))
    }
}

/// A statement without holes.
fn line(text: impl Into<String>) -> Node {
    Node::statement(text, vec![])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_depend_on_the_seed_alone() {
        for seed in 1..50 {
            let [one, other] = [(); 2].map(|()| generate_lists(seed).program.text());
            assert_eq!(one, other);
        }
        assert_ne!(generate_lists(1).program.text(), generate_lists(2).program.text());
    }
}
