//! Random problems.
//!
//! Terms are generated top down: for a sort, the generator picks an operator with this result, and generates its arguments
//! in turn. Sometimes it reuses an earlier term.

use term::Sort;

use super::Size;
use super::overflow::Overflow;
use super::problem::{Node, NodeId, Problem};
use super::vocabulary::Vocabulary;
use crate::random::Random;

/// No term is wider than this.
const WIDEST: u32 = 80;
/// Products and quotients of two symbolic terms are no wider than this.
const WIDEST_PRODUCT: u32 = 10;
/// Quotients by a constant that is no power of two are no wider than this.
const WIDEST_QUOTIENT: u32 = 16;

/// The problem of a seed.
#[must_use]
pub fn generate(seed: u64, size: Size) -> Problem {
    let mut random = Random::new(seed);
    let vocabulary = Vocabulary::random(&mut random, size);
    let mut generator = Generator::new(random, vocabulary);
    generator.problem.declarations = generator.vocabulary.declarations();
    if generator.random.chance(20) {
        generator.add_macro();
    }
    for _ in 0..generator.random.between(1, 5) {
        let root = generator.assumption();
        generator.problem.roots.push(root);
    }
    generator.add_checks();
    generator.problem.defines = generator.random.chance(50);
    generator.problem.scopes = generator.random.chance(50);
    generator.problem
}

struct Generator {
    random: Random,
    vocabulary: Vocabulary,
    macros: Vec<(String, Vec<Sort>, Sort)>,
    problem: Problem,
}

impl Generator {
    fn new(random: Random, vocabulary: Vocabulary) -> Generator {
        Generator { random, vocabulary, macros: Vec::new(), problem: Problem::default() }
    }

    fn add(&mut self, node: Node) -> NodeId {
        self.problem.nodes.push(node);
        self.problem.nodes.len() - 1
    }

    fn apply(&mut self, head: &str, args: Vec<NodeId>, sort: Sort) -> NodeId {
        self.add(Node::apply(head, args, sort))
    }

    // ----- the whole -----

    /// An assumption: mostly comparisons, since anything else mostly holds.
    fn assumption(&mut self) -> NodeId {
        let depth = self.random.between(2, 4);
        match self.random.below(4) {
            0 => self.term(Sort::Bool, depth),
            _ => self.comparison(depth),
        }
    }

    /// First growing sets of assumptions, then any, some of them again.
    fn add_checks(&mut self) {
        let count = self.problem.roots.len();
        let all = (1u32 << count) - 1;
        let growing = (1..=count).map(|n| (1u32 << n) - 1);
        let mut checks: Vec<u32> = growing.filter(|_| self.random.chance(70)).collect();
        checks.push(all);
        for _ in 0..self.random.below(3) {
            checks.push(self.random.word() as u32 & all);
        }
        self.problem.checks = checks;
    }

    fn add_macro(&mut self) {
        let name = format!("m{}", self.macros.len());
        let parameters: Vec<Sort> = (0..self.random.between(1, 3)).map(|_| self.sort()).collect();
        let result = self.sort();
        let named: Vec<(String, Sort)> =
            parameters.iter().enumerate().map(|(i, &sort)| (format!("q{i}"), sort)).collect();
        let body = self.closed_text(&named, result);
        let list: Vec<String> =
            named.iter().map(|(name, sort)| format!("({name} {sort})")).collect();
        let line = format!("(define-fun {name} ({}) {result} {body})", list.join(" "));
        self.problem.declarations.push(line);
        self.macros.push((name, parameters, result));
    }

    /// A text of a sort over nothing but some names.
    fn closed_text(&mut self, names: &[(String, Sort)], sort: Sort) -> String {
        let vocabulary = Vocabulary {
            symbols: names.to_vec(),
            functions: Vec::new(),
            widths: self.vocabulary.widths.clone(),
        };
        let mut inner = Generator::new(Random::new(self.random.word()), vocabulary);
        let root = inner.term(sort, 2);
        self.problem.overflows.append(&mut inner.problem.overflows);
        inner.problem.inline(root)
    }

    // ----- sorts and leaves -----

    fn sort(&mut self) -> Sort {
        match self.random.below(4) {
            0 => Sort::Bool,
            _ => Sort::Bits(self.width()),
        }
    }

    fn width(&mut self) -> u32 {
        let bits = self.vocabulary.symbols.iter().filter_map(|(_, sort)| sort.width());
        let widths: Vec<u32> = bits.chain(self.vocabulary.widths.iter().copied()).collect();
        self.random.pick(&widths)
    }

