//! The printer: terms as SMT-LIB text that writes every shared part once.
//!
//! Shared parts are bound by `let`. One `let` binds all parts of the same height, so the nesting depth is that of the
//! term. (A `define-fun` for each part would read better, but z3 expands a definition at each use: a chain of 2,000
//! definitions takes it seconds, where 100,000 nested `let`s take less than one.) Queries also cut deep terms into
//! pieces, because some solvers read terms by recursion.

use std::fmt::{self, Write};

use super::name::{definition_name, function_name, symbol_name, value_name};
use crate::op::Op;
use crate::store::{Term, TermMap, Terms};
use crate::visit::post_order;

/// In a query, a term that is nested deeper than this gets a name even if it is used once.
const QUERY_DEPTH: u32 = 200;

/// Prints a term on one line.
#[must_use]
pub fn print_term(terms: &Terms, term: Term) -> String {
    terms.display(term).to_string()
}

impl Terms {
    /// Returns a term with its store, for messages.
    #[must_use]
    pub fn display(&self, term: Term) -> TermDisplay<'_> {
        TermDisplay { terms: self, term }
    }
}

/// A term with its store; `Display` prints its SMT-LIB text.
pub struct TermDisplay<'a> {
    terms: &'a Terms,
    term: Term,
}

impl fmt::Display for TermDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sharing = Sharing::of(self.terms, &[self.term], u32::MAX);
        sharing.within_lets(f, self.terms, |f| sharing.write(f, self.terms, self.term))
    }
}

/// Writes a query: the logic, the symbols and functions that occur, the assumptions, and `(check-sat)`.
///
/// # Errors
/// Returns the errors of `out`.
pub fn print_query(out: &mut impl Write, terms: &Terms, assumptions: &[Term]) -> fmt::Result {
    let all = Sharing::of(terms, assumptions, QUERY_DEPTH);
    all.write_head(out, terms)?;
    let each = |&term: &Term| Sharing::of(terms, &[term], QUERY_DEPTH);
    let apart: Vec<Sharing> = assumptions.iter().map(each).collect();
    let written: usize = apart.iter().map(|sharing| sharing.order.len()).sum();
    // Shared parts are repeated in each assumption, unless they make up most of the text.
    if written <= 2 * all.order.len() {
        for (sharing, &assumption) in apart.iter().zip(assumptions) {
            sharing.write_assertion(out, terms, |out| sharing.write(out, terms, assumption))?;
        }
    } else {
        all.write_assertion(out, terms, |out| all.write_all(out, terms, assumptions, &[]))?;
    }
    out.write_str("(check-sat)\n")
}

/// Writes a query whose answer a program reads. It differs from `print_query` in two points: all assumptions are in one
/// assertion, and each of the `observed` parts of the assumptions is equal to a constant named `observed_name`, so that
/// `get-value` can return its value.
///
/// # Errors
/// Returns the errors of `out`.
pub fn print_query_with_values(
    out: &mut impl Write,
    terms: &Terms,
    assumptions: &[Term],
    observed: &[Term],
) -> fmt::Result {
    let sharing = Sharing::of(terms, assumptions, QUERY_DEPTH);
    sharing.write_head(out, terms)?;
    for (i, &term) in observed.iter().enumerate() {
        if !is_leaf(terms, term) {
            writeln!(
                out,
                "(declare-fun {} () {})",
                observed_name(terms, term, i),
                terms.sort(term)
            )?;
        }
    }
    sharing
        .write_assertion(out, terms, |out| sharing.write_all(out, terms, assumptions, observed))?;
    out.write_str("(check-sat)\n")
}

/// Writes a query of separation logic: the assumptions, and a heap that has cells at some addresses and one more,
/// separate cell at another address. The contents of the cells are irrelevant and zero.
///
/// # Errors
/// Returns the errors of `out`.
pub fn print_separation(
    out: &mut impl Write,
    terms: &Terms,
    assumptions: &[Term],
    cells: &[Term],
    address: Term,
) -> fmt::Result {
    let all: Vec<Term> = assumptions.iter().chain(cells).copied().chain([address]).collect();
    let sharing = Sharing::of(terms, &all, QUERY_DEPTH);
    writeln!(out, "(set-logic ALL)\n(declare-heap ({} (_ BitVec 8)))", terms.sort(address))?;
    sharing.write_declarations(out, terms)?;
    sharing.write_assertion(out, terms, |out| sharing.write_all(out, terms, assumptions, &[]))?;
    sharing.write_assertion(out, terms, |out| {
        if cells.is_empty() {
            return sharing.write_cell(out, terms, address);
        }
        out.write_str("(sep")?;
        for &other in cells {
            out.write_char(' ')?;
            sharing.write_cell(out, terms, other)?;
        }
        out.write_char(' ')?;
        sharing.write_cell(out, terms, address)?;
        out.write_char(')')
    })?;
    out.write_str("(check-sat)\n")
}

/// Returns the name of the constant that is equal to the `i`th observed part.
#[must_use]
pub fn observed_name(terms: &Terms, term: Term, i: usize) -> String {
    match terms.op(term) {
        Op::Symbol(id) => symbol_name(terms, id).into_owned(),
        _ => value_name(i),
    }
}

/// The reachable parts of some terms, and the names of the parts that are written once.
struct Sharing {
    /// Every reachable term, arguments first.
    order: Vec<Term>,
    names: TermMap<String>,
}

impl Sharing {
    fn of(terms: &Terms, roots: &[Term], max_depth: u32) -> Sharing {
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
        Sharing { order, names }
    }

