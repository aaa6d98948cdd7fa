//! The seccomp filters of untrusted programs.
//!
//! There are two. The first refuses calls that a program under test does not need with `EPERM`; for some calls it
//! checks the arguments. The second answers `ENOSYS`, as a kernel does for a call that it lacks. It applies to calls
//! whose arguments a filter cannot read, for which libraries have a fallback, and to calls that are newer than the
//! lists below.

use std::collections::BTreeMap;

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, sock_filter,
};

/// The newest call that the lists below take into account: `file_setattr`, of Linux 6.17. Before raising it, review
/// each call in between. New calls have the same number on all architectures.
const NEWEST_CALL: u32 = 469;

/// Installs the filters in this process.
///
/// # Errors
/// If the kernel rejects a filter.
pub fn filter_system_calls() -> Result<(), seccompiler::Error> {
    let denied = SeccompAction::Errno(libc::EPERM as u32);
    let here = std::env::consts::ARCH.try_into()?;
    let filter = SeccompFilter::new(refused()?, SeccompAction::Allow, denied, here)?;
    seccompiler::apply_filter(&BpfProgram::try_from(filter)?)?;
    seccompiler::apply_filter(&missing_calls())
}

/// Returns the refused calls, each with the arguments for which it is refused; an empty list refuses all of its calls.
fn refused() -> Result<BTreeMap<i64, Vec<SeccompRule>>, BackendError> {
    let own = rustix::process::getpid().as_raw_nonzero().get() as u32 as u64;
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        REFUSED.iter().map(|&call| (call, Vec::new())).collect();
    for &call in WITH_PROCESS_ID {
        rules.insert(call, vec![none_of(0, &[own, 0])?]);
    }
    let namespaces = NAMESPACES.iter().map(|&flag| has_flag(0, flag));
    rules.insert(libc::SYS_clone, namespaces.collect::<Result<_, _>>()?);
    rules.insert(libc::SYS_ioctl, vec![none_of(1, ALLOWED_REQUESTS)?]);
    let commands = REFUSED_COMMANDS.iter().map(|&command| equals(1, command));
    rules.insert(libc::SYS_fcntl, commands.collect::<Result<_, _>>()?);
    Ok(rules)
}

/// Builds the filter that pretends that the kernel lacks some calls. Calls of x32, the ABI with pointers of 32 bits,
/// have larger numbers than all others, so it covers them.
fn missing_calls() -> BpfProgram {
    let [load, equal, greater, end] = [
        libc::BPF_LD | libc::BPF_W | libc::BPF_ABS,
        libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K,
        libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K,
        libc::BPF_RET | libc::BPF_K,
    ];
    let step = |code: u32, k: u32, jt, jf| sock_filter { code: code as u16, jt, jf, k };
    vec![
        // The number of the call is the first field of the data that a filter reads.
        step(load, 0, 0, 0),
        step(equal, libc::SYS_clone3 as u32, 2, 0),
        step(greater, NEWEST_CALL, 1, 0),
        step(end, libc::SECCOMP_RET_ALLOW, 0, 0),
        step(end, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32, 0, 0),
    ]
}

fn condition(
    argument: u8,
    operator: SeccompCmpOp,
    value: u64,
) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)
}

/// Matches an argument that equals a value.
fn equals(argument: u8, value: u64) -> Result<SeccompRule, BackendError> {
    SeccompRule::new(vec![condition(argument, SeccompCmpOp::Eq, value)?])
}

/// Matches an argument that equals none of some values.
fn none_of(argument: u8, values: &[u64]) -> Result<SeccompRule, BackendError> {
    let differs = values.iter().map(|&it| condition(argument, SeccompCmpOp::Ne, it));
    SeccompRule::new(differs.collect::<Result<_, _>>()?)
}

/// Matches an argument that has a flag set.
fn has_flag(argument: u8, flag: u64) -> Result<SeccompRule, BackendError> {
    SeccompRule::new(vec![condition(argument, SeccompCmpOp::MaskedEq(flag), flag)?])
}

/// Flags of `clone` that create namespaces, in which a process may have privileges.
const NAMESPACES: &[u64] = &[
    libc::CLONE_NEWNS as u64,
    libc::CLONE_NEWCGROUP as u64,
    libc::CLONE_NEWUTS as u64,
    libc::CLONE_NEWIPC as u64,
    libc::CLONE_NEWUSER as u64,
    libc::CLONE_NEWPID as u64,
    libc::CLONE_NEWNET as u64,
];

/// The allowed requests of `ioctl`: those by which libraries test whether a file is a terminal, and those that concern
/// only the descriptor. All others are refused: many requests of file systems change a file that is open for reading.
const ALLOWED_REQUESTS: &[u64] = &[
    libc::TCGETS,
    libc::TCGETS2,
    libc::TIOCGWINSZ,
    libc::TIOCGPGRP,
    libc::FIONREAD,
    libc::FIONBIO,
    libc::FIOCLEX,
    libc::FIONCLEX,
];

/// The refused commands of `fcntl`: those that make the kernel send signals, and those that make other processes wait
/// for a file.
const REFUSED_COMMANDS: &[u64] =
    &[libc::F_SETOWN as u64, F_SETSIG, F_SETOWN_EX, libc::F_SETLEASE as u64, libc::F_NOTIFY as u64];

const F_SETSIG: u64 = 10;
const F_SETOWN_EX: u64 = 15;

/// Calls that signal, inspect or change the process that their first argument names.
const WITH_PROCESS_ID: &[i64] = &[
    libc::SYS_kill,
    libc::SYS_tgkill,
    libc::SYS_tkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_prlimit64,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
];

// Calls that the crate `libc` does not define, or not for all architectures.
#[cfg(target_arch = "x86_64")]
const SYS_KEXEC_FILE_LOAD: i64 = 320;
#[cfg(not(target_arch = "x86_64"))]
const SYS_KEXEC_FILE_LOAD: i64 = 294;
const SYS_SETXATTRAT: i64 = 463;
const SYS_REMOVEXATTRAT: i64 = 466;
const SYS_OPEN_TREE_ATTR: i64 = 467;
const SYS_FILE_SETATTR: i64 = 469;

/// The refused calls: networking; leaving the process group; resources that are shared with other processes or outlive
/// the program; file attributes, which Landlock does not restrict; and administration. `socketpair` counts as
/// networking: a socket of a pair can send datagrams to any named socket.
const REFUSED: &[i64] = &[
    libc::SYS_socket,
    libc::SYS_socketpair,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_sendto,
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
    libc::SYS_io_uring_setup,
    libc::SYS_setsid,
    libc::SYS_setpgid,
    libc::SYS_pidfd_send_signal,
    libc::SYS_pidfd_getfd,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmdt,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_mq_timedsend,
    libc::SYS_mq_timedreceive,
    libc::SYS_mq_notify,
    libc::SYS_mq_getsetattr,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
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
    SYS_SETXATTRAT,
    SYS_REMOVEXATTRAT,
    SYS_FILE_SETATTR,
    libc::SYS_utimensat,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_move_mount,
    libc::SYS_mount_setattr,
    libc::SYS_open_tree,
    SYS_OPEN_TREE_ATTR,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
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
    SYS_KEXEC_FILE_LOAD,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
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
    libc::SYS_process_mrelease,
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
