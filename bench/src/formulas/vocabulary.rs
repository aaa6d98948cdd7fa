//! The symbols, functions and widths of a problem.

use std::fmt::Write;

use term::Sort;

use super::Size;
use crate::random::Random;

/// An uninterpreted function.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub parameters: Vec<Sort>,
    pub result: Sort,
}

/// The vocabulary of a problem.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    pub symbols: Vec<(String, Sort)>,
    pub functions: Vec<Function>,
    /// The widths that are preferred.
    pub widths: Vec<u32>,
}

impl Vocabulary {
    /// A random one.
    pub fn random(random: &mut Random, size: Size) -> Vocabulary {
        match size {
            Size::Small => small(random),
            Size::Wide => wide(random),
        }
    }

    /// The commands that declare everything.
    pub fn declarations(&self) -> Vec<String> {
        let symbols =
            self.symbols.iter().map(|(name, sort)| format!("(declare-const {name} {sort})"));
        let functions = self.functions.iter().map(|function| {
            let mut text = format!("(declare-fun {} (", function.name);
            for sort in &function.parameters {
                let _ = write!(text, " {sort}");
            }
            format!("{text}) {})", function.result)
        });
        symbols.chain(functions).collect()
    }

    /// The sorts of arrays among the symbols.
    pub fn arrays(&self) -> Vec<(u32, u32)> {
        let array = |sort: &Sort| match sort {
            Sort::Array { index, element } => Some((*index, *element)),
            _ => None,
        };
        self.symbols.iter().filter_map(|(_, sort)| array(sort)).collect()
    }

    fn add_symbol(&mut self, sort: Sort) {
        let prefix = match sort {
            Sort::Bool => 'p',
            Sort::Bits(_) => 'x',
            Sort::Array { .. } => 'A',
        };
        self.symbols.push((format!("{prefix}{}", self.symbols.len()), sort));
    }

    fn add_function(&mut self, parameters: Vec<Sort>, result: Sort) {
        let name = format!("f{}", self.functions.len());
        self.functions.push(Function { name, parameters, result });
    }
}

/// The largest number of bits for which brute force enumerates all assignments.
const MOST_BITS: u32 = 16;

fn small(random: &mut Random) -> Vocabulary {
    let mut vocabulary = Vocabulary::default();
    let budget = match random.below(20) {
        0 => MOST_BITS,
        1..4 => 12,
        _ => random.between(4, 10),
    };
    let mut left = budget;
    while left > 0 && vocabulary.symbols.len() < 6 {
        left -= match random.below(10) {
            0 if left >= 4 => small_function(&mut vocabulary, random, left),
            1 | 2 if left >= 2 => small_array(&mut vocabulary, random, left),
            3 => {
                vocabulary.add_symbol(Sort::Bool);
                1
            }
            _ => {
                let width = random.between(1, left.min(6));
                vocabulary.add_symbol(Sort::Bits(width));
                width
            }
        };
    }
    vocabulary.widths = vec![random.between(1, 5), random.between(1, 4), random.between(2, 8)];
    vocabulary
}

/// Adds an array that takes no more bits than are left; gives how many it takes.
fn small_array(vocabulary: &mut Vocabulary, random: &mut Random, left: u32) -> u32 {
    let (mut index, mut element) = random.pick(&[(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (2, 3)]);
    if element << index > left {
        (index, element) = (1, 1);
    }
    vocabulary.add_symbol(Sort::Array { index, element });
    element << index
}

/// Adds a function that takes no more bits than are left, at least four; gives how many it takes.
fn small_function(vocabulary: &mut Vocabulary, random: &mut Random, left: u32) -> u32 {
    let (one, two) = (Sort::Bits(1), Sort::Bits(2));
    let (parameters, result, bits) = match random.below(5) {
        0 if left >= 8 => (vec![two], two, 8),
        1 if left >= 6 => (vec![one], Sort::Bits(3), 6),
        2 => (vec![one, Sort::Bool], Sort::Bool, 4),
        3 => (vec![two], Sort::Bool, 4),
        _ => (vec![Sort::Bool], two, 4),
    };
    vocabulary.add_function(parameters, result);
    bits
}

fn wide(random: &mut Random) -> Vocabulary {
    let widths = (0..3).map(|_| wide_width(random)).collect();
    let mut vocabulary = Vocabulary { widths, ..Vocabulary::default() };
    let sort = |vocabulary: &Vocabulary, random: &mut Random| match random.below(6) {
        0 => Sort::Bool,
        _ => Sort::Bits(random.pick(&vocabulary.widths)),
    };
    for _ in 0..random.between(2, 6) {
        let sort = sort(&vocabulary, random);
        vocabulary.add_symbol(sort);
    }
    if random.chance(35) {
        let index = random.pick(&vocabulary.widths);
        let element = random.pick(&vocabulary.widths);
        for _ in 0..random.between(1, 2) {
            vocabulary.add_symbol(Sort::Array { index, element });
        }
    }
    if random.chance(25) {
        let count = random.between(1, 2);
        let parameters = (0..count).map(|_| sort(&vocabulary, random)).collect();
        let result = sort(&vocabulary, random);
        vocabulary.add_function(parameters, result);
    }
    vocabulary
}

fn wide_width(random: &mut Random) -> u32 {
    match random.below(10) {
        0..4 => random.between(1, 8),
        4..6 => random.between(9, 20),
        6 => random.pick(&[31, 32, 33]),
        7 => random.pick(&[63, 64, 65]),
        _ => random.between(1, 80),
    }
}
