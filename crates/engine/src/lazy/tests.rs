//! Tests that compare the strategies: `lazy`, `lazier` and `uber` represent the same heaps at the ends of paths, and
//! each heap once on a path. So does `uber` in the memory model `references`, which implements the same rules.
//!
//! At the end of a path, every pointer that was not needed is settled, up to a bound. Then the solver enumerates all
//! heaps without open pointers, and each is brought to a normal form that isomorphic heaps share. Up to a number of
//! objects these are all heaps that take the path.

mod javalite;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use ir::DataModel;
use memory::{Memory, References, Segments, Value};
use term::Term;

use crate::explore::Explorer;
use crate::explore::start::Start;
use crate::findings::end::End;
use crate::machine::Machine;
use crate::options::{Heap, Limits, Options};
use crate::program::host::NoHost;
use crate::program::loaded::Loaded;
use crate::solve::path_solver::{Feasibility, PathSolver};
use crate::state::frames::State;
use crate::state::inputs::Inputs;
use crate::state::path::Witness;

/// The heaps of each path through the program; the key is the number of its instructions and whether the result is
/// null.
type Heaps = BTreeMap<(u64, bool), BTreeSet<String>>;

/// Returns the heaps of a function called `start` with at most a number of objects, and asserts that each occurs once.
fn heaps_of(text: &str, heap: Heap, objects: u64, memory: impl Memory) -> Heaps {
    each_once(all_heaps_of(text, "start", (heap, false), objects, memory))
}

/// Collects the heaps of each path, and asserts that each occurs once.
fn each_once(all: Vec<((u64, bool), String)>) -> Heaps {
    let mut heaps = Heaps::new();
    for (key, heap) in all {
        let new = heaps.entry(key).or_default().insert(heap.clone());
        // These programs have no two paths that differ in numbers alone.
        assert!(new, "{heap} twice");
    }
    heaps
}

/// Returns the heaps with at most a number of objects in the order of exploration, each with the path that it takes.
fn all_heaps_of(
    text: &str,
    function: &str,
    (heap, interior): (Heap, bool),
    objects: u64,
    memory: impl Memory,
) -> Vec<((u64, bool), String)> {
    let source = c::Source { name: "test.c", text: text.as_bytes(), original: None };
    let compiled = c::compile(&[source], DataModel::Lp64, c::Options::default());
    let module = compiled.module.expect("the program compiles");
    // Some paths end by these limits, in all strategies alike: on cycles there is no other end.
    let limits = Limits { unwind: Some(3), ..Limits::of_path(u64::MAX, 4) };
    let mut host = NoHost;
    let mut machine =
        Machine::new(&Arc::new(Loaded::new(module)), Options::within(limits), &mut host, memory);
    machine.solver = Some(PathSolver::new(solver::stack(), solver::Limits::default()));
    machine.options.lazy.heap = heap;
    machine.options.lazy.interior = interior;
    let mut explorer = Explorer::new(machine);
    explorer.keep_going = true;
    let start = Start { function: function.to_owned(), ..Start::default() };
    let first = explorer.first_state(&start).expect("there is a start").expect("it starts");
    let (mut work, mut found) = (vec![first], Vec::new());
    while let Some(mut state) = work.pop() {
        if !is_in_small_heaps(&mut explorer.machine, &state, Term::TRUE, objects) {
            continue;
        }
        let end = explorer.run_to_end(&mut state);
        work.append(&mut explorer.forks);
        if matches!(end, End::Exit(_)) {
            found.extend(enumerated(&mut explorer.machine, &mut state, objects));
        }
    }
    found
}

/// Returns whether a condition is feasible on a path with few objects. An infeasible state is dropped: the number of
/// objects only grows.
fn is_in_small_heaps<M: Memory>(
    machine: &mut Machine<'_, M>,
    state: &State<M>,
    condition: Term,
    most: u64,
) -> bool {
    let few = few_objects(machine, &state.inputs, most);
    let both = machine.terms.and(few, condition);
    let solver = machine.solver.as_mut().expect("there is one");
    !matches!(solver.feasibility(&mut machine.terms, &state.path, both), Feasibility::Infeasible)
}

