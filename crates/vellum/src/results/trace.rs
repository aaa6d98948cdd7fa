//! How a trace reads, as text and as JSON: what happens on one path, line by line.

mod heap_formula;

use std::collections::HashMap;
use std::fmt::{self, Write};

use engine::{Event, Input, Machine, Owner, State, Typed, Watcher};
use ir::diagnostic::visible;
use ir::{Function, Module, SourceType, Ty, TypeId};
use memory::{Memory, Value};
use serde_json::{Value as Json, json};
use term::{AllocId, Bits, Op, Term, Terms};

use crate::cli::diagnostics::Stream;
use crate::load::program::Shown;
use crate::results::findings;
use crate::results::verdict;

/// A longer term is cut: nobody reads it.
const LONGEST_TERM: usize = 240;
/// More symbols of one input are not listed.
const MOST_SYMBOLS: usize = 8;
/// More events are not kept for JSON: a path may be without end.
const MOST_EVENTS: usize = 200_000;
/// More bytes of a string literal are not shown.
const LONGEST_LITERAL: usize = 32;

/// Tells a trace.
pub struct Teller {
    /// The events as JSON, where they are wanted so; otherwise they are printed at once.
    events: Option<Vec<Json>>,
    left_out: u64,
    /// Blocks of the heap, in the order in which they are mentioned.
    heap: HashMap<AllocId, usize>,
    sources: Shown,
    /// Whether the symbolic heap is shown.
    heap_formula: bool,
    /// Whether nobody reads what is printed.
    gone: bool,
}

impl Teller {
    /// One that prints, or one that keeps JSON.
    pub fn new(json: bool, heap_formula: bool) -> Teller {
        Teller {
            events: json.then(Vec::new),
            left_out: 0,
            heap: HashMap::new(),
            sources: Shown::default(),
            heap_formula,
            gone: false,
        }
    }

    /// The trace as JSON, if it was kept.
    pub fn into_json(self) -> Option<Json> {
        let mut events = self.events?;
        if self.left_out > 0 {
            events.push(json!({"event": "left-out", "count": self.left_out}));
        }
        Some(Json::Array(events))
    }

    fn tell(&mut self, depth: usize, told: Told) {
        match &mut self.events {
            Some(events) => {
                let mut object = told.json;
                object["depth"] = json!(depth);
                events.push(object);
            }
            None => {
                let indent = 4 * depth + if told.heading { 0 } else { 4 };
                for line in told.text.lines() {
                    self.gone |= !Stream::Output.line(&format!("{:indent$}{line}", ""));
                }
            }
        }
    }
}

impl<M: Memory> Watcher<M> for Teller {
    fn see(&mut self, machine: &Machine<'_, M>, state: &State<M>, depth: usize, event: &Event) {
        if self.events.as_ref().is_some_and(|events| events.len() >= MOST_EVENTS) {
            self.left_out += 1;
            return;
        }
        let mut scene = Scene { machine, state, heap: &mut self.heap };
        // What a statement left is told before the next one.
        let over = matches!(event, Event::Statement(..) | Event::Ended(_));
        let formula = (self.heap_formula && over).then(|| heap_formula::told(&mut scene));
        let told = scene.told(&mut self.sources, event);
        for told in formula.into_iter().chain([told]) {
            self.tell(depth, told);
        }
    }

    fn gone(&self) -> bool {
        self.gone
    }
}

/// An event in words.
struct Told {
    /// Whether it stands for itself, and is not a part of a statement.
    heading: bool,
    text: String,
    json: Json,
}

impl Told {
    fn part(text: String, json: Json) -> Told {
        Told { heading: false, text, json }
    }
}

/// A state to be described.
struct Scene<'a, 'h, M> {
    machine: &'a Machine<'h, M>,
    state: &'a State<M>,
    heap: &'a mut HashMap<AllocId, usize>,
}

