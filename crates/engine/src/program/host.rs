//! The outside world, as a running program sees it. The engine does no input or output itself.

/// What a program can do to the world.
pub trait Host {
    /// Takes bytes written to a file descriptor.
    fn write(&mut self, descriptor: i32, bytes: &[u8]);

    /// The next byte of standard input; `None` at its end.
    fn read(&mut self) -> Option<u8>;

    /// The value of an environment variable.
    fn environment(&self, name: &[u8]) -> Option<Vec<u8>>;

    /// Seconds since 1970.
    fn time(&self) -> i64;
}

/// The world of a program that does not run for real: nothing comes from it, and nobody is there.
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
}
