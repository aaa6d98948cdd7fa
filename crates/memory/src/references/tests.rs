//! The rules of *Uber-lazy*, figures 3 and 5, one by one, on lists: objects of two fields, `value` and
//! `next`, as in the pictures of the document.

use term::{AllocId, Bits, Evaluator, Model, Op, Sort, Term, Terms, Value as Concrete};

use crate::blocks::{Kind, Names, NewBlock, Site};
use crate::memory::{Context, Initial, Memory};
use crate::multi_write::MultiWrite;
use crate::oracle::Oracle;
use crate::references::References;
use crate::references::reference::{Guarded, Reference};
use crate::value::Value;

/// Where the fields of an object are.
const VALUE: u64 = 0;
const NEXT: u64 = 8;

/// A path on which some conditions hold or not.
struct Path(Vec<Model>);

fn holds(terms: &Terms, input: &Model, formula: Term) -> bool {
    Evaluator::default().eval(terms, formula, input) == Concrete::Bool(true)
}

impl Oracle for Path {
    fn may(&mut self, terms: &mut Terms, formula: Term) -> bool {
        self.0.iter().any(|input| holds(terms, input, formula))
    }

    fn range(&mut self, terms: &mut Terms, term: Term) -> (u64, u64) {
        crate::oracle::domain_range(terms, term)
    }
}

struct Scene {
    terms: Terms,
    names: Names,
    path: Path,
    memory: References,
    /// Conditions of the input.
    phi: [Term; 2],
}

impl Scene {
    fn new() -> Scene {
        let mut terms = Terms::new();
        let phi = ["phi", "psi"].map(|name| terms.symbol(name, Sort::Bool));
        let input = |number: u64| {
            let mut model = Model::new();
            for (k, &symbol) in phi.iter().enumerate() {
                let Op::Symbol(id) = terms.op(symbol) else { unreachable!("a symbol was made") };
                model.set(id, Concrete::Bool(number >> k & 1 == 1));
            }
            model
        };
        let path = Path((0..4).map(input).collect());
        Scene { terms, names: Names::default(), path, memory: References::new(64), phi }
    }

