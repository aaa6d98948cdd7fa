//! The steps of one path, as data of a report: values and conditions become text here.

mod heap_formula;

use std::collections::HashMap;
use std::fmt::{self, Write};

use engine::findings::End;
use engine::trace::{Event, Input, Owner, Typed, View, Watcher};
use ir::{Function, Module, SourceType, Ty, TypeId};
use memory::{Memory, Value};
use report::{Sink, SourceLoc, Sources, Step};
use term::{AllocId, Bits, Op, Term, Terms};

use crate::cli::stream::Stream;
use crate::load::sources::SourceLines;
use crate::results::wording::GivenLimits;
use crate::results::{check, values, wording};

/// The longest term that is shown; longer ones are truncated.
const LONGEST_TERM: usize = 240;
/// The largest number of symbols of one input that are listed.
const MOST_SYMBOLS: usize = 8;
/// The largest number of bytes of a string literal that are shown.
const LONGEST_LITERAL: usize = 32;

/// Describes the steps of a path to a sink.
pub struct Tracer<'a, 's> {
    sink: &'a mut (dyn Sink + 's),
    /// Blocks of the heap, in the order in which they are mentioned.
    heap: HashMap<AllocId, usize>,
    sources: &'a SourceLines,
    /// The statement that is executed.
    location: Option<SourceLoc>,
    /// Whether the symbolic heap is shown.
    heap_formula: bool,
    /// Whether standard output is a closed pipe.
    gone: bool,
}

impl<'a, 's> Tracer<'a, 's> {
    /// Creates a tracer that describes a path to a sink.
    pub fn new(
        sink: &'a mut (dyn Sink + 's),
        sources: &'a SourceLines,
        heap_formula: bool,
    ) -> Tracer<'a, 's> {
        let heap = HashMap::new();
        Tracer { sink, heap, sources, location: None, heap_formula, gone: false }
    }

    fn step(&mut self, depth: usize, event: report::Event) {
        let step = Step { depth, location: self.location.clone(), event };
        let mut text = Vec::new();
        // Writing to a vector does not fail.
        let _ = self.sink.step(step, &mut text);
        if let Some(text) = String::from_utf8_lossy(&text).strip_suffix('\n') {
            self.gone |= !Stream::Output.line(text);
        }
    }
}

impl<M: Memory> Watcher<M> for Tracer<'_, '_> {
    fn see(&mut self, view: &View<'_, M>, depth: usize, event: &Event) {
        let mut scene = Scene { view, heap: &mut self.heap };
        // The heap after a statement is shown before the next statement.
        let over = matches!(event, Event::Statement(..) | Event::Ended(_));
        let formula = (self.heap_formula && over).then(|| heap_formula::event(&mut scene));
        let location = match event {
            Event::Statement(position, function) => Some(scene.location(*position, *function)),
            _ => None,
        };
        let line = location.as_ref().map(|location| self.sources.line(location));
        let event = scene.event(event, line.flatten().as_deref().unwrap_or_default().trim());
        if let Some(formula) = formula {
            self.step(depth, formula);
        }
        if location.is_some() {
            self.location = location;
        }
        self.step(depth, event);
    }

    fn gone(&self) -> bool {
        self.gone
    }
}

/// A state to be described.
struct Scene<'a, M> {
    view: &'a View<'a, M>,
    heap: &'a mut HashMap<AllocId, usize>,
}