/// Returns all heaps of a path, each with the key of the path.
fn enumerated<M: Memory>(
    machine: &mut Machine<'_, M>,
    state: &mut State<M>,
    objects: u64,
) -> Vec<((u64, bool), String)> {
    let heap = std::mem::replace(&mut machine.options.lazy.heap, Heap::Uber);
    // One pass settles the parameters, and one more for each object on the way to the last.
    for _ in 0..=objects {
        for symbol in open(machine, &state.inputs) {
            let exists = machine.lazy.references[&symbol].place.exists;
            if is_in_small_heaps(machine, state, exists, objects) {
                machine.settled(state, symbol).expect("nothing is decided");
            }
        }
    }
    let returned = state.inputs.returned.unwrap_or(Value::ZERO);
    let returned = machine.settle(state, returned).expect("nothing is decided");
    let returned = returned.to_term(&mut machine.terms, 64);
    machine.options.lazy.heap = heap;
    // Excludes objects with open pointers, and heaps with too many objects.
    let mut condition = few_objects(machine, &state.inputs, objects);
    for symbol in open(machine, &state.inputs) {
        let exists = machine.lazy.references[&symbol].place.exists;
        let not = machine.terms.not(exists);
        condition = machine.terms.and(condition, not);
    }
    let mut all = Vec::new();
    loop {
        let solver = machine.solver.as_mut().expect("there is one");
        let witness = match solver.feasibility(&mut machine.terms, &state.path, condition) {
            Feasibility::Feasible(witness) => witness,
            Feasibility::Infeasible => return all,
            Feasibility::Unknown(why) => panic!("{why}"),
        };
        let input_heap = machine.input_heap(state, &witness).expect("there are inputs");
        let is_null = witness.number(&machine.terms, returned) == 0;
        all.push(((state.steps, is_null), canonical(&input_heap)));
        let same = same_heap(machine, &state.inputs, &witness);
        let other = machine.terms.not(same);
        condition = machine.terms.and(condition, other);
    }
}

/// Returns the condition that the number of objects is within the bound.
fn few_objects<M: Memory>(machine: &mut Machine<'_, M>, inputs: &Inputs, most: u64) -> Term {
    let terms = &mut machine.terms;
    let [zero, one, most] = [0, 1, most].map(|number| terms.word(8, number));
    let mut count = zero;
    for object in inputs.objects.iter() {
        let here = terms.ite(object.place.exists, one, zero);
        count = terms.add(count, here);
    }
    terms.ule(count, most)
}

/// Returns the open pointers of parameters and of objects.
fn open<M: Memory>(machine: &Machine<'_, M>, inputs: &Inputs) -> Vec<Term> {
    let fields = inputs.objects.iter().flat_map(|object| object.leaves.iter());
    let fields = fields.filter_map(|leaf| leaf.term);
    let parameters = inputs.pointers.iter().map(|(_, _, symbol)| *symbol);
    let is_open = |symbol: &Term| {
        machine.lazy.references.contains_key(symbol)
            && inputs.known.get(symbol).is_none_or(|known| known.value.is_none())
    };
    parameters.chain(fields).filter(is_open).collect()
}

/// Returns the condition that the heap is that of a witness.
fn same_heap<M: Memory>(
    machine: &mut Machine<'_, M>,
    inputs: &Inputs,
    witness: &Rc<Witness>,
) -> Term {
    let mut same = Term::TRUE;
    for (symbol, known) in inputs.known.iter() {
        let exists = machine.lazy.references[symbol].place.exists;
        let Some(value) = known.value else { continue };
        if !witness.holds(&machine.terms, exists) {
            continue;
        }
        let number = witness.number(&machine.terms, value);
        let number = machine.terms.word(64, number);
        let here = machine.terms.eq(value, number);
        same = machine.terms.and(same, here);
    }
    same
}

