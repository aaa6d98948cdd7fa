//! A memory whose model is chosen at run time.
//!
//! This is the only list of models. The default model has an engine compiled for it alone; all
//! others share one through this type, so that each does not cost a copy of the engine.

use term::{AllocId, Term};

use crate::arrays::Arrays;
use crate::blocks::{AddressSpaceFull, BlockTable, IncompatibleBlocks, Info, Lifetime, NewBlock};
use crate::memory::{Access, BlockDifference, Context, Initial, Item, Memory, Validity};
use crate::multi_write::MultiWrite;
use crate::planes::{Planes, PlanesNaive};
use crate::references::References;
use crate::segments::Segments;
use crate::separation::{Heaplet, Separation};
use crate::timestamps::{Timestamps, TimestampsNaive};
use crate::value::Value;

macro_rules! models {
    ($($model:ident $name:literal $about:literal,)*) => {
        /// A memory of any model.
        #[derive(Clone)]
        pub enum AnyMemory {
            $(#[doc = $about] $model($model),)*
        }

        impl AnyMemory {
            /// The names of the models, the default first, and what they are.
            pub const MODELS: &[(&str, &str)] = &[$(($name, $about),)*];

            /// A memory without blocks, in an address space of this width; `None` if there is no
            /// model of that name.
            #[must_use]
            pub fn named(name: &str, pointer: u32) -> Option<AnyMemory> {
                match name {
                    $($name => Some(AnyMemory::$model($model::new(pointer))),)*
                    _ => None,
                }
            }
        }

        /// Evaluates the same expression for whichever model it is.
        macro_rules! each {
            ($memory:expr, $it:ident => $result:expr) => {
                match $memory {
                    $(AnyMemory::$model($it) => $result,)*
                }
            };
        }

        /// Evaluates an expression for two memories of the same model; `None` if they differ in it.
        macro_rules! same {
            ($memory:expr, $others:expr, $it:ident, $other:ident => $result:expr) => {
                match ($memory, $others) {
                    $((AnyMemory::$model($it), AnyMemory::$model($other)) => $result,)*
                    _ => None,
                }
            };
        }

        /// Evaluates an expression for two memories of the same model and their ancestor.
        macro_rules! both {
            ($memory:expr, $others:expr, $it:ident, $other:ident, $ancestor:ident => $result:expr) => {
                match ($memory, $others) {
                    $((
                        AnyMemory::$model($it),
                        (AnyMemory::$model($other), AnyMemory::$model($ancestor)),
                    ) => $result,)*
                    _ => Err(IncompatibleBlocks),
                }
            };
        }
    };
}

models! {
    Segments "segments" "cells at constant offsets, and a log of writes at symbolic ones",
    Arrays "arrays" "a block is an array term: sel and upd",
    Planes "planes" "segment:offset; each plane a map of constant addresses and a list of other writes",
    PlanesNaive "planes-naive" "as `planes`, but each plane is a list of all writes",
    References "references" "objects with fields; references to locations under guards",
    Separation "separation" "a symbolic heap of separation logic: cells at byte addresses",
    Timestamps "timestamps" "records with times and guards, found by intervals",
    TimestampsNaive "timestamps-naive" "a record for every byte ever written, with its time and guard",
}

/// The table of whichever model it is.
impl BlockTable for AnyMemory {
    fn info(&self, block: AllocId) -> Option<&Info> {
        each!(self, it => it.block_table().info(block))
    }

    fn info_mut(&mut self, block: AllocId) -> Option<&mut Info> {
        each!(self, it => it.block_table_mut().info_mut(block))
    }

    fn infos(&self) -> impl Iterator<Item = (AllocId, &Info)> {
        let infos: Box<dyn Iterator<Item = (AllocId, &Info)>> =
            each!(self, it => Box::new(it.block_table().infos()));
        infos
    }

    fn at_address(&self, address: u64) -> Option<AllocId> {
        each!(self, it => it.block_table().at_address(address))
    }

    fn room(&self) -> u64 {
        each!(self, it => it.block_table().room())
    }
}

impl Memory for AnyMemory {
    type Blocks = AnyMemory;

    fn block_table(&self) -> &AnyMemory {
        self
    }

    fn block_table_mut(&mut self) -> &mut AnyMemory {
        self
    }

    fn allocate(
        &mut self,
        cx: &mut Context<'_>,
        new: NewBlock,
        initial: Initial,
    ) -> Result<AllocId, AddressSpaceFull> {
        each!(self, it => it.allocate(cx, new, initial))
    }

    fn deallocate(&mut self, block: AllocId, lifetime: Lifetime) {
        each!(self, it => it.deallocate(block, lifetime));
    }

    fn forget(&mut self, is_kept: &dyn Fn(AllocId) -> bool) -> Option<usize> {
        each!(self, it => it.forget(is_kept))
    }

    fn valid(
        &mut self,
        cx: &mut Context<'_>,
        pointer: Value,
        length: Value,
        access: Access,
    ) -> Validity {
        each!(self, it => it.valid(cx, pointer, length, access))
    }

    fn peek(&self, block: AllocId, offset: u64, bytes: u32) -> Option<Value> {
        each!(self, it => it.peek(block, offset, bytes))
    }

    fn poke(&mut self, block: AllocId, offset: u64, bytes: u32, word: u64) -> bool {
        each!(self, it => it.poke(block, offset, bytes, word))
    }

    fn load(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32) -> Value {
        each!(self, it => it.load(cx, pointer, bytes))
    }

    fn store(&mut self, cx: &mut Context<'_>, pointer: Value, bytes: u32, value: Value) {
        each!(self, it => it.store(cx, pointer, bytes, value));
    }

    fn fill(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value, byte: Value) {
        each!(self, it => it.fill(cx, pointer, length, byte));
    }

    fn copy(&mut self, cx: &mut Context<'_>, to: Value, from: Value, length: Value) {
        each!(self, it => it.copy(cx, to, from, length));
    }

    fn multi_write(&mut self, cx: &mut Context<'_>, pointer: Value, write: &MultiWrite) {
        each!(self, it => it.multi_write(cx, pointer, write));
    }

    fn merge(
        &mut self,
        cx: &mut Context<'_>,
        other: &AnyMemory,
        guard: Term,
        ancestor: &AnyMemory,
    ) -> Result<(), IncompatibleBlocks> {
        both!(self, (other, ancestor), it, other, ancestor => it.merge(cx, other, guard, ancestor))
    }

    fn initialised(&mut self, cx: &mut Context<'_>, pointer: Value, length: Value) -> Term {
        each!(self, it => it.initialised(cx, pointer, length))
    }

    fn describe(&self, items: &mut Vec<Item>) -> bool {
        each!(self, it => it.describe(items))
    }

    fn differences(&self, other: &AnyMemory) -> Option<Vec<(AllocId, BlockDifference)>> {
        same!(self, other, it, other => it.differences(other))
    }

    fn pointer_places(&mut self, cx: &mut Context<'_>, block: AllocId) -> Option<Vec<(u64, u32)>> {
        each!(self, it => it.pointer_places(cx, block))
    }

    fn formula(&self, block: AllocId) -> Option<Vec<Heaplet>> {
        each!(self, it => it.formula(block))
    }

    fn equal(&mut self, cx: &mut Context<'_>, a: Value, b: Value) -> Option<Term> {
        each!(self, it => it.equal(cx, a, b))
    }

    fn needs_numbers(&self) -> bool {
        each!(self, it => it.needs_numbers())
    }

    fn unsupported(&self) -> Option<&'static str> {
        each!(self, it => it.unsupported())
    }

    fn referents(&mut self, cx: &mut Context<'_>, block: AllocId) -> Vec<(Term, AllocId)> {
        each!(self, it => it.referents(cx, block))
    }
}
