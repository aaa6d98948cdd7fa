//! The C front end on any bytes: no panic, no overflow of the stack, no module that is not well formed.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/c/tests/support/survive.rs"]
mod survive;

fuzz_target!(|text: &[u8]| {
    survive::survive(text);
});
