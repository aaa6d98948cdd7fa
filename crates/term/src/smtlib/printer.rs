//! Terms as SMT-LIB text, every shared part written once.
//!
//! A single term gets its shared parts by `let`, all parts of one height in one `let`, so that the
//! nesting is that of the term. A whole query gets them by `define-fun`, one command for each;
//! there, deep terms are also cut into pieces, since some solvers read terms by recursion.

use std::fmt::{self, Write};

use super::name::{definition_name, function_name, symbol_name};
use crate::op::Op;
use crate::store::{Term, TermMap, Terms};
use crate::visit::post_order;

/// In a query, a term nested deeper than this gets a name even if it is used once.
const QUERY_DEPTH: u32 = 200;

/// A term as text, on one line.
#[must_use]
pub fn print_term(terms: &Terms, term: Term) -> String {
    terms.display(term).to_string()
}

impl Terms {
    /// A term, to be shown in a message.
    #[must_use]
    pub fn display(&self, term: Term) -> Shown<'_> {
        Shown { terms: self, term }
    }
}

/// A term with its store: `Display` is its SMT-LIB text.
pub struct Shown<'a> {
    terms: &'a Terms,
    term: Term,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Definitions::of(self.terms, &[self.term], u32::MAX);
        let levels = named.levels(self.terms);
        for level in &levels {
            f.write_str("(let (")?;
            for (i, &term) in level.iter().enumerate() {
                f.write_str(if i == 0 { "(" } else { " (" })?;
                write!(f, "{} ", named.names[&term])?;
                named.write_definition(f, self.terms, term)?;
                f.write_char(')')?;
            }
            f.write_str(") ")?;
        }
        named.write(f, self.terms, self.term)?;
        levels.iter().try_for_each(|_| f.write_char(')'))
    }
}

/// Writes a whole query: the logic, the symbols and functions that occur, the assumptions and
/// `(check-sat)`.
///
/// # Errors
/// Those of `out`.
pub fn print_query(out: &mut impl Write, terms: &Terms, assumptions: &[Term]) -> fmt::Result {
    writeln!(out, "(set-logic QF_AUFBV)")?;
    let definitions = Definitions::of_query(terms, assumptions);
    definitions.write_commands(out, terms)?;
    for &assumption in assumptions {
        out.write_str("(assert ")?;
        definitions.write(out, terms, assumption)?;
        out.write_str(")\n")?;
    }
    out.write_str("(check-sat)\n")
}

/// The parts of some terms that are written once, each under a name.
pub struct Definitions {
    /// Everything reachable, arguments first.
    order: Vec<Term>,
    names: TermMap<String>,
}

impl Definitions {
    /// Chooses the parts of a query that are defined by commands of their own.
    #[must_use]
    pub fn of_query(terms: &Terms, roots: &[Term]) -> Definitions {
        Definitions::of(terms, roots, QUERY_DEPTH)
    }

    fn of(terms: &Terms, roots: &[Term], max_depth: u32) -> Definitions {
        let order = post_order(terms, roots);
        let mut uses: TermMap<u32> = TermMap::default();
        for arg in order.iter().flat_map(|&term| terms.args(term)).chain(roots) {
            *uses.entry(*arg).or_default() += 1;
        }
        let mut names: TermMap<String> = TermMap::default();
        let mut depths: TermMap<u32> = TermMap::default();
        for &term in &order {
            if is_leaf(terms, term) {
                continue;
            }
            let args = terms.args(term).iter();
            let depth = 1 + args.filter_map(|arg| depths.get(arg)).max().copied().unwrap_or(0);
            if uses[&term] > 1 || depth >= max_depth {
                names.insert(term, definition_name(names.len()));
            } else {
                depths.insert(term, depth);
            }
        }
        Definitions { order, names }
    }

