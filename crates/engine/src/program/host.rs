//! The environment of a program that runs concretely. The engine does no input or output itself: it calls a
//! `Host`.

use memory::Site;

/// The interface between a program and its environment.
pub trait Host {
    /// Takes bytes that the program wrote to a file descriptor.
    fn write(&mut self, descriptor: i32, bytes: &[u8]);

    /// Returns the next byte of standard input; `None` at its end.
    fn read(&mut self) -> Option<u8>;

    /// Returns the value of an environment variable.
    fn environment(&self, name: &[u8]) -> Option<Vec<u8>>;

    /// Returns the seconds since 1970.
    fn time(&self) -> i64;

    /// Takes note of a call that fails because the program has no files, of the file that it names, and of its site.
    fn no_file(&mut self, call: &str, path: &str, site: Site);
}

/// The environment of a program that is explored symbolically: it provides nothing and drops all output.
pub struct NoHost;

impl Host for NoHost {
    fn write(&mut self, _: i32, _: &[u8]) {}

    fn read(&mut self) -> Option<u8> {
        None
    }

    fn environment(&self, _: &[u8]) -> Option<Vec<u8>> {
        None
    }

    fn time(&self) -> i64 {
        0
    }

    fn no_file(&mut self, _: &str, _: &str, _: Site) {}
}