impl<M: Memory> Scene<'_, M> {
    /// Returns an event in words; of a statement, with its line.
    fn event(&mut self, event: &Event, line: &str) -> report::Event {
        match event {
            Event::Statement(..) => report::Event::Statement { text: line.to_owned() },
            Event::Variable(name, typed) => self.assigned(name.clone(), typed),
            Event::Written(pointer, typed) => {
                let (place, source) = self.place(*pointer, typed.ty);
                self.assigned(place, &Typed { source, ..*typed })
            }
            Event::Copied([to, from, count]) => report::Event::Copy {
                to: self.address(*to),
                from: self.address(*from),
                bytes: self.count(*count),
            },
            Event::Filled([to, byte, count]) => report::Event::Fill {
                to: self.address(*to),
                byte: self.count(*byte),
                bytes: self.count(*count),
            },
            Event::Decided { condition, holds, choice, within } => report::Event::Decision {
                condition: term_text(self.view.terms, *condition),
                holds: *holds,
                choice: *choice,
                within: within.map(|function| self.function(function).name.clone()),
            },
            Event::Summary(iterations) => {
                let number = term_text(self.view.terms, *iterations);
                report::Event::Iterations { number }
            }
            Event::Called(function, arguments) => self.called(*function, arguments),
            Event::Returned(function, value) => report::Event::Return {
                function: self.function(*function).name.clone(),
                value: value.as_ref().map(|value| self.value(value)),
            },
            Event::Library { function, arguments, result } => report::Event::Library {
                function: function.map(|function| self.function(function).name.clone()),
                arguments: arguments.iter().map(|it| self.value(it)).collect(),
                result: result.as_ref().map(|value| self.value(value)),
            },
            Event::Given(inputs) => self.given(inputs),
            Event::Violation(finding) => {
                let program = self.view.program;
                let site = program.own_site(finding.site, &finding.calls);
                report::Event::Finding {
                    kind: finding.kind.name().to_owned(),
                    message: wording::message(&finding.kind),
                    location: check::location(program, site),
                }
            }
            Event::DecisionsEnd(condition) => {
                let condition = term_text(self.view.terms, *condition);
                report::Event::DecisionsEnd { condition }
            }
            Event::Impossible => report::Event::End { how: "the path is infeasible".to_owned() },
            Event::Ended(end) => report::Event::End { how: self.end(end) },
        }
    }

    fn location(&self, position: ir::Position, function: ir::FuncId) -> SourceLoc {
        let function = Some(self.function(function).name.clone());
        SourceLoc { function, ..self.module().source_loc(position) }
    }

    fn module(&self) -> &Module {
        self.view.program.module
    }

    fn function(&self, id: ir::FuncId) -> &Function {
        self.module().function(id)
    }

    fn assigned(&mut self, name: String, typed: &Typed) -> report::Event {
        report::Event::Assignment { name, value: self.value(typed) }
    }

    fn called(&mut self, function: ir::FuncId, arguments: &[Typed]) -> report::Event {
        let values: Vec<String> = arguments.iter().map(|argument| self.value(argument)).collect();
        let called = self.function(function);
        let names = called.params.iter().map(|param| param.name.clone());
        report::Event::Call {
            function: called.name.clone(),
            arguments: names.zip(values).collect(),
        }
    }

    fn given(&self, inputs: &[Input]) -> report::Event {
        let name = inputs.first().map_or("", |input| &input.name).to_owned();
        let symbols = inputs.iter().map(|input| term_text(self.view.terms, input.term));
        let mut symbols: Vec<String> = symbols.take(MOST_SYMBOLS).collect();
        if inputs.len() > MOST_SYMBOLS {
            symbols.push(format!("... ({} in all)", inputs.len()));
        }
        report::Event::Input { name, symbols }
    }

    fn end(&self, end: &End) -> String {
        match end {
            End::Exit(_) => "the program ends".to_owned(),
            End::Abort => "the program aborts".to_owned(),
            End::Violation(_) => "the program cannot go on".to_owned(),
            End::Unsupported(unsupported) => {
                format!(
                    "not supported: {}",
                    wording::unsupported(self.view.program, &unsupported.what)
                )
            }
            End::Limit(limit) => wording::limit(*limit, &GivenLimits::default()),
            End::Infeasible => "the path is infeasible".to_owned(),
            End::Covered | End::Interrupted => "stopped".to_owned(),
        }
    }

    /// Returns a value in the notation of its type.
    fn value(&mut self, typed: &Typed) -> String {
        let Some(value) = typed.value else { return "uninitialised".to_owned() };
        match value {
            Value::Bits(word) => self.number(word, typed),
            Value::Pointer { block, offset } => self.pointer(block, offset),
            Value::Term(term) if typed.ty == Ty::Ptr => self.unknown_pointer(term),
            Value::Term(term) => term_text(self.view.terms, term),
        }
    }

    /// Returns a pointer as a sum of the name of its block and an offset.
    fn unknown_pointer(&mut self, pointer: Term) -> String {
        let terms = self.view.terms;
        let (mut block, mut rest, mut sum) = (None, Vec::new(), pointer);
        loop {
            let (last, more) = match terms.op(sum) {
                Op::BvAdd => (terms.arg(sum, 1), Some(terms.arg(sum, 0))),
                _ => (sum, None),
            };
            match terms.op(last) {
                Op::Base(base) if block.is_none() => block = Some(base),
                _ => rest.push(term_text(terms, last)),
            }
            match more {
                Some(more) => sum = more,
                None => break,
            }
        }
        match block {
            Some(block) => {
                rest.push(self.pointer(block, 0));
                rest.reverse();
                rest.join(" + ")
            }
            None => term_text(terms, pointer),
        }
    }

    fn number(&self, word: u64, typed: &Typed) -> String {
        let width = typed.ty.bits(self.module().model.pointer_bits());
        let bits = Bits::new(width, word);
        let is_pointer = typed.ty == Ty::Ptr;
        match typed.source {
            _ if is_pointer && word == 0 => "null".to_owned(),
            _ if is_pointer => format!("{word:#x}"),
            Some(source) => values::scalar(self.module(), source, &bits),
            None if typed.ty == Ty::F32 => f32::from_bits(word as u32).to_string(),
            None if typed.ty == Ty::F64 => f64::from_bits(word).to_string(),
            None if width <= 64 => term::bits::sign_extend_word(word, width).to_string(),
            None => bits.to_string(),
        }
    }

    /// Returns a number of bytes, or a byte.
    fn count(&mut self, value: Value) -> String {
        match value {
            Value::Bits(count) => count.to_string(),
            value => self.address(value),
        }
    }

    fn address(&mut self, value: Value) -> String {
        self.value(&Typed { value: Some(value), ty: Ty::Ptr, source: None })
    }

    /// Returns the pointee of a pointer as text.
    fn pointer(&mut self, block: AllocId, offset: u64) -> String {
        let base = match self.view.owner(block) {
            Owner::Global(id) if self.module().global(id).string => {
                literal(&self.module().global(id).bytes)
            }
            Owner::Global(id) => format!("&{}", self.module().global(id).name),
            Owner::Function(id) => format!("&{}", self.function(id).name),
            Owner::Local(function, local) => match self.local(function, local) {
                Some((name, _)) => format!("&{name}"),
                None => "&(temporary)".to_owned(),
            },
            Owner::Heap => self.heap_name(block),
            Owner::Unnamed => "&(arguments)".to_owned(),
        };
        let width = self.module().model.pointer_bits();
        match term::bits::sign_extend_word(offset, width) {
            0 => base,
            offset => format!("{base}{offset:+}"),
        }
    }

    fn heap_name(&mut self, block: AllocId) -> String {
        let next = self.heap.len() + 1;
        format!("heap#{}", self.heap.entry(block).or_insert(next))
    }

    /// The name and the type of a local that has a name.
    fn local(&self, function: ir::FuncId, local: ir::LocalId) -> Option<(&str, TypeId)> {
        let found = self.function(function).body.as_ref()?.locals.get(local.index())?;
        (!found.name.is_empty()).then_some((&found.name, found.ty))
    }

    /// Returns the C expression for a place in memory, and its type.
    fn place(&mut self, pointer: Value, ty: Ty) -> (String, Option<TypeId>) {
        if let Value::Pointer { block, offset } = pointer {
            let named = match self.view.owner(block) {
                Owner::Global(id) => {
                    let global = self.module().global(id);
                    Some((global.name.as_str(), global.ty))
                }
                Owner::Local(function, local) => self.local(function, local),
                Owner::Function(_) | Owner::Heap | Owner::Unnamed => None,
            };
            let bytes = ty.bytes(self.module().model.pointer_bits());
            if let Some((name, whole)) = named
                && let Some((path, part)) = part(self.module(), whole, offset, bytes)
            {
                return (format!("{name}{path}"), Some(part));
            }
        }
        (format!("*({})", self.address(pointer)), None)
    }
}