    fn with<T>(&mut self, f: impl FnOnce(&mut References, &mut Context<'_>) -> T) -> T {
        let Scene { terms, names, path, memory, .. } = self;
        f(memory, &mut Context { terms, names, oracle: path, pointer: 64 })
    }

    /// The path goes on where a condition holds.
    fn assume(&mut self, condition: Term) {
        self.path.0.retain(|input| holds(&self.terms, input, condition));
    }

    fn object(&mut self, size: Value, initial: Initial) -> AllocId {
        let new = NewBlock {
            kind: Kind::Heap,
            size,
            room: 64,
            align: 8,
            constant: false,
            allocated_at: Site(0),
        };
        self.with(|memory, cx| memory.allocate(cx, new, initial)).unwrap()
    }

    /// `new C`: all fields are null.
    fn node(&mut self) -> AllocId {
        self.object(Value::Bits(16), Initial::Zero)
    }

    fn nodes<const N: usize>(&mut self) -> [AllocId; N] {
        [(); N].map(|()| self.node())
    }

    /// A reference to one of two things.
    fn either(&mut self, guard: Term, then: Value, otherwise: Value) -> Value {
        let [then, otherwise] = [then, otherwise].map(|it| it.to_term(&mut self.terms, 64));
        Value::Term(self.terms.ite(guard, then, otherwise))
    }

    fn field(&mut self, reference: Value, field: u64) -> Value {
        let (base, offset) = (reference.to_term(&mut self.terms, 64), self.terms.word(64, field));
        let place = self.terms.add(base, offset);
        Value::of_term(&self.terms, place)
    }

    fn get(&mut self, reference: Value, field: u64) -> Value {
        let place = self.field(reference, field);
        self.with(|memory, cx| memory.load(cx, place, 8))
    }

    fn set(&mut self, reference: Value, field: u64, value: Value) {
        let place = self.field(reference, field);
        self.with(|memory, cx| memory.store(cx, place, 8, value));
    }

    /// `L(r)`
    fn locations(&mut self, reference: Value) -> Vec<Guarded> {
        self.with(|_, cx| Reference::of(cx, reference)).locations()
    }

    /// `L(R(l, f))`
    fn locations_of_field(&mut self, location: AllocId, field: u64) -> Vec<Guarded> {
        self.with(|memory, cx| memory.access(cx, at(location, field), 8)).unwrap().locations()
    }

    /// Whether two formulas say the same about every input of the path.
    fn agree(&self, one: Term, other: Term) -> bool {
        let same = |input| holds(&self.terms, input, one) == holds(&self.terms, input, other);
        self.path.0.iter().all(same)
    }

    /// Does something, and says what was out of reach; then all is as before.
    fn refused(&mut self, f: impl FnOnce(&mut References, &mut Context<'_>)) -> String {
        let before = self.memory.clone();
        self.with(f);
        let why = self.memory.unsupported().unwrap_or("nothing");
        self.memory = before;
        why.trim_start_matches("memory 'references': ").to_owned()
    }
}

fn at(block: AllocId, offset: u64) -> Value {
    Value::Pointer { block, offset }
}

fn guarded(guard: Term, block: AllocId) -> Guarded {
    Guarded { guard, value: at(block, 0) }
}

#[test]
fn new_makes_an_object_whose_fields_are_null() {
    let mut scene = Scene::new();
    let l = scene.node();
    assert_eq!(scene.locations(at(l, 0)), [guarded(Term::TRUE, l)]);
    let null = Guarded { guard: Term::TRUE, value: Value::ZERO };
    assert_eq!(scene.locations_of_field(l, NEXT), [null]);
}

#[test]
fn lazy_initialisation_gives_a_reference_its_alias_its_new_and_its_null_part() {
    let mut scene = Scene::new();
    let [alias, new] = scene.nodes();
    let [is_null, is_alias] = scene.phi;
    let object = scene.either(is_alias, at(alias, 0), at(new, 0));
    let r = scene.either(is_null, Value::ZERO, object);
    let not_null = scene.terms.not(is_null);
    let not_alias = scene.terms.not(is_alias);
    let theta_alias = scene.terms.and(not_null, is_alias);
    let theta_new = scene.terms.and(not_null, not_alias);
    let null = Guarded { guard: is_null, value: Value::ZERO };
    let expected = [null, guarded(theta_alias, alias), guarded(theta_new, new)];
    assert_eq!(scene.locations(r), expected);
    // On a path without null, `L` has no null.
    scene.assume(not_null);
    assert_eq!(scene.locations(r), expected[1..]);
}

#[test]
fn strengthening_keeps_what_can_still_be() {
    let mut scene = Scene::new();
    let [l0, l1] = scene.nodes();
    let [phi, psi] = scene.phi;
    let value = scene.either(phi, at(l0, 0), at(l1, 0));
    let r = scene.with(|_, cx| Reference::of(cx, value));
    let not = scene.terms.not(phi);
    let [both, neither] = [phi, not].map(|it| scene.terms.and(it, psi));
    let by_psi = scene.with(|_, cx| r.strengthened(cx, psi));
    assert_eq!(by_psi, [guarded(both, l0), guarded(neither, l1)]);
    let by_phi = scene.with(|_, cx| r.strengthened(cx, phi));
    assert_eq!(by_phi, [guarded(phi, l0)]);
}

#[test]
fn field_access_gives_the_value_set() {
    let mut scene = Scene::new();
    let [l0, l1, l2, l3] = scene.nodes();
    let [phi, psi] = scene.phi;
    let r0 = scene.either(psi, at(l2, 0), at(l3, 0));
    scene.set(at(l0, 0), NEXT, r0);
    scene.set(at(l1, 0), NEXT, at(l2, 0));
    let r = scene.either(phi, at(l0, 0), at(l1, 0));
    let found = scene.get(r, NEXT);
    // `l2` by way of `l0` and of `l1` is one element.
    let [not_phi, not_psi] = [phi, psi].map(|it| scene.terms.not(it));
    let first = scene.terms.and(phi, psi);
    let to_l2 = scene.terms.or(first, not_phi);
    let to_l3 = scene.terms.and(phi, not_psi);
    let found = scene.locations(found);
    assert_eq!(found.iter().map(|it| it.value).collect::<Vec<_>>(), [at(l2, 0), at(l3, 0)]);
    assert!(scene.agree(found[0].guard, to_l2) && scene.agree(found[1].guard, to_l3));
}

#[test]
fn field_access_leaves_out_what_the_path_excludes() {
    let mut scene = Scene::new();
    let [l0, l1, l2, l3] = scene.nodes();
    let [phi, psi] = scene.phi;
    let r0 = scene.either(psi, at(l2, 0), at(l3, 0));
    scene.set(at(l0, 0), NEXT, r0);
    let r = scene.either(phi, at(l0, 0), at(l1, 0));
    let both = scene.terms.and(phi, psi);
    scene.assume(both);
    assert_eq!(scene.get(r, NEXT), at(l2, 0));
}

#[test]
fn field_write_keeps_the_old_value_where_the_guard_does_not_hold() {
    let mut scene = Scene::new();
    let [l0, l1, old, new] = scene.nodes();
    let [phi, psi] = scene.phi;
    scene.set(at(l0, 0), NEXT, at(old, 0));
    let x = scene.either(phi, at(l0, 0), at(l1, 0));
    let r = scene.either(psi, at(new, 0), Value::ZERO);
    scene.set(x, NEXT, r);
    let [not_phi, not_psi] = [phi, psi].map(|it| scene.terms.not(it));
    // ST(L, r, phi) and ST(L, r_old, not phi)
    let [to_new, to_null] = [psi, not_psi].map(|it| scene.terms.and(it, phi));
    let null = |guard| Guarded { guard, value: Value::ZERO };
    let expected = [guarded(to_new, new), null(to_null), guarded(not_phi, old)];
    assert_eq!(scene.locations_of_field(l0, NEXT), expected);
    // In the other one the old value was null, as the new one may be: null is there once.
    let found = scene.locations_of_field(l1, NEXT);
    let to_new = scene.terms.and(psi, not_phi);
    assert_eq!(found[0], guarded(to_new, new));
    let not_new = scene.terms.not(to_new);
    assert!(found.len() == 2 && found[1].value == Value::ZERO);
    assert!(scene.agree(found[1].guard, not_new));
}

#[test]
fn field_write_to_the_only_location_forgets_the_old_value() {
    let mut scene = Scene::new();
    let [l0, l1, old, new] = scene.nodes();
    scene.set(at(l0, 0), NEXT, at(old, 0));
    let x = scene.either(scene.phi[0], at(l0, 0), at(l1, 0));
    scene.assume(scene.phi[0]);
    scene.set(x, NEXT, at(new, 0));
    assert_eq!(scene.locations_of_field(l0, NEXT), [guarded(Term::TRUE, new)]);
}

#[test]
fn data_under_guards_is_a_choice() {
    let mut scene = Scene::new();
    let [l0, l1] = scene.nodes();
    let phi = scene.phi[0];
    let [one, two] = ["one", "two"].map(|name| scene.terms.symbol(name, Sort::Bits(64)));
    scene.set(at(l0, 0), VALUE, Value::Term(one));
    let x = scene.either(phi, at(l0, 0), at(l1, 0));
    scene.set(x, VALUE, Value::Term(two));
    let expected = scene.terms.ite(phi, two, one);
    assert_eq!(scene.get(at(l0, 0), VALUE), Value::Term(expected));
}

#[test]
fn equality_is_true_or_false_as_the_values_are() {
    let mut scene = Scene::new();
    let [l0, l1, l2] = scene.nodes();
    let [phi, psi] = scene.phi;
    let symbol = scene.terms.symbol("not initialised yet", Sort::Bits(64));
    let references = [
        Value::ZERO,
        at(l0, 0),
        at(l1, NEXT),
        scene.either(phi, at(l0, 0), at(l1, 0)),
        scene.either(psi, at(l1, 0), at(l2, 0)),
        scene.either(psi, at(l0, 0), Value::ZERO),
        scene.either(phi, Value::Term(symbol), at(l0, 0)),
    ];
    for number in [0, 5] {
        let Op::Symbol(id) = scene.terms.op(symbol) else { unreachable!("a symbol was made") };
        let value = Concrete::Bits(Bits::new(64, number));
        scene.path.0.iter_mut().for_each(|input| input.set(id, value.clone()));
        for a in references {
            for b in references {
                let rule = scene.with(|memory, cx| memory.equal(cx, a, b)).unwrap();
                let [a, b] = [a, b].map(|it| it.to_term(&mut scene.terms, 64));
                let same = scene.terms.eq(a, b);
                assert!(scene.agree(rule, same), "{a:?} {b:?}");
            }
        }
    }
}

#[test]
fn equality_is_made_of_the_guards_that_the_figure_names() {
    let mut scene = Scene::new();
    let [l0, l1, l2] = scene.nodes();
    let [phi, psi] = scene.phi;
    let r0 = scene.either(phi, at(l0, 0), at(l1, 0));
    let r1 = scene.either(psi, at(l1, 0), at(l2, 0));
    let rule = scene.with(|memory, cx| memory.equal(cx, r0, r1)).unwrap();
    let not = [phi, psi].map(|it| scene.terms.not(it));
    // theta_alpha, not theta_0, not theta_1
    let alpha = scene.terms.and(not[0], psi);
    let parts = [alpha, not[0], psi];
    assert_eq!(rule, scene.terms.all(parts));
}

#[test]
fn an_index_is_a_choice_of_locations() {
    let mut scene = Scene::new();
    let array = scene.object(Value::Bits(16), Initial::Uninitialised);
    for (i, value) in [10, 20, 30, 40].into_iter().enumerate() {
        let place = at(array, 4 * i as u64);
        scene.with(|memory, cx| memory.store(cx, place, 4, Value::Bits(value)));
    }
    // a[i] = 99, a[2] = 7
    let bits = scene.phi.map(|it| scene.terms.bit_of(it));
    let i = scene.terms.concat(bits[1], bits[0]);
    let (i, size) = (scene.terms.zero_extend(62, i), scene.terms.word(64, 4));
    let (base, distance) = (scene.terms.base_of(array), scene.terms.mul(i, size));
    let place = Value::Term(scene.terms.add(base, distance));
    scene.with(|memory, cx| memory.store(cx, place, 4, Value::Bits(99)));
    scene.with(|memory, cx| memory.store(cx, at(array, 8), 4, Value::Bits(7)));
    let mut get = |offset| scene.with(|memory, cx| memory.load(cx, at(array, offset), 4));
    let (second, third) = (get(4), get(8));
    assert_eq!(third, Value::Bits(7));
    let second = second.to_term(&mut scene.terms, 32);
    let numbers = [99, 20].map(|number| scene.terms.word(32, number));
    let one = scene.terms.word(64, 1);
    let is_one = scene.terms.eq(i, one);
    let expected = scene.terms.ite(is_one, numbers[0], numbers[1]);
    let same = scene.terms.eq(second, expected);
    assert!(scene.agree(same, Term::TRUE));
    assert_eq!(scene.memory.unsupported(), None);
}

#[test]
fn numbers_have_no_fields() {
    let mut scene = Scene::new();
    let l = scene.node();
    scene.set(at(l, 0), VALUE, Value::Bits(0x1122_3344_5566_7788));
    let half = scene.with(|memory, cx| memory.load(cx, at(l, 4), 4));
    assert_eq!(half, Value::Bits(0x1122_3344));
    assert_eq!(scene.memory.peek(l, 6, 2), Some(Value::Bits(0x1122)));
    assert_eq!(scene.memory.unsupported(), None);
}

#[test]
fn structs_are_copied_field_by_field() {
    let mut scene = Scene::new();
    let [l0, l1, l2, old] = scene.nodes();
    let phi = scene.phi[0];
    scene.set(at(l0, 0), NEXT, at(l2, 0));
    scene.set(at(l0, 0), VALUE, Value::Bits(7));
    scene.set(at(l1, 0), NEXT, at(old, 0));
    let x = scene.either(phi, at(l1, 0), at(l2, 0));
    scene.with(|memory, cx| memory.copy(cx, x, at(l0, 0), Value::Bits(16)));
    let not = scene.terms.not(phi);
    let expected = [guarded(phi, l2), guarded(not, old)];
    assert_eq!(scene.locations_of_field(l1, NEXT), expected);
    scene.assume(phi);
    assert_eq!(scene.get(at(l1, 0), NEXT), at(l2, 0));
    assert_eq!(scene.memory.unsupported(), None);
}

#[test]
fn what_was_never_written_stays_so_under_a_guard() {
    let mut scene = Scene::new();
    let [l0, l1] = [(); 2].map(|()| scene.object(Value::Bits(16), Initial::Uninitialised));
    let phi = scene.phi[0];
    let x = scene.either(phi, at(l0, 0), at(l1, 0));
    scene.set(x, NEXT, at(l1, 0));
    let written = scene.with(|memory, cx| memory.initialised(cx, at(l0, NEXT), Value::Bits(8)));
    assert!(scene.agree(written, phi));
    let none = scene.with(|memory, cx| memory.initialised(cx, at(l0, VALUE), Value::Bits(8)));
    assert_eq!(none, Term::FALSE);
}

#[test]
fn two_heaps_become_one_under_a_guard() {
    let mut scene = Scene::new();
    let [l0, l1, l2] = scene.nodes();
    let phi = scene.phi[0];
    let ancestor = scene.memory.clone();
    scene.set(at(l0, 0), NEXT, at(l1, 0));
    scene.set(at(l0, 0), VALUE, Value::Bits(1));
    let other = std::mem::replace(&mut scene.memory, ancestor.clone());
    scene.set(at(l0, 0), NEXT, at(l2, 0));
    scene.with(|memory, cx| memory.merge(cx, &other, phi, &ancestor)).unwrap();
    let not = scene.terms.not(phi);
    let expected = [guarded(phi, l1), guarded(not, l2)];
    assert_eq!(scene.locations_of_field(l0, NEXT), expected);
    let reached = scene.with(|memory, cx| memory.referents(cx, l0));
    assert_eq!(reached, [(phi, l1), (not, l2)]);
}

#[test]
fn what_is_out_of_reach_is_said() {
    let mut scene = Scene::new();
    let [l0, l1] = scene.nodes();
    let unknown = scene.terms.symbol("i", Sort::Bits(64));
    let [part, offset, length, places] = [
        "an access to a part of a field, or to several at once",
        "an access at a symbolic offset",
        "an access of symbolic length",
        "a write to many places at once",
    ];
    scene.set(at(l0, 0), NEXT, at(l1, 0));
    let load = |from, bytes| {
        move |memory: &mut References, cx: &mut Context<'_>| {
            memory.load(cx, from, bytes);
        }
    };
    assert_eq!(scene.refused(load(at(l0, NEXT), 8)), "nothing");
    assert_eq!(scene.refused(load(at(l0, NEXT), 4)), part);
    assert_eq!(scene.refused(load(at(l0, NEXT + 7), 1)), part);
    assert_eq!(scene.refused(load(at(l0, 4), 8)), part);
    let byte = at(l0, NEXT + 2);
    assert_eq!(scene.refused(|memory, cx| memory.store(cx, byte, 1, Value::ZERO)), part);
    let half = Value::Bits(12);
    let copied = |memory: &mut References, cx: &mut Context<'_>| {
        memory.copy(cx, at(l1, 0), at(l0, 0), half);
    };
    assert_eq!(scene.refused(copied), part);
    let filled = |memory: &mut References, cx: &mut Context<'_>| {
        memory.fill(cx, at(l0, 0), half, Value::ZERO);
    };
    assert_eq!(scene.refused(filled), part);
    let all = Value::Term(unknown);
    assert_eq!(scene.refused(|memory, cx| memory.fill(cx, at(l0, 0), all, Value::ZERO)), length);
    let large = scene.object(Value::Bits(64), Initial::Zero);
    let base = scene.terms.base_of(large);
    let somewhere = Value::Term(scene.terms.add(base, unknown));
    assert_eq!(scene.refused(load(somewhere, 8)), offset);
    let value = scene.terms.word(64, 0);
    let write =
        MultiWrite { distance: unknown, set: Term::TRUE, bytes: 8, value, length: Value::Bits(16) };
    assert_eq!(scene.refused(|memory, cx| memory.multi_write(cx, at(l0, 0), &write)), places);
}

#[test]
fn what_was_out_of_reach_is_not_forgotten() {
    let mut scene = Scene::new();
    let [l0, l1] = scene.nodes();
    let ancestor = scene.memory.clone();
    scene.set(at(l0, 0), NEXT, at(l1, 0));
    scene.with(|memory, cx| memory.load(cx, at(l0, NEXT), 4));
    let other = std::mem::replace(&mut scene.memory, ancestor.clone());
    let phi = scene.phi[0];
    scene.with(|memory, cx| memory.merge(cx, &other, phi, &ancestor)).unwrap();
    assert!(scene.memory.unsupported().is_some());
}
