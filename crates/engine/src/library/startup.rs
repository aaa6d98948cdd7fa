//! The start of a program: allocates and initialises functions and globals, and calls `main` with arguments.

use std::rc::Rc;

use memory::{Counts, Initial, Kind, Memory, Value};

use crate::findings::end::Feature;
use crate::machine::{Machine, Step};
use crate::state::frames::State;

impl<M: Memory> Machine<'_, M> {
    /// Returns the state before `main` is called, with initialised globals.
    pub fn initial(&mut self) -> Step<State<M>> {
        let mut state = State::new(self.empty.clone());
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let mut functions = Vec::with_capacity(module.functions.len());
        for _ in &module.functions {
            let size = Value::Bits(1);
            functions.push(self.allocate(
                &mut state,
                Kind::Function,
                size,
                1,
                Initial::Uninitialised,
            )?);
        }
        state.functions = Rc::new(functions);
        let mut globals = Vec::with_capacity(module.globals.len());
        for global in &module.globals {
            let kind = if global.string { Kind::Literal } else { Kind::Global };
            // An object that is declared and not defined has unconstrained contents.
            let unknown = global.external || self.lazy.has_global(globals.len());
            let unknown = unknown && self.solver.is_some();
            let initial = if unknown { Initial::Uninitialised } else { Initial::Zero };
            let size = Value::Bits(global.size);
            globals.push(self.allocate(&mut state, kind, size, global.align, initial)?);
        }
        state.globals = Rc::new(globals);
        for (index, global) in module.globals.iter().enumerate() {
            if self.lazy.has_global(index) {
                continue;
            }
            match global.external && self.solver.is_some() {
                true => self.write_undefined(&mut state, index)?,
                false => self.initialise(&mut state, index, global),
            }
        }
        // The counts exclude the initialisation.
        self.names.counts = Counts::default();
        Ok(state)
    }

    fn initialise(&mut self, state: &mut State<M>, index: usize, global: &ir::Global) {
        let block = state.globals[index];
        self.write_bytes(state, block, &global.bytes);
        let bytes = self.pointer / 8;
        for relocation in &global.relocations {
            let target = match relocation.target {
                ir::Target::Global(id) => state.globals[id.index()],
                ir::Target::Function(id) => state.functions[id.index()],
            };
            let offset = relocation.addend as u64 & term::bits::mask(self.pointer);
            let value = Value::Pointer { block: target, offset };
            let to = Value::Pointer { block, offset: relocation.offset };
            self.with_memory(state, |memory, cx| memory.store(cx, to, bytes, value));
        }
        if global.constant || global.string {
            state.memory.protect(block);
        }
    }

    /// Writes concrete bytes to the start of an allocation.
    fn write_bytes(&mut self, state: &mut State<M>, block: term::AllocId, bytes: &[u8]) {
        for (index, chunk) in bytes.chunks(8).enumerate() {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let value = Value::Bits(u64::from_le_bytes(word));
            let to = Value::Pointer { block, offset: 8 * index as u64 };
            self.put_scalar(state, to, chunk.len() as u32, value);
        }
    }

    /// Calls `main` with arguments.
    pub fn start(&mut self, state: &mut State<M>, arguments: &[Vec<u8>]) -> Step<()> {
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let main = module
            .function_named("main")
            .filter(|&id| module.function(id).body.is_some())
            .ok_or_else(|| self.unsupported(state, Feature::External("main".to_owned())))?;
        let count = module.function(main).params.len();
        let argv = self.argument_block(state, arguments)?;
        let values = [Value::Bits(arguments.len() as u64), argv, Value::ZERO];
        let args: Vec<Value> = values.into_iter().cycle().take(count).collect();
        self.enter(state, main, &args, None, None)
    }

    pub(crate) fn argument_block(
        &mut self,
        state: &mut State<M>,
        arguments: &[Vec<u8>],
    ) -> Step<Value> {
        let bytes = u64::from(self.pointer / 8);
        let mut texts = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let size = Value::Bits(argument.len() as u64 + 1);
            let block = self.lasting_block(state, size, 1)?;
            self.write_bytes(state, block, argument);
            texts.push(Value::Pointer { block, offset: 0 });
        }
        let argv = self.lasting_block(state, Value::Bits(bytes * (texts.len() as u64 + 1)), 16)?;
        for (index, text) in texts.into_iter().enumerate() {
            let to = Value::Pointer { block: argv, offset: index as u64 * bytes };
            self.put_scalar(state, to, bytes as u32, text);
        }
        Ok(Value::Pointer { block: argv, offset: 0 })
    }

    /// Allocates zeroed memory that lives as long as the program.
    pub(crate) fn lasting_block(
        &mut self,
        state: &mut State<M>,
        size: Value,
        align: u64,
    ) -> Step<term::AllocId> {
        let block = self.allocate(state, Kind::Global, size, align, Initial::Zero)?;
        Rc::make_mut(&mut state.globals).push(block);
        Ok(block)
    }
}