impl<M: Memory> Scene<'_, '_, M> {
    fn told(&mut self, sources: &mut Shown, event: &Event) -> Told {
        match event {
            Event::Statement(position, function) => self.statement(sources, *position, *function),
            Event::Variable(name, typed) => self.assigned(name.clone(), typed),
            Event::Written(pointer, typed) => {
                let (place, source) = self.place(*pointer, typed.ty);
                self.assigned(place, &Typed { source, ..*typed })
            }
            Event::Copied([to, from, count]) => {
                let (to, from, count) =
                    (self.address(*to), self.address(*from), self.count(*count));
                let text = format!("{count} bytes at {to} = those at {from}");
                let json = json!({"event": "copy", "to": to, "from": from, "bytes": count});
                Told::part(text, json)
            }
            Event::Filled([to, byte, count]) => {
                let (to, byte, count) = (self.address(*to), self.count(*byte), self.count(*count));
                let text = format!("{count} bytes at {to} = {byte}");
                let json = json!({"event": "fill", "to": to, "byte": byte, "bytes": count});
                Told::part(text, json)
            }
            Event::Decided { condition, holds, choice, within } => {
                let within = within.map(|function| self.function(function).name.clone());
                self.decided(*condition, *holds, *choice, within)
            }
            Event::Rounds(rounds) => {
                let rounds = term_text(&self.machine.terms, *rounds);
                let text = format!("the loop goes round any number of times: {rounds}");
                Told::part(text, json!({"event": "rounds", "number": rounds}))
            }
            Event::Called(function, arguments) => self.called(*function, arguments),
            Event::Returned(function, value) => {
                let name = &self.function(*function).name.clone();
                let value = value.as_ref().map(|value| self.value(value));
                let text = match &value {
                    Some(value) => format!("{name} returns {value}"),
                    None => format!("{name} returns"),
                };
                let json = json!({"event": "return", "function": name, "value": value});
                Told::part(text, json)
            }
            Event::Library { function, arguments, result } => {
                let name = function.map(|function| self.function(function).name.clone());
                let name = name.unwrap_or_else(|| "a function".to_owned());
                let arguments: Vec<String> = arguments.iter().map(|it| self.value(it)).collect();
                let result = result.as_ref().map(|value| self.value(value));
                let mut text = format!("{name}({})", arguments.join(", "));
                if let Some(result) = &result {
                    let _ = write!(text, " = {result}");
                }
                let json = json!({
                    "event": "library", "function": name, "arguments": arguments, "result": result,
                });
                Told::part(text, json)
            }
            Event::Given(inputs) => self.given(inputs),
            Event::Found(finding) => {
                let message = findings::message(&finding.kind);
                let site = findings::own_site(self.machine, finding.site, &finding.calls);
                let place = findings::place_text(self.machine, site);
                let text = format!("finding: {message}, at {place}");
                let kind = finding.kind.name();
                let json =
                    json!({"event": "finding", "kind": kind, "message": message, "place": place});
                Told::part(text, json)
            }
            Event::DecisionsEnd(condition) => {
                let condition = term_text(&self.machine.terms, *condition);
                let text = format!("the decisions end here: next is {condition}");
                Told::part(text, json!({"event": "decisions-end", "condition": condition}))
            }
            Event::Impossible => {
                let how = "no input takes this path".to_owned();
                let json = json!({"event": "end", "how": how});
                Told::part(how, json)
            }
            Event::Ended(end) => {
                let how = self.end(end);
                let json = json!({"event": "end", "how": how});
                Told::part(how, json)
            }
        }
    }

    fn module(&self) -> &Module {
        &self.machine.module
    }

    fn function(&self, id: ir::FuncId) -> &Function {
        self.module().function(id)
    }

    fn statement(&self, sources: &mut Shown, position: ir::Position, function: ir::FuncId) -> Told {
        let file = self.module().files.get(position.file.index()).cloned().unwrap_or_default();
        let place = c::SourceLoc::new(file, position.line, position.column);
        let line = sources.line(&place).unwrap_or_default();
        let line = line.trim();
        let text = format!("{}:{}: {line}", visible(&place.file), place.line);
        let function = &self.function(function).name;
        let json = json!({
            "event": "statement", "file": place.file, "line": place.line, "function": function,
            "text": line,
        });
        Told { heading: true, text: text.trim_end().to_owned(), json }
    }

    fn assigned(&mut self, name: String, typed: &Typed) -> Told {
        let value = self.value(typed);
        let text = format!("{name} = {value}");
        let json = json!({"event": "assign", "name": name, "value": value});
        Told::part(text, json)
    }

    fn decided(
        &self,
        condition: Term,
        holds: bool,
        choice: Option<bool>,
        within: Option<String>,
    ) -> Told {
        let condition = term_text(&self.machine.terms, condition);
        let which = if holds { "holds" } else { "does not hold" };
        let why = match choice {
            Some(true) => "a choice",
            Some(false) => "no choice",
            None => "perhaps a choice",
        };
        let mut text = format!("decision: {condition} {which} ({why})");
        if let Some(name) = &within {
            let _ = write!(text, " in {name}");
        }
        let json = json!({
            "event": "decision", "condition": condition, "holds": holds, "choice": choice,
            "within": within,
        });
        Told::part(text, json)
    }

