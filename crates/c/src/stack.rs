//! Runs the front end on a stack that is deep enough for what it accepts.
//!
//! Parsing, typing, lowering and dropping a tree all recurse. Their depth is limited (see [`crate::parse`] and
//! [`crate::tree`]), and this stack holds that depth in debug builds too. The system gives it memory only as it is used.

/// Enough for the limits of the parser and of the tree, with a margin.
const STACK_BYTES: usize = 1 << 30;

/// Runs `work` on a deep stack.
pub(crate) fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
        let handle = builder
            .spawn_scoped(scope, work)
            .map_err(|error| format!("no thread for the parser: {error}"))?;
        // A panic is a bug of ours: it goes on in the caller, where it would have been without the thread.
        handle.join().map_err(|panic| std::panic::resume_unwind(panic))
    })
}
