//! Confinement of untrusted programs: Landlock restricts the files that a program may open, and seccomp the system
//! calls that it may make.
//!
//! Both are features of Linux. On other systems, and on kernels that lack one of them, `confine` returns the part that
//! is missing. This file does not know which program is confined or why.

use std::path::{Path, PathBuf};

/// The restrictions on an untrusted program. It reads the system's libraries and writes to one directory. It opens no
/// network connection, signals only itself, cannot leave its process group or its namespaces, shares no memory,
/// semaphore or message queue with other processes, and changes no file attributes other than by opening files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Confinement {
    /// The only directory that the program may write to.
    pub directory: PathBuf,
    /// Files and directories that it may read and execute, in addition to the system's and its own.
    pub readable: Vec<PathBuf>,
    /// Whether its system calls are filtered. The filter accepts calls of Vellum's own architecture only: a filtered
    /// program for another architecture cannot make any system call.
    pub filters_system_calls: bool,
}

/// One of the two mechanisms of a confinement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Landlock: the files that the program may open.
    Files,
    /// seccomp: the system calls that it may make. Calls for the network, for signals and for file attributes are
    /// refused.
    Network,
}

impl Part {
    const NAMES: [(Part, &str); 2] = [(Part::Files, "files"), (Part::Network, "network")];

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Part::NAMES.iter().find(|(it, _)| *it == self).map_or("", |(_, name)| name)
    }

    pub(crate) fn named(name: &str) -> Option<Part> {
        Part::NAMES.iter().find(|(_, it)| *it == name).map(|(it, _)| *it)
    }
}

/// Confines this process irrevocably; returns the parts that the system does not support.
pub fn confine(confinement: &Confinement, program: &Path) -> Vec<Part> {
    let mut missing = Vec::new();
    if !is_in_effect(restrict_files(confinement, program)) {
        missing.push(Part::Files);
    }
    if !(confinement.filters_system_calls && is_in_effect(filter_system_calls())) {
        missing.push(Part::Network);
    }
    missing
}

/// Returns whether a part took effect. The reason of a failure is dropped: no caller could act on it.
fn is_in_effect<T, E>(result: Result<T, E>) -> bool {
    result.is_ok()
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn restrict_files(_: &Confinement, _: &Path) -> Result<(), ()> {
    Err(())
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn filter_system_calls() -> Result<(), ()> {
    Err(())
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
use crate::system_calls::filter_system_calls;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
use linux::restrict_files;

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod linux {
    use std::path::Path;

    use super::Confinement;
    use landlock::{
        ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, Ruleset, RulesetAttr,
        RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
    };

    /// Directories that loaders, libraries, sanitizers and their symbolizers read and execute.
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

    /// Files and directories that these only read.
    const READ_ONLY: [&str; 12] = [
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

    /// Devices that every program may write to.
    const SINKS: [&str; 3] = ["/dev/full", "/dev/null", "/dev/zero"];

    /// The oldest version of Landlock that protects files: the first that restricts truncation.
    const MIN_ABI: ABI = ABI::V3;

    /// The newest version of Landlock whose access rights this code knows.
    const MAX_ABI: ABI = ABI::V6;

    /// Restricts this process to the files that the confinement allows.
    pub fn restrict_files(confinement: &Confinement, program: &Path) -> Result<(), RulesetError> {
        let read = AccessFs::ReadFile | AccessFs::ReadDir;
        let execute = read | AccessFs::Execute;
        let special = AccessFs::MakeChar
            | AccessFs::MakeBlock
            | AccessFs::MakeSock
            | AccessFs::MakeFifo
            | AccessFs::IoctlDev
            | AccessFs::Execute;
        let write = AccessFs::from_all(MAX_ABI) & !special;
        let sink: BitFlags<AccessFs> = AccessFs::ReadFile | AccessFs::WriteFile;
        let needed = || Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        let is_safe = needed().handle_access(AccessFs::from_all(MIN_ABI)).and_then(Ruleset::create);
        let readable = confinement.readable.iter().map(|it| it.as_path()).chain([program]);
        Ruleset::default()
            .handle_access(AccessFs::from_all(MAX_ABI))?
            .scope(Scope::from_all(MAX_ABI))?
            .create()?
            .add_rules(path_beneath_rules(SYSTEM, execute))?
            .add_rules(path_beneath_rules(readable, execute))?
            .add_rules(path_beneath_rules(READ_ONLY, read))?
            .add_rules(path_beneath_rules(SINKS, sink))?
            .add_rules(path_beneath_rules([&confinement.directory], write))?
            .restrict_self()?;
        is_safe.map(|_| ())
    }
}
