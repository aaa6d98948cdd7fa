//! The store of terms: every term exists once, so equality of terms is equality of ids.
//!
//! This file hash-conses and looks things up. It does not simplify (see `rewrite`) and does not
//! know what operators mean (see `op` and `eval`). Terms are never removed: ids stay valid as long
//! as the store lives, arguments have smaller ids than the terms that use them, and side tables
//! indexed by term can simply grow.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::{HashMap, HashSet, HashTable};
use rustc_hash::FxHasher;

use crate::bits::{Bits, mask};
use crate::domain::Domain;
use crate::op::{AllocId, FunctionId, ListId, Op, SymbolId, WideId};
use crate::rewrite::Rewriter;
use crate::shelves::Shelves;
use crate::sort::Sort;

/// The hasher of this crate's tables: fast for small keys, the same in every run.
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

    /// The position in the store: dense, from zero, for side tables.
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

/// An uninterpreted function. Arguments and results are truth values or bit-vectors.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name, unique in the store.
    pub name: String,
    /// The sorts of its arguments, at least one.
    pub parameters: Vec<Sort>,
    /// The sort of its result.
    pub result: Sort,
}

/// A block of memory as far as terms know it.
#[derive(Clone, Debug)]
pub struct Block {
    /// The number that the solver sees.
    pub address: Bits,
}

/// One term: an operator and its arguments.
#[derive(Clone, Copy, Debug)]
struct Node {
    op: Op,
    sort: Sort,
    /// Whether a block's address is part of the value: see `mentions_base`.
    mentions_base: bool,
    /// The first `arity` are meant.
    args: [Term; 3],
}

/// All terms, and the names they use.
pub struct Terms {
    nodes: Shelves<Node>,
    /// What is known of each term without a model, by term.
    domains: Shelves<Domain>,
    /// Of terms that mention a block's address, what is known if that can be anything.
    anywhere: TermMap<Domain>,
    table: HashTable<Term>,
    lists: Vec<Box<[Term]>>,
    list_table: HashTable<ListId>,
    wide: Vec<Bits>,
    wide_table: HashMap<Bits, WideId, FxBuild>,
    symbols: Vec<Symbol>,
    functions: Vec<Function>,
    blocks: Vec<Block>,
    /// Names in use, with the number to try next when one is asked for again.
    names: HashMap<String, u32, FxBuild>,
    pub(crate) rewriter: Rewriter,
    pub(crate) asked: Asked,
    /// The `ite`s that can only be numbers.
    pub(crate) of_numbers: TermSet,
}

/// How often `ite`s were asked for that no rule could do without, whether or not they were there.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Asked {
    /// All of them.
    pub choices: u64,
    /// Those that are not known but for their conditions.
    pub unknown_choices: u64,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

impl Terms {
    /// An empty store whose constructors simplify.
    #[must_use]
    pub fn new() -> Terms {
        Terms::with(Rewriter::on())
    }

    /// An empty store whose constructors build exactly what they are told: for proving the rules.
    #[must_use]
    pub fn without_rewriting() -> Terms {
        Terms::with(Rewriter::off())
    }

    fn with(rewriter: Rewriter) -> Terms {
        let mut terms = Terms {
            nodes: Shelves::new(),
            domains: Shelves::new(),
            anywhere: TermMap::default(),
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
            asked: Asked::default(),
            of_numbers: TermSet::default(),
        };
        let constants = (terms.intern(Op::True, &[]), terms.intern(Op::False, &[]));
        debug_assert_eq!(constants, (Term::TRUE, Term::FALSE));
        terms
    }

    /// How many terms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What was asked for so far.
    #[must_use]
    pub fn asked(&self) -> Asked {
        self.asked
    }

    /// How many terms have an operator.
    #[must_use]
    pub fn count(&self, op: Op) -> usize {
        self.nodes.iter().filter(|node| node.op == op).count()
    }

    /// Never: `true` and `false` are always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    // ----- looking at terms -----

