//! The start of an exploration: a function and its arguments.
//!
//! It builds the initial state; it does not know how that state is explored. Workers and traces rely on it,
//! and replays on the initial state being the same each time.

use ir::{FuncId, Ty};
use memory::{Access, Memory, Value};

use crate::explore::Explorer;
use crate::findings::end::{End, Feature};
use crate::findings::outcome::{Cut, Outcome};
use crate::library::inputs::LARGEST_INPUT;
use crate::machine::Step;
use crate::state::frames::State;
use crate::state::path::{Decision, InputType, Path};

/// The start of an exploration.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The name of the function.
    pub function: String,
    /// The number of symbolic arguments of `main`, and their length in bytes.
    pub arguments: Option<(u64, u64)>,
    /// The path to replay.
    pub path: Option<Vec<Decision>>,
}

impl<M: Memory> Explorer<'_, M> {
    /// Returns the initial state of a function, or the end of the path if it ended before that state.
    pub(crate) fn first_state(&mut self, start: &Start) -> Result<Step<State<M>>, String> {
        let loaded = self.machine.loaded.clone();
        let module = &loaded.module;
        let function = module
            .function_named(&start.function)
            .filter(|&id| module.function(id).body.is_some())
            .ok_or_else(|| format!("there is no function '{}' with a body", start.function))?;
        self.machine.start =
            self.machine.loaded.sites.start_of(module, function).unwrap_or(self.machine.start);
        if start.function != "main" {
            self.machine.prepare_inputs(function);
        }
        let mut state = match self.machine.initial() {
            Ok(state) => state,
            Err(end) => return Ok(Err(end)),
        };
        if let Some(path) = &start.path {
            state.path = Path::along(path);
        }
        let entered = self.enter_first(&mut state, function, start);
        self.take_cuts_and_assumptions();
        Ok(entered.map(|()| state))
    }

    /// Returns the outcome of an exploration that did not reach its start.
    pub(crate) fn ended_early(&mut self, end: End) -> Outcome {
        self.outcome.cut(match end {
            End::Limit(limit) => Cut::Limit(limit),
            End::Unsupported(unsupported) => Cut::Unsupported(unsupported),
            _ => Cut::Interrupted,
        });
        std::mem::take(&mut self.outcome)
    }

    fn enter_first(&mut self, state: &mut State<M>, function: FuncId, start: &Start) -> Step<()> {
        let loaded = self.machine.loaded.clone();
        let module = &loaded.module;
        let called = module.function(function);
        let mut args = Vec::with_capacity(called.params.len());
        if start.function == "main" {
            let values = match start.arguments {
                Some((count, length)) => self.unknown_arguments(state, count, length)?,
                None => {
                    if !called.params.is_empty() {
                        let assumed = "the program is called without arguments".to_owned();
                        let site = memory::Site(0);
                        self.machine.records.assumed.entry(assumed).or_insert(site);
                    }
                    let argv = self.machine.argument_block(state, &[b"program".to_vec()])?;
                    [Value::Bits(1), argv, Value::ZERO]
                }
            };
            args.extend(values.into_iter().take(called.params.len()));
        } else {
            args = self.machine.inputs_of(state, called)?;
        }
        self.machine.enter(state, function, &args, None, None)
    }

    /// Returns `argc`, `argv` and `envp` with `count` symbolic arguments of up to `length` bytes.
    fn unknown_arguments(
        &mut self,
        state: &mut State<M>,
        count: u64,
        length: u64,
    ) -> Step<[Value; 3]> {
        if count.saturating_mul(length) > LARGEST_INPUT {
            let what = format!("arguments of together more than {LARGEST_INPUT} bytes");
            return Err(self.machine.unsupported(state, Feature::Other(what.into())));
        }
        let mut texts = vec![b"program".to_vec()];
        texts.resize(count as usize + 1, vec![0; length as usize]);
        let argv = self.machine.argument_block(state, &texts)?;
        let step = u64::from(self.machine.pointer / 8);
        for index in 1..=count {
            let at = self.machine.operate().pointer_add(argv, Value::Bits(index * step));
            let text = self.machine.load(state, Ty::Ptr, at)?;
            let text = self.machine.allow(state, text, Value::Bits(length), Access::Write)?;
            for offset in 0..length {
                let name = format!("argv[{index}]");
                let part = InputType::Part { index: offset, bytes: 1, of: length };
                let byte = self.machine.input(state, &name, part, 8);
                let to = self.machine.operate().pointer_add(text, Value::Bits(offset));
                self.machine.store(state, Ty::I8, to, byte)?;
            }
        }
        Ok([Value::Bits(count + 1), argv, Value::ZERO])
    }
}
