//! The inputs of a function that is checked by itself: its parameters, and the globals that it may read.

use std::collections::BTreeSet;

use ir::{Call, FuncId, Function, Instr, Module, SourceType, Target, Ty, TypeId};
use memory::{Initial, Kind, Memory, Value};
use term::diagram::Diagram;

use crate::findings::end::{Feature, ViolationKind};
use crate::machine::{Machine, Step};
use crate::options::Heap;
use crate::program::indexed::{Indexed, reachable};
use crate::state::frames::State;
use crate::state::inputs::{ObjectOrigin, Place};
use crate::state::path::InputType;

impl<M: Memory> Machine<'_, M> {
    /// Determines the inputs of a function before its first state exists: globals, arrays and the types of objects.
    pub(crate) fn prepare_inputs(&mut self, function: FuncId) {
        let functions = reachable(&self.loaded.module, function);
        self.lazy.globals = globals_of(&self.loaded.module, &functions);
        self.lazy.indexed = Indexed::in_functions(&self.loaded.module, &functions);
        self.prepare_interior(self.loaded.module.clone().function(function));
    }

    /// Returns the arguments of a function, and makes its globals symbolic.
    pub(crate) fn inputs_of(
        &mut self,
        state: &mut State<M>,
        function: &Function,
    ) -> Step<Vec<Value>> {
        state.inputs.in_use = true;
        if self.options.lazy.heap == Heap::Uber {
            state.path.cases = Some(Diagram::TRUE);
        }
        for index in self.lazy.globals.clone() {
            self.global_input(state, index);
        }
        let mut pointers = Vec::new();
        let mut args = Vec::new();
        for (index, param) in function.params.iter().enumerate() {
            let name = match param.name.as_str() {
                "" => format!("argument {}", index + 1),
                name => name.to_owned(),
            };
            let result = function.result_by_pointer && index == 0;
            args.push(match *self.loaded.module.clone().types.get(param.source) {
                _ if result => self.room_for_result(state, function.returns_source)?,
                SourceType::Pointer(target) => {
                    let non_null = self.options.lazy.non_null.contains(&name);
                    let symbol = self.reference(target, Place::START, name.clone(), non_null);
                    pointers.push((name, param.source, symbol));
                    Value::Term(symbol)
                }
                SourceType::Record(_) => self.struct_input(state, param.source, name)?,
                _ if param.ty == Ty::Ptr => {
                    let what = "a parameter of this type, in the function that is the start";
                    return Err(self.unsupported(state, Feature::Other(what.into())));
                }
                _ => {
                    let width = param.ty.bits(self.pointer);
                    let value = self.input(state, &name, InputType::Scalar(param.source), width);
                    self.keep_truth(state, param.source, value)?;
                    value
                }
            });
        }
        state.inputs.pointers = pointers.into();
        Ok(args)
    }

    /// Calls a function that the input points to: it returns any value and writes no memory.
    pub(crate) fn call_given(
        &mut self,
        state: &mut State<M>,
        call: &Call,
        block: term::AllocId,
    ) -> Step<()> {
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let returns = match state.inputs.object(block).map(|it| module.types.get(it.element)) {
            Some(SourceType::Function { returns, .. }) => *returns,
            _ => return Err(self.violation(state, ViolationKind::BadCall)),
        };
        let assumed = "functions that the input points to return anything, and change no memory";
        let site = self.site(state);
        self.records.assumed.entry(assumed.to_owned()).or_insert(site);
        let name = "the result of a function of the input".to_owned();
        let value = match (module.types.get(returns), call.returns) {
            (SourceType::Record(_), _) => {
                let what = "a function of the input that returns a struct";
                return Err(self.unsupported(state, Feature::Other(what.into())));
            }
            (SourceType::Pointer(target), _) => {
                Value::Term(self.reference(*target, Place::START, name, false))
            }
            (_, Some(ty)) => {
                let width = ty.bits(self.pointer);
                let value = self.input(state, &name, InputType::Scalar(returns), width);
                self.keep_truth(state, returns, value)?;
                value
            }
            (_, None) => return Ok(()),
        };
        if let Some(dst) = call.dst {
            self.set(state, dst, value);
        }
        Ok(())
    }

    /// Assumes that a truth value is 0 or 1.
    fn keep_truth(&mut self, state: &mut State<M>, ty: TypeId, value: Value) -> Step<()> {
        let (SourceType::Bool, Value::Term(term)) = (self.loaded.module.types.get(ty), value)
        else {
            return Ok(());
        };
        let width = self.terms.width(term);
        let one = self.terms.word(width, 1);
        let fine = self.terms.ule(term, one);
        self.assume(state, fine)
    }

    /// Allocates a struct that is passed by value: an object that no pointer of the input points to.
    fn struct_input(&mut self, state: &mut State<M>, ty: TypeId, name: String) -> Step<Value> {
        let block = self.room(state, ty)?;
        let origin = ObjectOrigin::Parameter(name);
        self.add_object(state, block, ty, (Value::Bits(1), 1), Place::START, origin);
        Ok(Value::Pointer { block, offset: 0 })
    }

    /// Allocates the struct through which a function returns its result.
    fn room_for_result(&mut self, state: &mut State<M>, ty: TypeId) -> Step<Value> {
        let block = self.room(state, ty)?;
        Ok(Value::Pointer { block, offset: 0 })
    }

    fn room(&mut self, state: &mut State<M>, ty: TypeId) -> Step<term::AllocId> {
        let layout = self.loaded.module.types.layout(ty, self.loaded.module.model);
        let (size, align) = layout.map_or((0, 1), |layout| (layout.size, layout.align));
        let block =
            self.allocate(state, Kind::Global, Value::Bits(size), align, Initial::Uninitialised)?;
        std::rc::Rc::make_mut(&mut state.globals).push(block);
        Ok(block)
    }

    fn global_input(&mut self, state: &mut State<M>, index: usize) {
        let loaded = self.loaded.clone();
        let module = &loaded.module;
        let global = &module.globals[index];
        let (element, count) = match module.types.get(global.ty) {
            SourceType::Array { element, .. } => {
                let layout = module.types.layout(*element, module.model);
                let size = layout.map_or(0, |layout| layout.size).max(1);
                (*element, global.size / size)
            }
            _ => (global.ty, 1),
        };
        let origin = ObjectOrigin::Global(global.name.clone());
        let block = state.globals[index];
        self.add_object(state, block, element, (Value::Bits(count), count), Place::START, origin);
    }
}

/// Returns the indices of the globals of the program that functions can reach and that are not constant.
fn globals_of(module: &Module, functions: &BTreeSet<FuncId>) -> Vec<usize> {
    let mut reached = BTreeSet::new();
    let mut work = Vec::new();
    for &function in functions {
        let blocks = module.function(function).body.iter().flat_map(|body| &body.blocks);
        for instr in blocks.flat_map(|block| &block.instrs) {
            if let Instr::GlobalAddr { global, .. } = instr {
                work.push(*global);
            }
        }
    }
    while let Some(global) = work.pop() {
        if reached.insert(global.index()) {
            let relocations = module.globals[global.index()].relocations.iter();
            work.extend(relocations.filter_map(|relocation| match relocation.target {
                Target::Global(global) => Some(global),
                Target::Function(_) => None,
            }));
        }
    }
    let is_input = |index: &usize| {
        let global = &module.globals[*index];
        let own = !module.is_runtime(global.position);
        own && !global.constant && !global.string && !global.name.is_empty()
    };
    reached.into_iter().filter(is_input).collect()
}
