//! The steps of a path, line by line.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::place_text;
use crate::trace::{Event, Step};

/// A library function whose name is not known.
pub(crate) const SOME_FUNCTION: &str = "a function";

/// Writes a step, indented by the calls around it.
pub fn write(step: &Step, out: &mut dyn Write) -> io::Result<()> {
    let indent = 4 * step.depth + if step.event.is_heading() { 0 } else { 4 };
    let text = text(step);
    text.lines().try_for_each(|line| writeln!(out, "{:indent$}{line}", ""))
}

fn text(step: &Step) -> String {
    match &step.event {
        Event::Statement { text } => {
            let location = step.location.clone().unwrap_or_default();
            format!("{}: {text}", location.line_text()).trim_end().to_owned()
        }
        Event::Assignment { name, value } => format!("{name} = {value}"),
        Event::Copy { to, from, bytes } => format!("{bytes} bytes at {to} = those at {from}"),
        Event::Fill { to, byte, bytes } => format!("{bytes} bytes at {to} = {byte}"),
        Event::Decision { condition, holds, choice, within } => {
            let which = if *holds { "holds" } else { "does not hold" };
            let why = match choice {
                Some(true) => "both outcomes are feasible",
                Some(false) => "the only feasible outcome",
                None => "the other outcome may be feasible",
            };
            let within = within.iter().map(|name| format!(" in {name}")).collect::<String>();
            format!("decision: {condition} {which} ({why}){within}")
        }
        Event::Iterations { number } => {
            format!("the loop is summarised, number of iterations: {number}")
        }
        Event::Call { function, arguments } => {
            let list = arguments.iter().map(|(name, value)| match name.as_str() {
                "" => value.clone(),
                name => format!("{name} = {value}"),
            });
            format!("call of {function}({})", list.collect::<Vec<String>>().join(", "))
        }
        Event::Return { function, value: Some(value) } => format!("{function} returns {value}"),
        Event::Return { function, value: None } => format!("{function} returns"),
        Event::Library { function, arguments, result } => {
            let name = function.as_deref().unwrap_or(SOME_FUNCTION);
            let mut text = format!("{name}({})", arguments.join(", "));
            if let Some(result) = result {
                let _ = write!(text, " = {result}");
            }
            text
        }
        Event::Input { name, symbols } => format!("input {name}: {}", symbols.join(" ")),
        Event::Finding { message, location, .. } => {
            format!("finding: {message}, at {}", place_text(location.as_ref()))
        }
        Event::DecisionsEnd { condition } => {
            format!("the given decisions end here; the next condition is {condition}")
        }
        Event::End { how } => how.clone(),
        Event::Heap { pure, stack, heap } => format!(
            "pure:  {}\nstack: {}\nheap:  {}",
            joined(pure, " /\\ ", "true"),
            joined(stack, " * ", "emp"),
            joined(heap, " * ", "emp")
        ),
    }
}

/// Returns the parts of a formula, or its neutral element.
fn joined(parts: &[String], operator: &str, neutral: &str) -> String {
    if parts.is_empty() { neutral.to_owned() } else { parts.join(operator) }
}
