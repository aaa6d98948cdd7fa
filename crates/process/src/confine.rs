//! What a program that is not trusted may do: which files it may open (Landlock), and which system calls it may make
//! (seccomp). Both are Linux's; elsewhere, and where the kernel lacks them, the report says so.

use std::path::{Path, PathBuf};

/// How a program is confined. It reads the libraries of the system, and writes to one directory. It opens no connection, sends
/// signals to nobody but itself, stays in its process group and its namespaces, reaches no shared memory, semaphore or message
/// queue of others, and changes nothing about files that opening them does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Confinement {
    /// The only directory that the program may write to.
    pub directory: PathBuf,
    /// Files and directories that it may read and execute, beside those of the system and itself.
    pub readable: Vec<PathBuf>,
    /// Whether its system calls are filtered. The filter takes calls for those of our own architecture: a program for another
    /// one could make none.
    pub filters_system_calls: bool,
}

/// A part of a confinement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Which files the program may open.
    Files,
    /// Which system calls it may make: those of the network, signals, and changes of attributes of files are not among them.
    Network,
}

impl Part {
    const NAMES: [(Part, &str); 2] = [(Part::Files, "files"), (Part::Network, "network")];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Part::NAMES.iter().find(|(it, _)| *it == self).map_or("", |(_, name)| name)
    }

    pub(crate) fn named(name: &str) -> Option<Part> {
        Part::NAMES.iter().find(|(_, it)| *it == name).map(|(it, _)| *it)
    }
}

/// Confines this process, for good; the parts of the confinement that the system does not have.
pub fn confine(confinement: &Confinement, program: &Path) -> Vec<Part> {
    let mut missing = Vec::new();
    if !is_set(files(confinement, program)) {
        missing.push(Part::Files);
    }
    if !(confinement.filters_system_calls && is_set(system_calls())) {
        missing.push(Part::Network);
    }
    missing
}

/// Whether something was done. Why not is of no use to anybody: the kernel is what it is.
fn is_set<T, E>(result: Result<T, E>) -> bool {
    result.is_ok()
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn files(_: &Confinement, _: &Path) -> Result<(), ()> {
    Err(())
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn system_calls() -> Result<(), ()> {
    Err(())
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
use crate::system_calls::system_calls;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
use linux::files;

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod linux {
    use std::path::Path;

    use super::Confinement;
    use landlock::{
        ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, Ruleset, RulesetAttr,
        RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
    };

    /// What loaders, libraries, sanitizers and their symbolizers read and execute.
    const SYSTEM: [&str; 10] = [
        "/usr",
        "/bin",
        "/lib",
        "/lib32",
        "/lib64",
        "/libx32",
        "/opt",
        "/nix/store",
        "/gnu/store",
        "/etc/alternatives",
    ];

    /// What they read.
    const SETTINGS: [&str; 12] = [
        "/etc/ld.so.cache",
        "/etc/ld.so.preload",
        "/etc/localtime",
        "/proc/self",
        "/proc/cpuinfo",
        "/proc/meminfo",
        "/proc/stat",
        "/proc/sys",
        "/sys/devices/system/cpu",
        "/sys/kernel/mm",
        "/dev/random",
        "/dev/urandom",
    ];

    /// What anybody may write to.
    const SINKS: [&str; 3] = ["/dev/full", "/dev/null", "/dev/zero"];

    /// The version of Landlock without which files are not safe: the first that knows truncation.
    const NEEDED: ABI = ABI::V3;

    /// The newest that we know how to use.
    const WANTED: ABI = ABI::V6;

    /// Lets this process open what it needs and no other file.
    pub fn files(confinement: &Confinement, program: &Path) -> Result<(), RulesetError> {
        let read = AccessFs::ReadFile | AccessFs::ReadDir;
        let execute = read | AccessFs::Execute;
        let special = AccessFs::MakeChar
            | AccessFs::MakeBlock
            | AccessFs::MakeSock
            | AccessFs::MakeFifo
            | AccessFs::IoctlDev
            | AccessFs::Execute;
        let write = AccessFs::from_all(WANTED) & !special;
        let sink: BitFlags<AccessFs> = AccessFs::ReadFile | AccessFs::WriteFile;
        let needed = || Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        let is_safe = needed().handle_access(AccessFs::from_all(NEEDED)).and_then(Ruleset::create);
        let readable = confinement.readable.iter().map(|it| it.as_path()).chain([program]);
        Ruleset::default()
            .handle_access(AccessFs::from_all(WANTED))?
            .scope(Scope::from_all(WANTED))?
            .create()?
            .add_rules(path_beneath_rules(SYSTEM, execute))?
            .add_rules(path_beneath_rules(readable, execute))?
            .add_rules(path_beneath_rules(SETTINGS, read))?
            .add_rules(path_beneath_rules(SINKS, sink))?
            .add_rules(path_beneath_rules([&confinement.directory], write))?
            .restrict_self()?;
        is_safe.map(|_| ())
    }
}