/// Returns a heap as text that isomorphic heaps share: objects are numbered in the order in which they are reached.
fn canonical(input_heap: &crate::findings::input_heap::InputHeap) -> String {
    use crate::findings::input_heap::{PointerTarget, ScalarValue};
    let mut numbers: Vec<usize> = Vec::new();
    let mut text = String::new();
    let say = |link: PointerTarget, numbers: &mut Vec<usize>, text: &mut String| match link {
        PointerTarget::Null => text.push_str(" 0"),
        PointerTarget::Object(object) | PointerTarget::Inside(object, _) => {
            let known = numbers.iter().position(|&other| other == object);
            let number = known.unwrap_or_else(|| {
                numbers.push(object);
                numbers.len() - 1
            });
            text.push_str(&format!(" #{number}"));
            if let PointerTarget::Inside(_, offset) = link {
                text.push_str(&format!("+{offset}"));
            }
        }
    };
    for (_, _, link) in &input_heap.pointers {
        say(*link, &mut numbers, &mut text);
    }
    let mut next = 0;
    while next < numbers.len() {
        text.push(';');
        for leaf in &input_heap.objects[numbers[next]].leaves {
            if let ScalarValue::Pointer(link) = leaf.value {
                say(link, &mut numbers, &mut text);
            }
        }
        next += 1;
    }
    text
}

const LIST: &str = "struct n { struct n *next; };\n";
const TREE: &str = "struct t { struct t *left, *right; };\n";

#[test]
fn all_strategies_stand_for_the_same_heaps() {
    let list = [
        "struct n *start(struct n *a) { while (a) a = a->next; return a; }",
        "struct n *start(struct n *a) { return a && a->next ? a->next->next : 0; }",
        "struct n *start(struct n *a, struct n *b) { if (a == b) return a; return b; }",
        "struct n *start(struct n *a, struct n *b) { if (!a || !b) return 0; a->next = b; return b->next; }",
        "struct n *start(struct n *a) { struct n *d = 0; while (a) { struct n *x = a->next; a->next = d; d = a; a = x; } return d; }",
        "struct n *start(struct n *a, struct n *b) { if (a) { struct n c = *a; if (c.next == b) return b; } return 0; }",
    ];
    let tree = [
        "struct t *start(struct t *a) { if (!a || !a->right) return a; struct t *r = a->right, *m = r->left; r->left = a; a->right = m; return r; }",
        "struct t *start(struct t *a) { while (a && a->left != a->right) a = a->left; return a; }",
    ];
    let lists = list.map(|it| (format!("{LIST}{it}"), 3));
    // Each object has two pointers, so heaps of three objects are many.
    let trees = tree.map(|it| (format!("{TREE}{it}"), 2));
    for (program, objects) in lists.into_iter().chain(trees) {
        let uber = heaps_of(&program, Heap::Uber, objects, Segments::new(64));
        assert!(!uber.is_empty());
        for heap in [Heap::Lazy, Heap::Lazier] {
            let heaps = heaps_of(&program, heap, objects, Segments::new(64));
            assert_eq!(heaps, uber, "{heap:?}: {program}");
        }
        let heaps = heaps_of(&program, Heap::Uber, objects, References::new(64));
        assert_eq!(heaps, uber, "references: {program}");
    }
}

