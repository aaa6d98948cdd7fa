//! The term store: every term exists once, so terms are equal if and only if their ids are.
//!
//! This file hash-conses terms and looks them up. It does not simplify (see `rewrite`) and does not know what operators
//! mean (see `op` and `eval`). Terms are never removed. So ids stay valid as long as the store lives, arguments have
//! smaller ids than the terms that use them, and side tables indexed by term only grow.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::{HashMap, HashSet, HashTable};
use rustc_hash::FxHasher;

use crate::bits::{Bits, mask};
use crate::chunked_vec::ChunkedVec;
use crate::domain::Domain;
use crate::op::{AllocId, FunctionId, ListId, Op, SymbolId, WideId};
use crate::rewrite::Rewriter;
use crate::sort::Sort;

/// The hasher of this crate's tables: fast for small keys, and the same in every run.
pub type FxBuild = BuildHasherDefault<FxHasher>;
/// A map from terms.
pub type TermMap<V> = HashMap<Term, V, FxBuild>;
/// A set of terms.
pub type TermSet = HashSet<Term, FxBuild>;

/// A term of a `Terms` store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(u32);

impl Term {
    /// The term `true` of every store.
    pub const TRUE: Term = Term(0);
    /// The term `false` of every store.
    pub const FALSE: Term = Term(1);

    /// Returns the position in the store: dense, from zero, for side tables.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<bool> for Term {
    fn from(value: bool) -> Term {
        if value { Term::TRUE } else { Term::FALSE }
    }
}

/// A free constant.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// Its name, unique in the store.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
}

/// An uninterpreted function. Arguments and results are Booleans or bit-vectors.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name, unique in the store.
    pub name: String,
    /// The sorts of its arguments, at least one.
    pub parameters: Vec<Sort>,
    /// The sort of its result.
    pub result: Sort,
}

/// An allocation, as far as terms know it.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its address as the solver sees it.
    pub address: Bits,
}

/// One term: an operator and its arguments.
#[derive(Clone, Copy, Debug)]
struct Node {
    op: Op,
    sort: Sort,
    /// Whether the value may derive from an address: see `mentions_base`.
    mentions_base: bool,
    /// The arguments; entries beyond the arity are meaningless.
    args: [Term; 3],
}

/// The store of all terms, symbols and functions.
pub struct Terms {
    nodes: ChunkedVec<Node>,
    /// The domain of each term, by term.
    domains: ChunkedVec<Domain>,
    /// For each term that mentions a base, its domain under all memory layouts.
    layout_domains: TermMap<Domain>,
    table: HashTable<Term>,
    lists: Vec<Box<[Term]>>,
    list_table: HashTable<ListId>,
    wide: Vec<Bits>,
    wide_table: HashMap<Bits, WideId, FxBuild>,
    symbols: Vec<Symbol>,
    functions: Vec<Function>,
    blocks: Vec<Block>,
    /// The names in use, each with the number to append when it is requested again.
    names: HashMap<String, u32, FxBuild>,
    pub(crate) rewriter: Rewriter,
    pub(crate) ite_counts: IteCounts,
    /// The `ite`s whose leaves are all constants.
    pub(crate) constant_ites: TermSet,
}

/// Counters of the `ite`s that constructors returned after rewriting, including those that existed before.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct IteCounts {
    /// All `ite`s.
    pub all: u64,
    /// Those with a leaf that is no constant.
    pub symbolic: u64,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

impl Terms {
    /// Creates an empty store whose constructors simplify.
    #[must_use]
    pub fn new() -> Terms {
        Terms::with(Rewriter::on())
    }

    /// Creates an empty store whose constructors do not simplify, to prove the rewrite rules.
    #[must_use]
    pub fn without_rewriting() -> Terms {
        Terms::with(Rewriter::off())
    }

    fn with(rewriter: Rewriter) -> Terms {
        let mut terms = Terms {
            nodes: ChunkedVec::new(),
            domains: ChunkedVec::new(),
            layout_domains: TermMap::default(),
            table: HashTable::new(),
            lists: Vec::new(),
            list_table: HashTable::new(),
            wide: Vec::new(),
            wide_table: HashMap::default(),
            symbols: Vec::new(),
            functions: Vec::new(),
            blocks: Vec::new(),
            names: HashMap::default(),
            rewriter,
            ite_counts: IteCounts::default(),
            constant_ites: TermSet::default(),
        };
        let constants = (terms.intern(Op::True, &[]), terms.intern(Op::False, &[]));
        debug_assert_eq!(constants, (Term::TRUE, Term::FALSE));
        terms
    }

    /// Returns the number of terms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the counters of `ite`s.
    #[must_use]
    pub fn ite_counts(&self) -> IteCounts {
        self.ite_counts
    }

    /// Counts the terms with an operator.
    #[must_use]
    pub fn count(&self, op: Op) -> usize {
        self.nodes.iter().filter(|node| node.op == op).count()
    }