    fn called(&mut self, function: ir::FuncId, arguments: &[Typed]) -> Told {
        let values: Vec<String> = arguments.iter().map(|argument| self.value(argument)).collect();
        let called = self.function(function);
        let names = called.params.iter().map(|param| param.name.as_str());
        let pairs: Vec<(&str, String)> = names.zip(values).collect();
        let list = pairs.iter().map(|(name, value)| match *name {
            "" => value.clone(),
            name => format!("{name} = {value}"),
        });
        let list: Vec<String> = list.collect();
        let name = &called.name;
        let text = format!("call of {name}({})", list.join(", "));
        let arguments: Vec<Json> =
            pairs.iter().map(|(name, value)| json!({"name": name, "value": value})).collect();
        let json = json!({"event": "call", "function": name, "arguments": arguments});
        Told { heading: true, text, json }
    }

    fn given(&self, inputs: &[Input]) -> Told {
        let name = inputs.first().map_or("", |input| &input.name);
        let symbols = inputs.iter().map(|input| term_text(&self.machine.terms, input.term));
        let mut symbols: Vec<String> = symbols.take(MOST_SYMBOLS).collect();
        if inputs.len() > MOST_SYMBOLS {
            symbols.push(format!("... ({} in all)", inputs.len()));
        }
        let text = format!("input {name}: {}", symbols.join(" "));
        let json = json!({"event": "input", "name": name, "symbols": symbols});
        Told::part(text, json)
    }

    fn end(&self, end: &engine::End) -> String {
        use engine::End;
        match end {
            End::Exit(_) => "the program ends".to_owned(),
            End::Abort => "the program aborts".to_owned(),
            End::Finding(_) => "the program cannot go on".to_owned(),
            End::Unsupported(unsupported) => {
                format!("not supported: {}", findings::what(self.machine, &unsupported.what))
            }
            End::Limit(limit) => format!("a limit was reached: {}", findings::limit_text(*limit)),
            End::Infeasible => "no input takes this path".to_owned(),
            End::Forked
            | End::Paused
            | End::Arrived
            | End::Repeated
            | End::Stop
            | End::Interrupted => "stopped".to_owned(),
        }
    }

    /// A value in the terms of its type.
    fn value(&mut self, typed: &Typed) -> String {
        let Some(value) = typed.value else { return "uninitialised".to_owned() };
        match value {
            Value::Bits(word) => self.number(word, typed),
            Value::Pointer { block, offset } => self.pointer(block, offset),
            Value::Term(term) if typed.ty == Ty::Ptr => self.unknown_pointer(term),
            Value::Term(term) => term_text(&self.machine.terms, term),
        }
    }

    /// A pointer that is a sum: the block by its name.
    fn unknown_pointer(&mut self, pointer: Term) -> String {
        let terms = &self.machine.terms;
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
            Some(source) => verdict::scalar(self.module(), source, &bits),
            None if typed.ty == Ty::F32 => f32::from_bits(word as u32).to_string(),
            None if typed.ty == Ty::F64 => f64::from_bits(word).to_string(),
            None if width <= 64 => term::bits::sign_extend_word(word, width).to_string(),
            None => bits.to_string(),
        }
    }

    /// A number of bytes, or a byte.
    fn count(&mut self, value: Value) -> String {
        match value {
            Value::Bits(count) => count.to_string(),
            value => self.address(value),
        }
    }

    fn address(&mut self, value: Value) -> String {
        self.value(&Typed { value: Some(value), ty: Ty::Ptr, source: None })
    }

    /// What a pointer points to.
    fn pointer(&mut self, block: AllocId, offset: u64) -> String {
        let base = match self.machine.owner(self.state, block) {
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
            Owner::Nobody => "&(arguments)".to_owned(),
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

    /// How the program would call a place in memory, and its type.
    fn place(&mut self, pointer: Value, ty: Ty) -> (String, Option<TypeId>) {
        if let Value::Pointer { block, offset } = pointer {
            let named = match self.machine.owner(self.state, block) {
                Owner::Global(id) => {
                    let global = self.module().global(id);
                    Some((global.name.as_str(), global.ty))
                }
                Owner::Local(function, local) => self.local(function, local),
                Owner::Function(_) | Owner::Heap | Owner::Nobody => None,
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

/// The scalar of so many bytes at an offset of a type: how to get there, and its type.
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

/// A string literal, or its beginning.
fn literal(bytes: &[u8]) -> String {
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    let shown = text.get(..LONGEST_LITERAL).unwrap_or(text);
    let more = if shown.len() < text.len() { "..." } else { "" };
    format!("\"{}{more}\"", shown.escape_ascii())
}

/// A term, cut if it is long.
fn term_text(terms: &Terms, term: Term) -> String {
    let mut text = Short { text: String::new(), left: LONGEST_TERM };
    match write!(text, "{}", terms.display(term)) {
        Ok(()) => text.text,
        Err(_) => text.text + "...",
    }
}

/// Text that takes so many characters and no more.
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