/// Compares the strategies on programs of the test suite, which also branch on numbers: a heap can take several paths
/// there.
#[test]
fn all_strategies_stand_for_the_same_heaps_in_programs() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/lazy/");
    let programs = [
        ("list-find.c", "find", 4),
        ("list-remove.c", "remove_value", 4),
        ("insert-sorted.c", "insert", 4),
        ("append.c", "append", 4),
        ("reverse.c", "reverse", 4),
        ("has-cycle.c", "has_cycle", 4),
        ("swap.c", "swap", 4),
        ("double-insert.c", "insert_after", 2),
        ("double-remove.c", "unlink", 3),
        ("tree-find.c", "find", 2),
        ("tree-insert.c", "insert", 2),
        ("rotate.c", "rotate_left", 3),
        ("mark.c", "mark", 2),
        ("tree-remove.c", "remove_key", 2),
        ("heap-merge.c", "merge", 2),
    ];
    for (file, function, objects) in programs {
        let text = std::fs::read_to_string(format!("{folder}{file}")).expect("it is there");
        // This test has no preprocessor; the assertions do not concern heaps.
        let is_left_out = |line: &&str| {
            let line = line.trim_start();
            line.starts_with("#include") || line.starts_with("assert(")
        };
        let lines = text.lines().filter(|line| !is_left_out(line));
        let declared = ["void *malloc(unsigned long); void free(void *);"];
        let text: Vec<&str> = declared.into_iter().chain(lines).collect();
        let text = text.join("\n").replace("NULL", "0");
        let heaps = |heap| -> BTreeSet<_> {
            all_heaps_of(&text, function, (heap, false), objects, Segments::new(64))
                .into_iter()
                .collect()
        };
        let uber = heaps(Heap::Uber);
        assert!(!uber.is_empty(), "{file}");
        for heap in [Heap::Lazy, Heap::Lazier] {
            assert_eq!(heaps(heap), uber, "{heap:?}: {file}");
        }
    }
}

/// Compares the number of heaps with counts by hand: a pointer is null, or leads to a heap in which every object is
/// reachable. With one pointer in each object, the last pointer is null or points back to one of the objects: n + 1
/// heaps of n objects. With two pointers in each object there are 4, 45 and 816 heaps of 1, 2 and 3 objects: as many as
/// automata over two letters that may lack transitions, all of whose states are reachable.
#[test]
fn no_heap_is_missing() {
    let counts = [
        (LIST, "struct n *start(struct n *a) { return a; }", 5, 1 + 2 + 3 + 4 + 5 + 6),
        (
            LIST,
            "struct n *start(struct n *a) { return a ? a->next : 0; }",
            5,
            1 + 2 + 3 + 4 + 5 + 6,
        ),
        (TREE, "struct t *start(struct t *a) { return a; }", 3, 1 + 4 + 45 + 816),
        (
            TREE,
            "struct t *start(struct t *a) { return a && a->left ? a->right : a; }",
            3,
            1 + 4 + 45 + 816,
        ),
    ];
    for (types, program, objects, count) in counts {
        for heap in [Heap::Lazy, Heap::Lazier, Heap::Uber] {
            let heaps = heaps_of(&format!("{types}{program}"), heap, objects, Segments::new(64));
            let found: usize = heaps.values().map(BTreeSet::len).sum();
            assert_eq!(found, count, "{heap:?}: {program}");
        }
    }
}

/// Checks pointers into objects: all strategies have the same heaps, their number is the count by hand, and the order
/// in which pointers are settled excludes no heap.
#[test]
fn pointers_into_objects_have_all_places() {
    let types = "struct s { int n; int *p; };\n";
    let heaps = |program: &str, heap| -> BTreeSet<String> {
        let text = format!("{types}{program}");
        let all = all_heaps_of(&text, "start", (heap, true), 2, Segments::new(64));
        each_once(all).into_values().flatten().collect()
    };
    // The parameter is null or an `s`. The pointer of the `s` is null, or points to its own number, to a new one, or to
    // the number of another `s`, whose pointer is null or points to one of both numbers.
    let one = "int *start(struct s *a) { return a ? a->p : 0; }";
    let late =
        "int *start(int *q, struct s *a) { if (a && a->p) *a->p = 1; if (q) *q = 2; return q; }";
    let early =
        "int *start(int *q, struct s *a) { if (q) *q = 2; if (a && a->p) *a->p = 1; return q; }";
    for heap in [Heap::Lazy, Heap::Lazier, Heap::Uber] {
        assert_eq!(heaps(one, heap).len(), 1 + 1 + 1 + 1 + 3, "{heap:?}");
        assert_eq!(heaps(early, heap), heaps(late, heap), "{heap:?}");
        assert_eq!(heaps(late, heap), heaps(late, Heap::Uber), "{heap:?}");
    }
}