    /// Writes the commands that declare the symbols and functions, and define the named parts.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_commands(&self, out: &mut impl Write, terms: &Terms) -> fmt::Result {
        self.write_declarations(out, terms)?;
        for &term in &self.order {
            if let Some(name) = self.names.get(&term) {
                write!(out, "(define-fun {name} () {} ", terms.sort(term))?;
                self.write_definition(out, terms, term)?;
                out.write_str(")\n")?;
            }
        }
        Ok(())
    }

    fn write_declarations(&self, out: &mut impl Write, terms: &Terms) -> fmt::Result {
        let mut symbols = Vec::new();
        let mut functions = Vec::new();
        for &term in &self.order {
            match terms.op(term) {
                Op::Symbol(id) => symbols.push(id),
                Op::Apply(id, _) => functions.push(id),
                _ => {}
            }
        }
        symbols.sort_unstable();
        functions.sort_unstable();
        functions.dedup();
        for id in symbols {
            let sort = terms.symbol_info(id).sort;
            writeln!(out, "(declare-fun {} () {sort})", symbol_name(terms, id))?;
        }
        for id in functions {
            let function = terms.function_info(id);
            write!(out, "(declare-fun {} (", function_name(terms, id))?;
            for (i, sort) in function.parameters.iter().enumerate() {
                write!(out, "{}{sort}", if i == 0 { "" } else { " " })?;
            }
            writeln!(out, ") {})", function.result)?;
        }
        Ok(())
    }

    /// Writes a term, its named parts by their names.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write, terms: &Terms, term: Term) -> fmt::Result {
        match self.names.get(&term) {
            Some(name) => out.write_str(name),
            None => self.write_definition(out, terms, term),
        }
    }

    /// Writes what a term is, even if it has a name.
    fn write_definition(&self, out: &mut impl Write, terms: &Terms, root: Term) -> fmt::Result {
        enum Task {
            Term(Term),
            Close,
        }
        let mut tasks = Vec::new();
        self.open(out, terms, root)?;
        let push_args = |tasks: &mut Vec<Task>, term: Term| {
            if !is_leaf(terms, term) {
                tasks.push(Task::Close);
                tasks.extend(terms.args(term).iter().rev().map(|&arg| Task::Term(arg)));
            }
        };
        push_args(&mut tasks, root);
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => out.write_char(')')?,
                Task::Term(term) => {
                    out.write_char(' ')?;
                    match self.names.get(&term) {
                        Some(name) => out.write_str(name)?,
                        None => {
                            self.open(out, terms, term)?;
                            push_args(&mut tasks, term);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes a leaf, or the parenthesis and operator of an inner term.
    fn open(&self, out: &mut impl Write, terms: &Terms, term: Term) -> fmt::Result {
        let op = terms.op(term);
        let name = op.info().name;
        match op {
            Op::True | Op::False => out.write_str(name),
            Op::Small { width, value } => write!(out, "{}", crate::Bits::new(width, value)),
            Op::Wide(id) => write!(out, "{}", terms.wide_constant(id)),
            Op::Base(id) => write!(out, "{}", terms.block_info(id).address),
            Op::Symbol(id) => out.write_str(&symbol_name(terms, id)),
            Op::Apply(id, _) => write!(out, "({}", function_name(terms, id)),
            Op::Extract { high, low } => write!(out, "((_ {name} {high} {low})"),
            Op::SignExtend(by) => write!(out, "((_ {name} {by})"),
            Op::ConstArray { .. } => write!(out, "((as {name} {})", terms.sort(term)),
            _ => write!(out, "({name}"),
        }
    }

    /// The named terms, those of one height over each other together, lowest first.
    fn levels(&self, terms: &Terms) -> Vec<Vec<Term>> {
        let mut levels: Vec<Vec<Term>> = Vec::new();
        // How many levels must stand before a term can be written.
        let mut needs: TermMap<usize> = TermMap::default();
        for &term in &self.order {
            let args = terms.args(term).iter();
            let mut level = args.map(|arg| needs[arg]).max().unwrap_or(0);
            if self.names.contains_key(&term) {
                if level == levels.len() {
                    levels.push(Vec::new());
                }
                levels[level].push(term);
                level += 1;
            }
            needs.insert(term, level);
        }
        levels
    }
}

/// Whether a term has no arguments: naming it would save nothing.
fn is_leaf(terms: &Terms, term: Term) -> bool {
    terms.args(term).is_empty()
}