    /// Returns `false`: `true` and `false` always exist.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    // ----- inspecting terms -----

    /// Returns the operator of a term.
    #[must_use]
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.index()].op
    }

    /// Returns the sort of a term.
    #[must_use]
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort
    }

    /// Returns the arguments of a term.
    #[must_use]
    pub fn args(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.index()];
        match node.op {
            Op::Apply(_, list) | Op::Cases(list) => &self.lists[list.index()],
            op => &node.args[..op.info().arity],
        }
    }

    /// Returns argument `i` of a term with a fixed number of arguments. This is cheaper than `args`.
    #[must_use]
    pub fn arg(&self, term: Term, i: usize) -> Term {
        debug_assert!(i < self.op(term).info().arity);
        self.nodes[term.index()].args[i]
    }

    /// Returns the width of a bit-vector term.
    ///
    /// # Panics
    /// If the term is not a bit-vector.
    #[must_use]
    pub fn width(&self, term: Term) -> u32 {
        self.sort(term).width().expect("a bit-vector term")
    }

    /// Returns a superset of the values that a term can have under any model.
    #[must_use]
    pub fn domain(&self, term: Term) -> &Domain {
        &self.domains[term.index()]
    }

    /// Returns the domain of a term under all memory layouts. Rules that build bit-vectors use it: their results must
    /// stay right when allocations have other addresses.
    pub(crate) fn domain_in_any_layout(&self, term: Term) -> &Domain {
        self.layout_domains.get(&term).unwrap_or_else(|| self.domain(term))
    }

    /// Returns whether a term's value may derive from the address of a block. Such a term is never replaced by a
    /// number, even if it can have only one value.
    #[must_use]
    pub fn mentions_base(&self, term: Term) -> bool {
        self.nodes[term.index()].mentions_base
    }

    /// Returns the value of a bit-vector constant.
    #[must_use]
    pub fn as_bits(&self, term: Term) -> Option<Bits> {
        match self.op(term) {
            Op::Small { width, value } => Some(Bits::new(width, value)),
            Op::Wide(id) => Some(self.wide[id.index()].clone()),
            _ => None,
        }
    }

    /// Returns the value of a bit-vector constant of at most 64 bits.
    #[must_use]
    pub fn as_word(&self, term: Term) -> Option<u64> {
        match self.op(term) {
            Op::Small { value, .. } => Some(value),
            _ => None,
        }
    }

    /// Returns whether a term is `true`, `false` or a bit-vector constant.
    #[must_use]
    pub fn is_constant(&self, term: Term) -> bool {
        self.op(term).is_constant()
    }

    /// Returns a symbol by its id.
    #[must_use]
    pub(crate) fn symbol_info(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.index()]
    }

    /// Returns a function by its id.
    #[must_use]
    pub fn function_info(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// Returns a block by its id.
    #[must_use]
    pub fn block_info(&self, id: AllocId) -> &Block {
        &self.blocks[id.index()]
    }

    /// Returns a wide constant by its id.
    #[must_use]
    pub fn wide_constant(&self, id: WideId) -> &Bits {
        &self.wide[id.index()]
    }

    // ----- leaves -----

    /// Builds a bit-vector constant.
    pub fn bits(&mut self, value: &Bits) -> Term {
        if value.width() <= 64 {
            return self.word(value.width(), value.low_word());
        }
        let id = match self.wide_table.get(value) {
            Some(&id) => id,
            None => {
                let id = WideId(self.wide.len() as u32);
                self.wide.push(value.clone());
                self.wide_table.insert(value.clone(), id);
                id
            }
        };
        self.intern(Op::Wide(id), &[])
    }

    /// Builds the bit-vector constant `value` modulo `2^width`.
    pub fn word(&mut self, width: u32, value: u64) -> Term {
        if width > 64 {
            return self.bits(&Bits::new(width, value));
        }
        self.intern(Op::Small { width, value: value & mask(width) }, &[])
    }

    /// Declares a new free constant. A number is appended if the name is in use.
    pub fn symbol(&mut self, name: &str, sort: Sort) -> Term {
        let name = self.unique_name(name);
        let id = SymbolId(self.symbols.len() as u32);
        self.symbols.push(Symbol { name, sort });
        self.intern(Op::Symbol(id), &[])
    }

    /// Declares a new uninterpreted function. A number is appended if the name is in use.
    pub fn function(&mut self, name: &str, parameters: Vec<Sort>, result: Sort) -> FunctionId {
        let name = self.unique_name(name);
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(Function { name, parameters, result });
        id
    }

    /// Declares a new block at an address and builds the term of its address. The caller chooses addresses.
    pub fn base(&mut self, address: Bits) -> (AllocId, Term) {
        let id = AllocId(self.blocks.len() as u32);
        self.blocks.push(Block { address });
        (id, self.intern(Op::Base(id), &[]))
    }

    /// Builds the term of a block's address.
    pub fn base_of(&mut self, block: AllocId) -> Term {
        self.intern(Op::Base(block), &[])
    }

    fn unique_name(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_string();
        while self.names.contains_key(&name) {
            let next = self.names.entry(wanted.to_string()).or_insert(0);
            *next += 1;
            name = format!("{wanted}!{next}");
        }
        self.names.insert(name.clone(), 0);
        name
    }

    // ----- inner terms -----

    /// Builds an application of an uninterpreted function.
    pub fn apply(&mut self, function: FunctionId, args: &[Term]) -> Term {
        let list = self.list(args);
        self.intern(Op::Apply(function, list), &[])
    }

    /// Interns a list of arguments.
    pub(crate) fn list(&mut self, args: &[Term]) -> ListId {
        let hash = |args: &[Term]| FxBuild::default().hash_one(args);
        let same = |list: &ListId| *self.lists[list.index()] == *args;
        if let Some(&list) = self.list_table.find(hash(args), same) {
            return list;
        }
        let list = ListId(self.lists.len() as u32);
        self.lists.push(args.into());
        let lists = &self.lists;
        self.list_table.insert_unique(hash(args), list, |it| hash(&lists[it.index()]));
        list
    }

    /// Builds `op(args)`, simplified unless rewriting is off. The sorts must fit the operator; `result_sort` checks
    /// that.
    pub fn make(&mut self, op: Op, args: &[Term]) -> Term {
        debug_assert!(
            self.result_sort(op, args).is_some(),
            "{op:?} applied to {:?}",
            args.iter().map(|&arg| self.sort(arg)).collect::<Vec<_>>()
        );
        self.simplified(op, args)
    }

    /// Returns the sort of `op(args)`; `None` if the operator does not accept such arguments.
    #[must_use]
    pub fn result_sort(&self, op: Op, args: &[Term]) -> Option<Sort> {
        match op {
            Op::Small { width, .. } => Some(Sort::Bits(width)),
            Op::Wide(id) => Some(Sort::Bits(self.wide_constant(id).width())),
            Op::Symbol(id) => Some(self.symbol_info(id).sort),
            Op::Base(id) => Some(Sort::Bits(self.block_info(id).address.width())),
            Op::Apply(function, list) => {
                let function = self.function_info(function);
                let sorts = self.lists[list.index()].iter().map(|&arg| self.sort(arg));
                sorts.eq(function.parameters.iter().copied()).then_some(function.result)
            }
            Op::Cases(list) => Some(self.sort(*self.lists[list.index()].get(1)?)),
            _ => {
                let info = op.info();
                if args.len() != info.arity {
                    return None;
                }
                let mut sorts = [Sort::Bool; 3];
                for (sort, &arg) in sorts.iter_mut().zip(args) {
                    *sort = self.sort(arg);
                }
                (info.sort)(op, &sorts[..args.len()])
            }
        }
    }

    /// Returns the term `op(args)` without rewriting it.
    pub(crate) fn intern(&mut self, op: Op, args: &[Term]) -> Term {
        let mut own = [Term::TRUE; 3];
        own[..args.len()].copy_from_slice(args);
        if let Some(term) = self.find(op, own) {
            return term;
        }
        let sort = self.result_sort(op, args).expect("sorts that fit the operator");
        let term = Term(u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms"));
        let mentions_base = self.derives_from_base(op, sort, args);
        self.nodes.push(Node { op, sort, mentions_base, args: own });
        let domain = Domain::of(self, term);
        self.domains.push(domain);
        if mentions_base {
            let domain = Domain::in_any_layout(self, term);
            self.layout_domains.insert(term, domain);
        }
        let nodes = &self.nodes;
        self.table.insert_unique(hash_of(op, own), term, |term| {
            let node = &nodes[term.index()];
            hash_of(node.op, node.args)
        });
        term
    }

    /// Returns the term `op(args)` if it exists.
    pub(crate) fn find(&self, op: Op, args: [Term; 3]) -> Option<Term> {
        let same = |term: &Term| {
            let node = &self.nodes[term.index()];
            node.op == op && node.args == args
        };
        self.table.find(hash_of(op, args), same).copied()
    }

    /// Returns whether a term with these arguments mentions a base. A Boolean about pointers is no pointer; any other
    /// term built from a pointer may be one.
    fn derives_from_base(&self, op: Op, sort: Sort, args: &[Term]) -> bool {
        let args = match op {
            Op::Base(_) => return true,
            Op::Apply(_, list) | Op::Cases(list) => &self.lists[list.index()],
            _ => args,
        };
        sort != Sort::Bool && args.iter().any(|&arg| self.mentions_base(arg))
    }
}

fn hash_of(op: Op, args: [Term; 3]) -> u64 {
    FxBuild::default().hash_one((op, args))
}
