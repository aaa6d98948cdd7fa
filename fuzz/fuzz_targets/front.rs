//! The C front end on any bytes: no panic, no stack overflow, no ill-formed module.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/c/tests/support/survive.rs"]
mod survive;

fuzz_target!(|text: &[u8]| {
    survive::survive(text);
});
