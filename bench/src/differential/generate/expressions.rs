//! Expressions of all integer types that are defined whatever their operands are.

use super::super::program::Node;
use super::{Generator, Place};

const BINARY: [&str; 24] = [
    "((unsigned)@ + (unsigned)@)",
    "((unsigned)@ - (unsigned)@)",
    "((unsigned)@ * (unsigned)@)",
    "((unsigned long long)@ + (unsigned long long)@)",
    "((unsigned long long)@ * (unsigned long long)@)",
    "(@ ^ @)",
    "(@ & @)",
    "(@ | @)",
    "(@ == @)",
    "(@ != @)",
    "(@ < @)",
    "(@ <= @)",
    "(@ > @)",
    "(@ && @)",
    "(@ || @)",
    "((unsigned)@ / ((unsigned)@ | 1u))",
    "((unsigned)@ % ((unsigned)@ | 2u))",
    "((unsigned char)@ / ((unsigned char)@ + 1))",
    "((signed char)@ + (signed char)@)",
    "((short)@ - (short)@)",
    "((short)@ * (signed char)@)",
    "((unsigned)@ << (@ & 7))",
    "(@ >> (@ & 3))",
    "(@, @)",
];

const UNARY: [&str; 13] = [
    "(~@)",
    "(!@)",
    "((unsigned char)@)",
    "((signed char)@)",
    "((short)@)",
    "((_Bool)@)",
    "(-(short)@)",
    "(+@)",
    "(@ % 5)",
    "(@ & 15)",
    "(@ / 3)",
    "(-(long long)(int)@)",
    "(int)((unsigned)@ >> 1)",
];

const CALLS: [&str; 8] = [
    "abs((short)@)",
    "(!!isdigit((unsigned char)@))",
    "(!!isalpha((unsigned char)@))",
    "(!!isspace((unsigned char)@))",
    "toupper((unsigned char)@ & 127)",
    "tolower((unsigned char)@ & 127)",
    "(!!isxdigit((unsigned char)@))",
    "(!!ispunct((unsigned char)@))",
];

const CONSTANTS: [&str; 16] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "8",
    "-1",
    "-3",
    "100",
    "255",
    "256u",
    "65535",
    "2147483647",
    "(-2147483647 - 1)",
    "4294967295u",
];

impl Generator {
    /// An expression without risk.
    pub(super) fn value(&mut self, depth: usize) -> Node {
        if depth == 0 || self.random.chance(20) {
            return self.leaf(depth);
        }
        match self.random.below(20) {
            0..=11 => {
                let template = self.random.pick(&BINARY);
                let operands = (0..2).map(|_| self.value(depth - 1)).collect();
                Node::expression(template, operands)
            }
            12..=15 => {
                let template = self.random.pick(&UNARY);
                Node::expression(template, vec![self.value(depth - 1)])
            }
            16 => {
                let template = self.random.pick(&CALLS);
                Node::expression(template, vec![self.value(depth - 1)])
            }
            _ => {
                let operands = (0..3).map(|_| self.value(depth - 1)).collect();
                Node::expression("(@ ? @ : @)", operands)
            }
        }
    }

    fn leaf(&mut self, depth: usize) -> Node {
        match self.random.below(10) {
            0..=1 => Node::expression(self.random.pick(&CONSTANTS), vec![]),
            2..=5 if !self.scope.inputs.is_empty() => self.input_value(),
            _ => self.read(depth),
        }
    }

    /// An input, or something near to one.
    pub(super) fn input_value(&mut self) -> Node {
        if self.scope.inputs.is_empty() {
            return self.read(0);
        }
        let index = self.random.below(self.scope.inputs.len());
        Node::expression(self.scope.inputs[index].clone(), vec![])
    }

    fn read(&mut self, depth: usize) -> Node {
        let index = self.random.below(self.scope.places.len());
        let place = self.scope.places[index].clone();
        self.place(&place, depth)
    }

    /// A place with its indices.
    pub(super) fn place(&mut self, place: &Place, depth: usize) -> Node {
        let indices = (0..place.holes).map(|_| self.value(depth.saturating_sub(1))).collect();
        Node::expression(place.template.clone(), indices)
    }

    /// Something that can be assigned to.
    pub(super) fn target(&mut self) -> Node {
        let places = self
            .scope
            .places
            .iter()
            .filter(|it| it.writable && !self.scope.inputs.contains(&it.template));
        let places: Vec<Place> = places.cloned().collect();
        if places.is_empty() {
            return Node::expression("one", vec![]);
        }
        let index = self.random.below(places.len());
        self.place(&places[index], 1)
    }

    /// A variable of type `int`.
    pub(super) fn int_target(&mut self) -> Node {
        let places = self.scope.places.iter().filter(|it| it.writable && it.is_int);
        let places: Vec<Place> = places.cloned().collect();
        let index = self.random.below(places.len());
        self.place(&places[index], 1)
    }

    /// A condition that tends to hold for some inputs and not for others.
    pub(super) fn condition(&mut self) -> Node {
        let number = self.random.below(8);
        match self.random.below(9) {
            0 => Node::expression(format!("@ == {}", number % 4), vec![self.input_value()]),
            1 => Node::expression(format!("@ > {}", number % 5), vec![self.input_value()]),
            2 => Node::expression(format!("(@ & 3) == {}", number % 4), vec![self.value(1)]),
            3 => Node::expression("(@ & 1) == (@ & 1)", vec![self.input_value(), self.value(1)]),
            4 => {
                let hash = vec![self.input_value(), self.value(1)];
                Node::expression(
                    format!("(((unsigned)@ * 7u + (unsigned)@) & 7) == {number}"),
                    hash,
                )
            }
            5 => Node::expression("@ < @", vec![self.input_value(), self.value(1)]),
            6 => Node::expression("@ && @", vec![self.input_value(), self.value(2)]),
            _ => self.value(2),
        }
    }
}
