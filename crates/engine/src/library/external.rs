//! Calls of functions without any definition: neither the program, nor `runtime/`, nor the engine has one.
//!
//! A call of an intrinsic of a tool or of a compiler, or of a function of a known library (`runtime/known.txt`), ends
//! the path as unsupported and reports the name: the function has a specification that the engine does not know. Any
//! other function belongs to the user. With `--extern havoc` it returns any value and writes any values to the objects
//! that are reachable from its arguments (`reach.rs`); an assumption reports that it does nothing else. With
//! `--extern pure` and `--extern uninterpreted` it changes no memory.
//!
//! A pointer that such a function returns or writes is not the address of an object that the engine knows. An access
//! through it is neither valid nor a violation: the path ends as unsupported (`access/foreign.rs`). Only a null result
//! is a value like any other.

use std::collections::HashSet;
use std::sync::OnceLock;

use ir::{Call, FuncId};
use memory::{Kind, Memory, Value};
use term::targets::targets;
use term::{AllocId, Sort};

use crate::findings::end::{End, Feature};
use crate::library::reach::Reach;
use crate::machine::inputs::Foreign;
use crate::machine::{Machine, Step};
use crate::options::Externals;
use crate::state::frames::State;

/// The names of the functions of known libraries, one on each line.
const KNOWN: &str = include_str!("../../../../runtime/known.txt");

/// The prefixes of the names of intrinsics of tools and compilers.
const INTRINSICS: [&str; 12] = [
    "__CPROVER_",
    "__ESBMC_",
    "__VERIFIER_",
    "klee_",
    "__vellum_",
    "__builtin_",
    "__atomic_",
    "__sync_",
    "__c11_atomic_",
    "__sanitizer_",
    "__asan_",
    "__SMACK_",
];

/// Functions that return twice, or to another function.
const JUMPS: [&str; 10] = [
    "setjmp",
    "_setjmp",
    "__sigsetjmp",
    "sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "getcontext",
    "setcontext",
    "swapcontext",
];

/// Returns whether a name is that of a function of a known library.
fn is_known(name: &str) -> bool {
    static NAMES: OnceLock<HashSet<&str>> = OnceLock::new();
    let names = || KNOWN.lines().filter(|line| !line.starts_with('#')).collect();
    NAMES.get_or_init(names).contains(name)
}

/// Returns whether a name is reserved for intrinsics.
fn is_intrinsic(name: &str) -> bool {
    INTRINSICS.iter().any(|prefix| name.starts_with(prefix))
}

impl<M: Memory> Machine<'_, M> {
    /// Whether a function is uninterpreted, whatever other functions without a body are.
    pub(crate) fn is_uninterpreted(&self, function: FuncId) -> bool {
        let names = &self.options.environment.uninterpreted;
        !names.is_empty() && names.contains(&self.loaded.module.function(function).name)
    }

    /// Calls a function without any definition.
    pub(crate) fn call_external(
        &mut self,
        state: &mut State<M>,
        function: FuncId,
        call: &Call,
        args: &[Value],
    ) -> Step<Option<Value>> {
        let name = self.loaded.module.function(function).name.clone();
        let is_named = self.is_uninterpreted(function);
        let externals = match is_named {
            true => Externals::Uninterpreted,
            false => self.options.environment.externals,
        };
        let refused = !is_named && (is_intrinsic(&name) || is_known(&name));
        if self.loaded.module.function(function).result_by_pointer
            && let Some(&to) = args.first()
        {
            self.unfold(state, to)?;
        }
        if JUMPS.contains(&name.as_str()) && self.solver.is_some() {
            return Err(self.unsupported(state, Feature::Other("a jump between functions".into())));
        }
        if refused || self.solver.is_none() || externals == Externals::Error {
            return Err(self.unsupported(state, Feature::External(name)));
        }
        if self.loaded.module.function(function).noreturn {
            self.assumed(state, format!("{name}() ends the program, and does no harm"));
            return Err(self.ends_here(state, End::Exit(Value::ZERO)));
        }
        let reach = match externals {
            Externals::Havoc => self.reach_of_call(state, function, call, args)?,
            _ => Reach::default(),
        };
        if reach.heap.iter().any(|block| state.folded.contains_key(block)) {
            let what = "a list of unknown length that a function without a body can reach";
            return Err(self.unsupported(state, Feature::Other(what.into())));
        }
        let writes = self.writes_of(state, function, &reach)?;
        if reach.functions || args.iter().any(|&value| self.may_be_function(state, value)) {
            self.one_answer(state, format!("calls of a function that is given to {name}()"));
        }
        let what = match externals {
            Externals::Uninterpreted => {
                "returns the same for the same arguments, and changes no memory"
            }
            _ if writes.is_empty() => "returns anything, and changes no memory",
            _ => {
                "returns anything, writes anything to what its arguments lead to, and does nothing else: it frees \
                 nothing, keeps no pointer and writes no global"
            }
        };
        self.assumed(state, format!("{name}() {what}"));
        if reach.members {
            let what = "does not get from a member that it is given to the rest of the struct";
            self.assumed(state, format!("{name}() {what}"));
        }
        self.write_havoc(state, &name, &writes)?;
        if !reach.heap.is_empty() {
            let here = self.program().own_site(self.site(state), &self.calls(state));
            state.escape(reach.heap.into_iter().map(|block| (block, here)));
        }
        let result = match externals {
            Externals::Uninterpreted => self.uninterpreted_result(state, function, call, args)?,
            _ => self.havoc_result(state, function, args)?,
        };
        if let Some(Value::Term(term)) = result {
            self.foreign.insert(term, Foreign::Result);
        }
        Ok(result)
    }

    /// Returns whether a value may be a function of the program.
    fn may_be_function(&mut self, state: &State<M>, value: Value) -> bool {
        let is_function = |block: AllocId| {
            state.memory.info(block).is_some_and(|info| info.kind == Kind::Function)
        };
        match value {
            Value::Bits(_) => false,
            Value::Pointer { block, .. } => is_function(block),
            Value::Term(term) if self.terms.sort(term) != Sort::Bits(self.pointer) => false,
            Value::Term(term) => {
                let targets = targets(&mut self.terms, term);
                targets.iter().any(|it| it.block.is_some_and(is_function))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_are_sorted_and_complete() {
        let names: Vec<&str> = KNOWN.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]));
        for name in
            ["gets", "timespec_get", "readlink", "pipe", "fstat", "gets_s", "pthread_create"]
        {
            assert!(is_known(name), "{name}");
        }
        assert!(!is_known("read_sensor") && !is_known("#"));
    }

    #[test]
    fn intrinsics_are_known_by_their_prefix() {
        for name in ["__CPROVER_havoc", "klee_x", "__VERIFIER_y", "__atomic_z", "__builtin_w"] {
            assert!(is_intrinsic(name), "{name}");
        }
        assert!(!is_intrinsic("__kmalloc"));
    }
}
