//! Runs the front end on a stack that is large enough for the deepest input that it accepts.
//!
//! Parsing, typing, lowering and dropping a tree all recurse. Their depth is limited (see [`crate::parse`] and
//! [`crate::tree`]), and this stack holds that depth in debug builds too. The system commits its memory only as it is used.

/// The size of the stack: enough for the limits of the parser and of the tree, with a margin.
const STACK_BYTES: usize = 1 << 30;

/// Runs `work` on a large stack.
pub(crate) fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
        let handle = builder
            .spawn_scoped(scope, work)
            .map_err(|error| format!("no thread for the parser: {error}"))?;
        // A panic is a bug: it is resumed in the caller, as if there were no thread.
        handle.join().map_err(|panic| std::panic::resume_unwind(panic))
    })
}
