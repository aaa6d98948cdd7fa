//! Heaps as graphs in a canonical form: isomorphic heaps are equal.
//!
//! Knows classes, and nothing of machines. Any engine can say with these heaps which inputs take a path.
//!
//! 1. Objects are numbered in breadth-first order from the roots. So two heaps are isomorphic if and only if
//!    they are equal, and a heap contains no unreachable object.
//! 2. [`all`] enumerates the heaps up to a number of objects, each once, with data fields from a small set of numbers.

use std::collections::BTreeMap;

use javalite::tree::{ClassId, Program, Type};

/// The value of a field or of a root. Booleans are 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slot {
    Null,
    Object(usize),
    Data(i32),
}

/// An object.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Object {
    pub class: ClassId,
    pub fields: Vec<Slot>,
}

/// A heap.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Heap {
    pub roots: Vec<Slot>,
    pub objects: Vec<Object>,
}

impl Heap {
    /// Makes the heap that is reachable from the roots; objects may have any names.
    pub fn reachable<Name: Ord + Copy>(
        roots: &[Reach<Name>],
        mut fields: impl FnMut(Name) -> (ClassId, Vec<Reach<Name>>),
    ) -> Heap {
        let mut numbers: BTreeMap<Name, usize> = BTreeMap::new();
        let mut names: Vec<Name> = Vec::new();
        let mut number = |reach: &Reach<Name>, names: &mut Vec<Name>| match reach {
            Reach::Null => Slot::Null,
            Reach::Data(value) => Slot::Data(*value),
            Reach::Object(name) => Slot::Object(*numbers.entry(*name).or_insert_with(|| {
                names.push(*name);
                names.len() - 1
            })),
        };
        let mut heap = Heap::default();
        heap.roots.extend(roots.iter().map(|root| number(root, &mut names)));
        while heap.objects.len() < names.len() {
            let (class, fields) = fields(names[heap.objects.len()]);
            let fields = fields.iter().map(|field| number(field, &mut names)).collect();
            heap.objects.push(Object { class, fields });
        }
        heap
    }
}

/// The objects that a traversal reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach<Name> {
    Null,
    Object(Name),
    Data(i32),
}

/// Enumerates the heaps up to a number of objects, for roots of these types; the first root is not null.
pub fn all(program: &Program, roots: &[Type], most: usize, numbers: &[i32]) -> Vec<Heap> {
    let mut finished = Vec::new();
    let mut unfinished = vec![Heap::default()];
    while let Some(heap) = unfinished.pop() {
        match open_slot(program, roots, &heap) {
            None => finished.push(heap),
            Some((owner, ty)) => {
                for (slot, new) in choices(&heap, ty, most, numbers) {
                    let mut heap = heap.clone();
                    match owner {
                        None => heap.roots.push(slot),
                        Some(owner) => heap.objects[owner].fields.push(slot),
                    }
                    heap.objects.extend(new);
                    unfinished.push(heap);
                }
            }
        }
    }
    finished.retain(|heap| heap.roots[0] != Slot::Null);
    finished
}

/// Finds the first empty slot: its object, if it is no root, and its type.
fn open_slot(program: &Program, roots: &[Type], heap: &Heap) -> Option<(Option<usize>, Type)> {
    if let Some(ty) = roots.get(heap.roots.len()) {
        return Some((None, *ty));
    }
    heap.objects.iter().enumerate().find_map(|(index, object)| {
        let fields = &program.class(object.class).fields;
        fields.get(object.fields.len()).map(|field| (Some(index), field.ty))
    })
}

/// Returns the possible values of a slot, each with the object that is created for it.
fn choices(heap: &Heap, ty: Type, most: usize, numbers: &[i32]) -> Vec<(Slot, Option<Object>)> {
    match ty {
        Type::Bool => vec![(Slot::Data(0), None), (Slot::Data(1), None)],
        Type::Int => numbers.iter().map(|value| (Slot::Data(*value), None)).collect(),
        Type::Class(class) => {
            let known = heap.objects.iter().enumerate().filter(|(_, it)| it.class == class);
            let mut all = vec![(Slot::Null, None)];
            all.extend(known.map(|(index, _)| (Slot::Object(index), None)));
            if heap.objects.len() < most {
                let new = Object { class, fields: Vec::new() };
                all.push((Slot::Object(heap.objects.len()), Some(new)));
            }
            all
        }
        Type::Null | Type::Nothing | Type::Unknown => Vec::new(),
    }
}
