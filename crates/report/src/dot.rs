//! The heap of the first finding that has one, as a drawing in the language of Graphviz.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::check::{Check, Functions};
use crate::heap::{Heap, HeapObject, HeapTarget};
use crate::sink::Sink;
use crate::trace::Step;

/// The largest number of fields of an object in a drawing.
const SHOWN: usize = 64;

/// The format. It writes nothing where no finding has a heap.
pub struct Dot;

impl Sink for Dot {
    fn step(&mut self, _: Step, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn check(&self, check: &Check, out: &mut dyn Write) -> io::Result<()> {
        match check.findings.iter().find_map(|finding| finding.heap.as_ref()) {
            Some(heap) => out.write_all(drawing(heap).as_bytes()),
            None => Ok(()),
        }
    }

    fn functions(&self, functions: &Functions, out: &mut dyn Write) -> io::Result<()> {
        functions.functions.iter().try_for_each(|function| self.check(&function.check, out))
    }
}

fn drawing(heap: &Heap) -> String {
    let mut text = String::from("digraph heap {\n    rankdir=LR;\n    node [shape=record];\n");
    for (number, object) in heap.objects.iter().enumerate() {
        let _ = writeln!(text, "    o{number} [label=\"{}\"];", label(object));
        for (index, field) in object.fields.iter().enumerate().take(SHOWN) {
            if let Some(target) = field.target {
                let _ = writeln!(text, "    o{number}:f{index} -> {};", node(target));
            }
        }
    }
    for (index, pointer) in heap.pointers.iter().enumerate() {
        let name = escaped(&pointer.name);
        let _ = match pointer.target {
            None => writeln!(text, "    p{index} [shape=plaintext, label=\"{name} = NULL\"];"),
            Some(target) => writeln!(
                text,
                "    p{index} [shape=plaintext, label=\"{name}\"];\n    p{index} -> {};",
                node(target)
            ),
        };
    }
    text + "}\n"
}

/// Returns the record of an object: its name, and its text or its fields.
fn label(object: &HeapObject) -> String {
    let mut label = escaped(&format!("{} ({})", object.name, object.ty));
    if let Some(literal) = &object.text {
        let _ = write!(label, "|{}", escaped(literal));
        return label;
    }
    for (index, field) in object.fields.iter().enumerate().take(SHOWN) {
        let path = match object.elements {
            1 if field.path.is_empty() => "*".to_owned(),
            1 => field.path.clone(),
            _ => format!("[{}]{}", field.element, field.path),
        };
        let value = match field.target {
            Some(_) => String::new(),
            None => format!(" = {}", field.value),
        };
        let _ = write!(label, "|<f{index}> {}", escaped(&format!("{path}{value}")));
    }
    label
}

/// Returns where an edge leads to: an object, or one of its fields that are shown.
fn node(target: HeapTarget) -> String {
    match target.field {
        Some(field) if field < SHOWN => format!("o{}:f{field}", target.object),
        _ => format!("o{}", target.object),
    }
}

/// Returns text as it stands in a label.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if "\"\\{}|<>[] ".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