    fn leaf(&mut self, sort: Sort) -> NodeId {
        let fitting: Vec<&String> = self
            .vocabulary
            .symbols
            .iter()
            .filter(|(_, other)| *other == sort)
            .map(|(name, _)| name)
            .collect();
        if !fitting.is_empty() && self.random.chance(75) {
            let name = self.random.pick(&fitting).clone();
            return self.add(Node::leaf(name, sort));
        }
        if let (Sort::Bits(width), true) = (sort, self.random.chance(60))
            && let Some(node) = self.resized_symbol(width)
        {
            return node;
        }
        let text = self.literal_text(sort);
        self.add(Node::leaf(text, sort))
    }

    /// A symbol of another width, cut or extended.
    fn resized_symbol(&mut self, width: u32) -> Option<NodeId> {
        let symbols = self.vocabulary.symbols.iter();
        let sized: Vec<(&String, u32)> =
            symbols.filter_map(|(name, sort)| Some((name, sort.width()?))).collect();
        if sized.is_empty() {
            return None;
        }
        let (name, other) = self.random.pick(&sized);
        let symbol = Node::leaf(name.clone(), Sort::Bits(other));
        let symbol = self.add(symbol);
        Some(self.resized(symbol, other, width))
    }

    fn resized(&mut self, node: NodeId, from: u32, to: u32) -> NodeId {
        let head = if from < to {
            let extend = self.random.pick(&["zero_extend", "sign_extend"]);
            format!("(_ {extend} {})", to - from)
        } else {
            let low = self.random.between(0, from - to);
            format!("(_ extract {} {low})", low + to - 1)
        };
        self.apply(&head, vec![node], Sort::Bits(to))
    }

    fn literal_text(&mut self, sort: Sort) -> String {
        match sort {
            Sort::Bool => self.random.pick(&["true", "false"]).to_owned(),
            Sort::Bits(width) => {
                let value = self.value(width);
                self.bits_text(width, value)
            }
            Sort::Array { element, .. } => {
                let element = self.literal_text(Sort::Bits(element));
                format!("((as const {sort}) {element})")
            }
        }
    }

    /// A number of this width: often a corner case.
    fn value(&mut self, width: u32) -> u128 {
        let mask = (1u128 << width) - 1;
        let any = u128::from(self.random.word()) << 64 | u128::from(self.random.word());
        let sign = 1u128 << (width - 1);
        let value = match self.random.below(10) {
            0 => 0,
            1 => 1,
            2 => mask,
            3 => sign,
            4 => sign - 1,
            5 => any % 8,
            6 => 1 << (any % u128::from(width)),
            7 => mask.wrapping_sub(any % 4),
            _ => any,
        };
        value & mask
    }

    fn bits_text(&mut self, width: u32, value: u128) -> String {
        match self.random.below(3) {
            0 if width.is_multiple_of(4) => {
                format!("#x{value:0digits$x}", digits = width as usize / 4)
            }
            1 => format!("#b{value:0digits$b}", digits = width as usize),
            _ => format!("(_ bv{value} {width})"),
        }
    }

    fn constant(&mut self, width: u32) -> NodeId {
        let value = self.value(width);
        let text = self.bits_text(width, value);
        self.add(Node::leaf(text, Sort::Bits(width)))
    }

    // ----- terms -----

    fn term(&mut self, sort: Sort, depth: u32) -> NodeId {
        if self.random.chance(20) {
            let made = self.problem.nodes.iter().enumerate();
            let same: Vec<NodeId> =
                made.filter(|(_, node)| node.sort == sort).map(|(id, _)| id).collect();
            if !same.is_empty() {
                return self.random.pick(&same);
            }
        }
        if depth == 0 || self.random.chance(10) {
            return self.leaf(sort);
        }
        match self.random.below(20) {
            0 | 1 => self.ite(sort, depth),
            2 => self.local_names(sort, depth),
            3 | 4 => self.call(sort, depth),
            _ => self.operator(sort, depth),
        }
    }

    fn operator(&mut self, sort: Sort, depth: u32) -> NodeId {
        match sort {
            Sort::Bool if self.random.chance(50) => self.connective(depth),
            Sort::Bool => self.comparison(depth),
            Sort::Bits(width) => self.bits(width, depth),
            Sort::Array { .. } => self.array(sort, depth),
        }
    }

    fn many(&mut self, sort: Sort, count: u32, depth: u32) -> Vec<NodeId> {
        (0..count).map(|_| self.term(sort, depth - 1)).collect()
    }

    fn ite(&mut self, sort: Sort, depth: u32) -> NodeId {
        let mut args = self.many(Sort::Bool, 1, depth);
        args.extend(self.many(sort, 2, depth));
        self.apply("ite", args, sort)
    }