/// Returns the scalar of a size at an offset of a type: the path of fields and indices, and its type.
fn part(module: &Module, whole: TypeId, offset: u64, bytes: u64) -> Option<(String, TypeId)> {
    let (mut path, mut ty, mut offset) = (String::new(), whole, offset);
    // Bounded, because a table read from text may be cyclic.
    for _ in 0..64 {
        match module.types.get(ty) {
            SourceType::Array { element, .. } => {
                let size = module.types.layout(*element, module.model)?.size;
                let index = offset.checked_div(size)?;
                offset -= index * size;
                let _ = write!(path, "[{index}]");
                ty = *element;
            }
            SourceType::Record(record) if record.complete => {
                let field = record.fields.iter().find(|field| {
                    let size = module.types.layout(field.ty, module.model).map(|it| it.size);
                    field.bits.is_none()
                        && offset
                            .checked_sub(field.offset)
                            .is_some_and(|inside| size.is_some_and(|size| inside < size))
                })?;
                offset -= field.offset;
                if !field.name.is_empty() {
                    let _ = write!(path, ".{}", field.name);
                }
                ty = field.ty;
            }
            _ => {
                let layout = module.types.layout(ty, module.model)?;
                return (offset == 0 && layout.size == bytes).then_some((path, ty));
            }
        }
    }
    None
}

/// Returns a string literal, or its beginning.
fn literal(bytes: &[u8]) -> String {
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    let shown = text.get(..LONGEST_LITERAL).unwrap_or(text);
    let more = if shown.len() < text.len() { "..." } else { "" };
    format!("\"{}{more}\"", shown.escape_ascii())
}

/// Returns a term as text, truncated if it is long.
fn term_text(terms: &Terms, term: Term) -> String {
    let mut text = Short { text: String::new(), left: LONGEST_TERM };
    match write!(text, "{}", terms.display(term)) {
        Ok(()) => text.text,
        Err(_) => text.text + "...",
    }
}

/// Text of limited length.
struct Short {
    text: String,
    left: usize,
}

impl Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
            self.text.push(c);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    #[test]
    fn long_terms_are_cut() {
        let mut terms = Terms::new();
        let symbol = terms.symbol("two words", Sort::Bits(32));
        assert_eq!(term_text(&terms, symbol), "|two words|");
        let name = "n".repeat(1000);
        let symbol = terms.symbol(&name, Sort::Bits(32));
        assert_eq!(term_text(&terms, symbol), format!("{}...", &name[..LONGEST_TERM]));
    }

    #[test]
    fn literals_are_cut_and_escaped() {
        assert_eq!(literal(b"a\n\0"), "\"a\\n\"");
        assert_eq!(literal(&[b'x'; 40]), format!("\"{}...\"", "x".repeat(LONGEST_LITERAL)));
    }
}