    /// The operator of a term.
    #[must_use]
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.index()].op
    }

    /// The sort of a term.
    #[must_use]
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort
    }

    /// The arguments of a term.
    #[must_use]
    pub fn args(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.index()];
        match node.op {
            Op::Apply(_, list) | Op::Cases(list) => &self.lists[list.index()],
            op => &node.args[..op.info().arity],
        }
    }

    /// Argument `i` of a term with a fixed number of arguments: cheaper than `args`, by value.
    #[must_use]
    pub fn arg(&self, term: Term, i: usize) -> Term {
        debug_assert!(i < self.op(term).info().arity);
        self.nodes[term.index()].args[i]
    }

    /// The width of a bit-vector term.
    ///
    /// # Panics
    /// If the term is not a bit-vector: callers know what they hold.
    #[must_use]
    pub fn width(&self, term: Term) -> u32 {
        self.sort(term).width().expect("a bit-vector term")
    }

    /// What is known of the values of a term under every model.
    #[must_use]
    pub fn domain(&self, term: Term) -> &Domain {
        &self.domains[term.index()]
    }

    /// The same wherever blocks lie, for rules that make bit-vectors: what they make of an address must
    /// stay right if the block lies elsewhere.
    pub(crate) fn domain_anywhere(&self, term: Term) -> &Domain {
        self.anywhere.get(&term).unwrap_or_else(|| self.domain(term))
    }

    /// Whether a term's value may come from the address of a block. Such a term is never replaced
    /// by a number, even where there is only one.
    #[must_use]
    pub fn mentions_base(&self, term: Term) -> bool {
        self.nodes[term.index()].mentions_base
    }

    /// The value of a bit-vector constant.
    #[must_use]
    pub fn as_bits(&self, term: Term) -> Option<Bits> {
        match self.op(term) {
            Op::Small { width, value } => Some(Bits::new(width, value)),
            Op::Wide(id) => Some(self.wide[id.index()].clone()),
            _ => None,
        }
    }

    /// The value of a bit-vector constant of at most 64 bits.
    #[must_use]
    pub fn as_word(&self, term: Term) -> Option<u64> {
        match self.op(term) {
            Op::Small { value, .. } => Some(value),
            _ => None,
        }
    }

    /// Whether a term is `true`, `false` or a bit-vector constant.
    #[must_use]
    pub fn is_constant(&self, term: Term) -> bool {
        self.op(term).is_constant()
    }

    /// A symbol by its id.
    #[must_use]
    pub fn symbol_info(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.index()]
    }

    /// A function by its id.
    #[must_use]
    pub fn function_info(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// A block by its id.
    #[must_use]
    pub fn block_info(&self, id: AllocId) -> &Block {
        &self.blocks[id.index()]
    }

    /// A wide constant by its id.
    #[must_use]
    pub fn wide_constant(&self, id: WideId) -> &Bits {
        &self.wide[id.index()]
    }

    // ----- leaves -----

    /// A bit-vector constant.
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

    /// The bit-vector constant `value` modulo `2^width`.
    pub fn word(&mut self, width: u32, value: u64) -> Term {
        if width > 64 {
            return self.bits(&Bits::new(width, value));
        }
        self.intern(Op::Small { width, value: value & mask(width) }, &[])
    }

    /// A new free constant. If the name is taken, a number is added to it.
    pub fn symbol(&mut self, name: &str, sort: Sort) -> Term {
        let name = self.unique_name(name);
        let id = SymbolId(self.symbols.len() as u32);
        self.symbols.push(Symbol { name, sort });
        self.intern(Op::Symbol(id), &[])
    }

    /// A new uninterpreted function. If the name is taken, a number is added to it.
    pub fn function(&mut self, name: &str, parameters: Vec<Sort>, result: Sort) -> FunctionId {
        let name = self.unique_name(name);
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(Function { name, parameters, result });
        id
    }

    /// A new block at an address, and the term for it. Addresses are the caller's business.
    pub fn base(&mut self, address: Bits) -> (AllocId, Term) {
        let id = AllocId(self.blocks.len() as u32);
        self.blocks.push(Block { address });
        (id, self.intern(Op::Base(id), &[]))
    }

    /// The term for a block's address.
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

    /// An application of an uninterpreted function.
    pub fn apply(&mut self, function: FunctionId, args: &[Term]) -> Term {
        let list = self.list(args);
        self.intern(Op::Apply(function, list), &[])
    }

    /// A list of arguments.
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

    /// The term `op(args)`, simplified unless rewriting is off. The sorts must fit; where that is
    /// not known beforehand, ask `result_sort` first.
    pub fn make(&mut self, op: Op, args: &[Term]) -> Term {
        debug_assert!(
            self.result_sort(op, args).is_some(),
            "{op:?} applied to {:?}",
            args.iter().map(|&arg| self.sort(arg)).collect::<Vec<_>>()
        );
        self.simplified(op, args)
    }

    /// The sort that `op(args)` would have; `None` if the operator does not take such arguments.
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

    /// The id of `op(args)`, as it stands.
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
            let domain = Domain::anywhere(self, term);
            self.anywhere.insert(term, domain);
        }
        let nodes = &self.nodes;
        self.table.insert_unique(hash_of(op, own), term, |term| {
            let node = &nodes[term.index()];
            hash_of(node.op, node.args)
        });
        term
    }

    /// The term `op(args)`, if it was built before.
    pub(crate) fn find(&self, op: Op, args: [Term; 3]) -> Option<Term> {
        let same = |term: &Term| {
            let node = &self.nodes[term.index()];
            node.op == op && node.args == args
        };
        self.table.find(hash_of(op, args), same).copied()
    }

    /// A truth value about pointers is not a pointer; anything else made from one may be.
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
