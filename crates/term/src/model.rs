//! Values and models. A model assigns values to free constants and functions.
//!
//! Models are total: symbols and functions that a model does not mention are zero (`false`, the array of zeros, the
//! function that is zero everywhere).

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use rpds::RedBlackTreeMap;

use crate::bits::Bits;
use crate::op::{FunctionId, SymbolId};
use crate::sort::Sort;
use crate::store::{Term, Terms};

/// A value of any sort.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    Bits(Bits),
    /// An array.
    Array(Rc<ArrayValue>),
}

/// An array value: a default, and the indices at which the array differs from it.
///
/// No entry equals the default, so equal arrays are equal values, except for arrays that have an entry at every index;
/// `same` compares these too.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct ArrayValue {
    /// The width of its indices.
    pub index_width: u32,
    default: Bits,
    entries: BTreeMap<Bits, Bits>,
}

impl Value {
    /// Returns the zero of a sort.
    #[must_use]
    pub fn zero(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Bits(width) => Value::Bits(Bits::zero(width)),
            Sort::Array { index, element } => {
                Value::Array(Rc::new(ArrayValue::new(index, Bits::zero(element))))
            }
        }
    }

    /// Returns the truth value, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the bit-vector, if it is one.
    #[must_use]
    pub fn as_bits(&self) -> Option<&Bits> {
        match self {
            Value::Bits(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the term that denotes this value.
    pub fn to_term(&self, terms: &mut Terms) -> Term {
        match self {
            Value::Bool(value) => Term::from(*value),
            Value::Bits(value) => terms.bits(value),
            Value::Array(array) => {
                let default = terms.bits(&array.default);
                let mut term = terms.const_array(array.index_width, default);
                for (index, element) in &array.entries {
                    let (index, element) = (terms.bits(index), terms.bits(element));
                    term = terms.store(term, index, element);
                }
                term
            }
        }
    }
}

impl ArrayValue {
    /// Returns the array that has `default` everywhere.
    #[must_use]
    pub fn new(index_width: u32, default: Bits) -> ArrayValue {
        ArrayValue { index_width, default, entries: BTreeMap::new() }
    }

    /// Returns the element at an index.
    #[must_use]
    pub fn get(&self, index: &Bits) -> &Bits {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Sets the element at an index.
    pub fn set(&mut self, index: Bits, element: Bits) {
        if element == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, element);
        }
    }

    /// Returns the element at indices without an entry.
    #[must_use]
    pub(crate) fn default_element(&self) -> &Bits {
        &self.default
    }

    /// Iterates over the indices that do not have the default, and their elements.
    pub fn entries(&self) -> impl Iterator<Item = (&Bits, &Bits)> {
        self.entries.iter()
    }

    /// Returns whether two arrays of one sort have the same element at every index.
    #[must_use]
    pub fn same(&self, other: &ArrayValue) -> bool {
        if self.default == other.default {
            return self.entries == other.entries;
        }
        // The defaults differ, so no index may have the default of either: together there must be an entry at every
        // index, which only narrow index sorts allow.
        let space = 1u64.checked_shl(self.index_width).unwrap_or(0);
        if space == 0 || (self.entries.len() + other.entries.len()) < space as usize {
            return false;
        }
        (0..space).all(|i| {
            let index = Bits::new(self.index_width, i);
            self.get(&index) == other.get(&index)
        })
    }
}

/// The table of a function; the function is zero where the table has no entry.
pub type FunctionTable = BTreeMap<Vec<Value>, Value>;

/// An assignment of values to free constants and functions.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Model {
    /// Shared between copies: a copy that differs in one symbol costs one symbol.
    symbols: RedBlackTreeMap<SymbolId, Value>,
    functions: BTreeMap<FunctionId, FunctionTable>,
}

impl Model {
    /// Creates the model in which everything is zero.
    #[must_use]
    pub fn new() -> Model {
        Model::default()
    }

    /// Returns the value of a symbol, if the model mentions it.
    #[must_use]
    pub fn get(&self, symbol: SymbolId) -> Option<&Value> {
        self.symbols.get(&symbol)
    }

    /// Sets the value of a symbol.
    pub fn set(&mut self, symbol: SymbolId, value: Value) {
        self.symbols.insert_mut(symbol, value);
    }

    /// Returns the value of a function at some arguments, if the model mentions it.
    #[must_use]
    pub fn call(&self, function: FunctionId, args: &[Value]) -> Option<&Value> {
        self.functions.get(&function)?.get(args)
    }

    /// Sets the value of a function at some arguments.
    pub fn set_call(&mut self, function: FunctionId, args: Vec<Value>, value: Value) {
        self.functions.entry(function).or_default().insert(args, value);
    }

    /// Iterates over the symbols that the model mentions, in the order of their ids.
    pub fn symbols(&self) -> impl Iterator<Item = (SymbolId, &Value)> {
        self.symbols.iter().map(|(id, value)| (*id, value))
    }

    /// Iterates over the functions that the model mentions, in the order of their ids.
    pub fn functions(&self) -> impl Iterator<Item = (FunctionId, &FunctionTable)> {
        self.functions.iter().map(|(&id, table)| (id, table))
    }

    /// Copies a symbol from another model; removes it if the other model does not mention it.
    pub fn follow_symbol(&mut self, other: &Model, symbol: SymbolId) {
        match other.get(symbol) {
            Some(value) => self.set(symbol, value.clone()),
            None => {
                self.symbols.remove_mut(&symbol);
            }
        }
    }

    /// Copies a function from another model; removes it if the other model does not mention it.
    pub fn follow_function(&mut self, other: &Model, function: FunctionId) {
        match other.functions.get(&function) {
            Some(table) => self.functions.insert(function, table.clone()),
            None => self.functions.remove(&function),
        };
    }

    /// Copies a symbol from another model if that mentions it.
    pub fn take_symbol(&mut self, other: &Model, symbol: SymbolId) {
        if let Some(value) = other.get(symbol) {
            self.set(symbol, value.clone());
        }
    }

    /// Copies a function from another model if that mentions it.
    pub fn take_function(&mut self, other: &Model, function: FunctionId) {
        if let Some(table) = other.functions.get(&function) {
            self.functions.insert(function, table.clone());
        }
    }
}

impl fmt::Display for Value {
    /// Prints SMT-LIB's notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Bits(value) => write!(f, "{value}"),
            Value::Array(array) => {
                for _ in &array.entries {
                    f.write_str("(store ")?;
                }
                let element = array.default.width();
                let sort = Sort::Array { index: array.index_width, element };
                write!(f, "((as const {sort}) {})", array.default)?;
                array
                    .entries
                    .iter()
                    .try_for_each(|(index, element)| write!(f, " {index} {element})"))
            }
        }
    }
}
