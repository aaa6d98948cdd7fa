//! What a program that is not trusted may do: which files it may open (Landlock), and which system calls it may make
//! (seccomp). Both are Linux's; elsewhere, and where the kernel lacks them, the report says so.

use std::path::{Path, PathBuf};

/// How a program is confined. It reads the libraries of the system, and writes to one directory. It opens no connection, sends
/// signals to nobody but itself, stays in its process group, and changes nothing about files that opening them does not.
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
use linux::{files, system_calls};

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod linux {
    use std::collections::BTreeMap;
    use std::path::Path;

    use landlock::{
        ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, Ruleset, RulesetAttr,
        RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
    };
    use seccompiler::{
        BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
        SeccompFilter, SeccompRule,
    };

    use super::Confinement;

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

    /// Makes system calls fail that a program under test has no need of.
    pub fn system_calls() -> Result<(), seccompiler::Error> {
        let own = rustix::process::getpid().as_raw_nonzero().get() as u32 as u64;
        let mut rules = BTreeMap::new();
        for &call in FORBIDDEN {
            rules.insert(call, Vec::new());
        }
        for &call in TO_ONE_PROCESS {
            rules.insert(call, vec![to_others(own)?]);
        }
        // The same calls in the 32-bit form of the instruction set, where the kernel has it.
        #[cfg(target_arch = "x86_64")]
        {
            const X32: i64 = 0x4000_0000;
            let more: Vec<_> = rules.iter().map(|(call, it)| (call | X32, it.clone())).collect();
            rules.extend(more);
        }
        let denied = SeccompAction::Errno(libc::EPERM as u32);
        let here = std::env::consts::ARCH.try_into()?;
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, denied, here)?;
        seccompiler::apply_filter(&BpfProgram::try_from(filter)?)
    }

    /// A first argument that is neither this process nor its group.
    fn to_others(own: u64) -> Result<SeccompRule, BackendError> {
        let differs = |it| SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, it);
        SeccompRule::new(vec![differs(own)?, differs(0)?])
    }

    /// Calls that send a signal to, or change, the process that is their first argument.
    const TO_ONE_PROCESS: &[i64] = &[
        libc::SYS_kill,
        libc::SYS_tgkill,
        libc::SYS_tkill,
        libc::SYS_rt_sigqueueinfo,
        libc::SYS_rt_tgsigqueueinfo,
        libc::SYS_prlimit64,
        libc::SYS_sched_setscheduler,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setattr,
        libc::SYS_migrate_pages,
        libc::SYS_move_pages,
    ];

    /// Calls for the network, for leaving the group, for what stays when the program has ended, for attributes of files, which
    /// Landlock does not look at, and for administrators.
    const FORBIDDEN: &[i64] = &[
        libc::SYS_socket,
        libc::SYS_io_uring_setup,
        libc::SYS_setsid,
        libc::SYS_setpgid,
        libc::SYS_pidfd_send_signal,
        libc::SYS_pidfd_getfd,
        libc::SYS_shmget,
        libc::SYS_semget,
        libc::SYS_msgget,
        libc::SYS_mq_open,
        libc::SYS_memfd_create,
        libc::SYS_fchmod,
        libc::SYS_fchmodat,
        libc::SYS_fchmodat2,
        libc::SYS_fchown,
        libc::SYS_fchownat,
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_fsetxattr,
        libc::SYS_removexattr,
        libc::SYS_lremovexattr,
        libc::SYS_fremovexattr,
        libc::SYS_utimensat,
        libc::SYS_setpriority,
        libc::SYS_ioprio_set,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_move_mount,
        libc::SYS_mount_setattr,
        libc::SYS_open_tree,
        libc::SYS_fsopen,
        libc::SYS_fspick,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_setns,
        libc::SYS_unshare,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_fanotify_init,
        libc::SYS_userfaultfd,
        libc::SYS_keyctl,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_kexec_load,
        libc::SYS_reboot,
        libc::SYS_swapon,
        libc::SYS_swapoff,
        libc::SYS_acct,
        libc::SYS_quotactl,
        libc::SYS_sethostname,
        libc::SYS_setdomainname,
        libc::SYS_settimeofday,
        libc::SYS_clock_settime,
        libc::SYS_adjtimex,
        libc::SYS_clock_adjtime,
        libc::SYS_open_by_handle_at,
        libc::SYS_syslog,
        libc::SYS_vhangup,
        libc::SYS_process_madvise,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_chmod,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_chown,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_lchown,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_utime,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_utimes,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_futimesat,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_ioperm,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_iopl,
    ];
}