    /// A `let` that gives symbols new meanings, all at once.
    fn local_names(&mut self, sort: Sort, depth: u32) -> NodeId {
        let symbols = self.vocabulary.symbols.clone();
        let plain: Vec<&(String, Sort)> =
            symbols.iter().filter(|(_, sort)| !sort.is_array()).collect();
        if plain.is_empty() || sort.is_array() {
            return self.operator(sort, depth);
        }
        let mut names = vec![self.random.pick(&plain).clone()];
        let second = self.random.pick(&plain).clone();
        if second != names[0] {
            names.push(second);
        }
        let body = self.closed_text(&names, sort);
        let args: Vec<NodeId> = names.iter().map(|&(_, sort)| self.term(sort, depth - 1)).collect();
        let mut pieces = vec![format!("(let (({} ", names[0].0)];
        pieces.extend(names[1..].iter().map(|(name, _)| format!(") ({name} ")));
        pieces.push(format!(")) {body})"));
        self.add(Node { pieces, args, sort })
    }

    /// An application of a function or macro with this result, if there is one.
    fn call(&mut self, sort: Sort, depth: u32) -> NodeId {
        let functions = self.vocabulary.functions.iter();
        let functions = functions.map(|it| (it.name.clone(), it.parameters.clone(), it.result));
        let all: Vec<_> = functions.chain(self.macros.iter().cloned()).collect();
        if all.is_empty() {
            return self.operator(sort, depth);
        }
        let (name, parameters, result) = all[self.random.below(all.len())].clone();
        let fits = result == sort || (result.width().is_some() && sort.width().is_some());
        if !fits {
            return self.operator(sort, depth);
        }
        let args = parameters.iter().map(|&sort| self.term(sort, depth - 1)).collect();
        let call = self.apply(&name, args, result);
        match (result.width(), sort.width()) {
            (Some(from), Some(to)) if from != to => self.resized(call, from, to),
            _ => call,
        }
    }

    fn connective(&mut self, depth: u32) -> NodeId {
        let head = self.random.pick(&["not", "and", "or", "xor", "=>", "=", "distinct"]);
        let count = match head {
            "not" => 1,
            "distinct" => 2,
            _ => self.random.between(2, 3),
        };
        let args = self.many(Sort::Bool, count, depth);
        self.apply(head, args, Sort::Bool)
    }

    fn comparison(&mut self, depth: u32) -> NodeId {
        let arrays = self.vocabulary.arrays();
        if !arrays.is_empty() && self.random.chance(12) {
            let (index, element) = self.random.pick(&arrays);
            let args = self.many(Sort::Array { index, element }, 2, depth);
            let head = self.random.pick(&["=", "=", "distinct"]);
            return self.apply(head, args, Sort::Bool);
        }
        let width = self.width();
        if self.random.chance(12) {
            return self.overflow(width, depth);
        }
        let ordered = ["bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge"];
        let (head, count) = match self.random.below(10) {
            0..3 => ("=", 2),
            3 => ("=", 3),
            4 => ("distinct", self.random.between(2, 4)),
            _ => (self.random.pick(&ordered), 2),
        };
        let args = self.many(Sort::Bits(width), count, depth);
        self.apply(head, args, Sort::Bool)
    }

    fn overflow(&mut self, width: u32, depth: u32) -> NodeId {
        let rows = if width <= WIDEST_PRODUCT / 2 { Overflow::COUNT } else { Overflow::CHEAP };
        let overflow = Overflow::new(self.random.below(rows), width);
        self.problem.overflows.insert(overflow);
        let args = self.many(Sort::Bits(width), overflow.arity() as u32, depth);
        self.apply(&overflow.name(), args, Sort::Bool)
    }

    fn bits(&mut self, width: u32, depth: u32) -> NodeId {
        match self.random.below(16) {
            0 => self.unary(width, depth),
            1..4 => self.nary(width, depth),
            4 | 5 => self.binary(width, depth),
            6 => self.product(width, depth),
            7 | 8 => self.quotient(width, depth),
            9 => self.rotation(width, depth),
            10 => self.resize(width, depth),
            11 | 12 => self.concat(width, depth),
            13 => self.repeat(width, depth),
            14 => self.select(width, depth),
            _ if width == 1 => {
                let inner = self.width();
                let args = self.many(Sort::Bits(inner), 2, depth);
                self.apply("bvcomp", args, Sort::Bits(1))
            }
            _ => self.binary(width, depth),
        }
    }

    fn unary(&mut self, width: u32, depth: u32) -> NodeId {
        let sort = Sort::Bits(width);
        let args = self.many(sort, 1, depth);
        let head = self.random.pick(&["bvnot", "bvneg"]);
        self.apply(head, args, sort)
    }

    fn nary(&mut self, width: u32, depth: u32) -> NodeId {
        let sort = Sort::Bits(width);
        let count = if self.random.chance(25) { 3 } else { 2 };
        let args = self.many(sort, count, depth);
        let head = self.random.pick(&["bvand", "bvor", "bvxor", "bvadd", "bvadd"]);
        self.apply(head, args, sort)
    }