    /// Returns the smallest logic that contains everything that occurs. None of SMT-LIB's logics has constant arrays,
    /// and z3 accepts them only in `ALL`.
    fn logic(&self, terms: &Terms) -> &'static str {
        if self.order.iter().any(|&term| matches!(terms.op(term), Op::ConstArray { .. })) {
            return "ALL";
        }
        let arrays = self.order.iter().any(|&term| terms.sort(term).is_array());
        let functions = self.order.iter().any(|&term| matches!(terms.op(term), Op::Apply(..)));
        match (arrays, functions) {
            (false, false) => "QF_BV",
            (true, false) => "QF_ABV",
            (false, true) => "QF_UFBV",
            (true, true) => "QF_AUFBV",
        }
    }

    /// Writes the commands before the assertions.
    fn write_head(&self, out: &mut impl Write, terms: &Terms) -> fmt::Result {
        writeln!(out, "(set-logic {})", self.logic(terms))?;
        self.write_declarations(out, terms)
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

    fn write_assertion<W: Write>(
        &self,
        out: &mut W,
        terms: &Terms,
        body: impl FnOnce(&mut W) -> fmt::Result,
    ) -> fmt::Result {
        out.write_str("(assert ")?;
        self.within_lets(out, terms, body)?;
        out.write_str(")\n")
    }

    /// Writes the conjunction of terms and of the equations that define the observed parts.
    fn write_all(
        &self,
        out: &mut impl Write,
        terms: &Terms,
        conjuncts: &[Term],
        observed: &[Term],
    ) -> fmt::Result {
        out.write_str("(and true")?;
        for &term in conjuncts {
            out.write_char(' ')?;
            self.write(out, terms, term)?;
        }
        for (i, &term) in observed.iter().enumerate() {
            if !is_leaf(terms, term) {
                write!(out, " (= {} ", observed_name(terms, term, i))?;
                self.write(out, terms, term)?;
                out.write_char(')')?;
            }
        }
        out.write_char(')')
    }

    fn write_cell(&self, out: &mut impl Write, terms: &Terms, address: Term) -> fmt::Result {
        out.write_str("(pto ")?;
        self.write(out, terms, address)?;
        out.write_str(" #x00)")
    }

    /// Writes `body` inside the `let`s that bind the named parts.
    fn within_lets<W: Write>(
        &self,
        out: &mut W,
        terms: &Terms,
        body: impl FnOnce(&mut W) -> fmt::Result,
    ) -> fmt::Result {
        let levels = self.levels(terms);
        for level in &levels {
            out.write_str("(let (")?;
            for (i, &term) in level.iter().enumerate() {
                out.write_str(if i == 0 { "(" } else { " (" })?;
                write!(out, "{} ", self.names[&term])?;
                self.write_definition(out, terms, term)?;
                out.write_char(')')?;
            }
            out.write_str(") ")?;
        }
        body(out)?;
        levels.iter().try_for_each(|_| out.write_char(')'))
    }

    /// Writes a term, and its named parts by their names.
    fn write(&self, out: &mut impl Write, terms: &Terms, term: Term) -> fmt::Result {
        match self.names.get(&term) {
            Some(name) => out.write_str(name),
            None => self.write_definition(out, terms, term),
        }
    }

    /// Writes the definition of a term, even if it has a name.
    fn write_definition(&self, out: &mut impl Write, terms: &Terms, root: Term) -> fmt::Result {
        enum Task {
            Term(Term),
            Text(&'static str),
            Close,
        }
        let mut tasks = Vec::new();
        self.open(out, terms, root)?;
        let push_args = |tasks: &mut Vec<Task>, term: Term| {
            if let Op::Cases(_) = terms.op(term) {
                // Each side but the last is the branch of an `ite`; the first is open already.
                let args = terms.args(term);
                let sides = args.len() / 2;
                tasks.extend((1..sides).map(|_| Task::Close));
                tasks.push(Task::Term(args[args.len() - 1]));
                for next in (2..args.len()).step_by(2).rev() {
                    tasks.extend([Task::Term(args[next - 1]), Task::Close]);
                    tasks.extend([Task::Term(args[next]), Task::Term(args[0])]);
                    if next > 2 {
                        tasks.push(Task::Text(" (ite (bvult"));
                    }
                }
            } else if !is_leaf(terms, term) {
                tasks.push(Task::Close);
                tasks.extend(terms.args(term).iter().rev().map(|&arg| Task::Term(arg)));
            }
        };
        push_args(&mut tasks, root);
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => out.write_char(')')?,
                Task::Text(text) => out.write_str(text)?,
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

    /// Writes a leaf, or the parenthesis and the operator of an inner term.
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
            Op::Cases(_) => out.write_str("(ite (bvult"),
            Op::Extract { high, low } => write!(out, "((_ {name} {high} {low})"),
            Op::SignExtend(by) => write!(out, "((_ {name} {by})"),
            Op::ConstArray { .. } => write!(out, "((as {name} {})", terms.sort(term)),
            _ => write!(out, "({name}"),
        }
    }

    /// Returns the named terms, grouped by height, lowest first.
    fn levels(&self, terms: &Terms) -> Vec<Vec<Term>> {
        let mut levels: Vec<Vec<Term>> = Vec::new();
        // The number of levels that must be bound before a term can be written.
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

/// Returns whether a term has no arguments, so that a name would save nothing.
fn is_leaf(terms: &Terms, term: Term) -> bool {
    terms.args(term).is_empty()
}