    fn binary(&mut self, width: u32, depth: u32) -> NodeId {
        let sort = Sort::Bits(width);
        let heads = ["bvsub", "bvnand", "bvnor", "bvxnor", "bvshl", "bvlshr", "bvashr"];
        let head = self.random.pick(&heads);
        let args = self.many(sort, 2, depth);
        self.apply(head, args, sort)
    }

    fn product(&mut self, width: u32, depth: u32) -> NodeId {
        let sort = Sort::Bits(width);
        let mut args = self.many(sort, 1, depth);
        args.push(match width <= WIDEST_PRODUCT {
            true => self.term(sort, depth - 1),
            false => self.constant(width),
        });
        if self.random.chance(50) {
            args.reverse();
        }
        if self.random.chance(15) {
            args.push(self.constant(width));
        }
        self.apply("bvmul", args, sort)
    }

    fn quotient(&mut self, width: u32, depth: u32) -> NodeId {
        let sort = Sort::Bits(width);
        let mut args = self.many(sort, 1, depth);
        args.push(match width {
            0..=WIDEST_PRODUCT if self.random.chance(60) => self.term(sort, depth - 1),
            0..=WIDEST_QUOTIENT => self.constant(width),
            _ => {
                let power = 1u128 << self.random.below(width as usize);
                let text = self.bits_text(width, power);
                self.add(Node::leaf(text, sort))
            }
        });
        let head = self.random.pick(&["bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"]);
        self.apply(head, args, sort)
    }

    fn rotation(&mut self, width: u32, depth: u32) -> NodeId {
        let sort = Sort::Bits(width);
        let args = self.many(sort, 1, depth);
        let by = self.random.between(0, width + 2);
        let head = self.random.pick(&["rotate_left", "rotate_right"]);
        self.apply(&format!("(_ {head} {by})"), args, sort)
    }

    /// A term of another width, cut or extended.
    fn resize(&mut self, width: u32, depth: u32) -> NodeId {
        let other = match self.random.below(3) {
            0 => self.width(),
            1 => self.random.between(1, width),
            _ => self.random.between(width, WIDEST.min(width + 8)),
        };
        let inner = self.term(Sort::Bits(other), depth - 1);
        self.resized(inner, other, width)
    }

    fn concat(&mut self, width: u32, depth: u32) -> NodeId {
        if width == 1 {
            return self.unary(width, depth);
        }
        let high = self.random.between(1, width - 1);
        let mut widths = vec![high, width - high];
        if high > 1 && self.random.chance(30) {
            let first = self.random.between(1, high - 1);
            widths.splice(0..1, [first, high - first]);
        }
        let args = widths.iter().map(|&width| self.term(Sort::Bits(width), depth - 1)).collect();
        self.apply("concat", args, Sort::Bits(width))
    }

    fn repeat(&mut self, width: u32, depth: u32) -> NodeId {
        let divisors: Vec<u32> = (1..=width).filter(|&it| width.is_multiple_of(it)).collect();
        let part = self.random.pick(&divisors);
        let args = self.many(Sort::Bits(part), 1, depth);
        self.apply(&format!("(_ repeat {})", width / part), args, Sort::Bits(width))
    }

    // ----- arrays -----

    fn select(&mut self, width: u32, depth: u32) -> NodeId {
        let arrays = self.vocabulary.arrays();
        if arrays.is_empty() {
            return self.nary(width, depth);
        }
        let (index, element) = self.random.pick(&arrays);
        let array = self.term(Sort::Array { index, element }, depth);
        let index = self.term(Sort::Bits(index), depth - 1);
        let read = self.apply("select", vec![array, index], Sort::Bits(element));
        match element == width {
            true => read,
            false => self.resized(read, element, width),
        }
    }

    fn array(&mut self, sort: Sort, depth: u32) -> NodeId {
        let Sort::Array { index, element } = sort else { return self.leaf(sort) };
        if self.random.chance(15) {
            return self.const_array(sort, element, depth);
        }
        let array = self.term(sort, depth - 1);
        let index = self.term(Sort::Bits(index), depth - 1);
        let element = self.term(Sort::Bits(element), depth - 1);
        self.apply("store", vec![array, index, element], sort)
    }

    fn const_array(&mut self, sort: Sort, element: u32, depth: u32) -> NodeId {
        let everywhere = match self.random.chance(40) {
            true => {
                self.problem.open_const_array = true;
                self.term(Sort::Bits(element), depth - 1)
            }
            false => self.constant(element),
        };
        self.apply(&format!("(as const {sort})"), vec![everywhere], sort)
    }
}
