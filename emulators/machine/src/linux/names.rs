//! Names of calls that exist on Linux but not here, for messages.
//!
//! Source: `include/uapi/asm-generic/unistd.h`; for MIPS `arch/mips/include/uapi/asm/unistd_o32.h`.

use super::Abi;

/// Number in the generic interface and on MIPS, 0 if it does not exist there, and name.
#[rustfmt::skip]
const CALLS: &[(u32, u32, &str)] = &[
    (0, 4002, "fork"), (220, 4120, "clone"), (435, 4435, "clone3"), (221, 4011, "execve"),
    (281, 4356, "execveat"), (260, 4114, "wait4"), (0, 4007, "waitpid"), (95, 4278, "waitid"),
    (0, 4042, "pipe"), (59, 4328, "pipe2"), (0, 4039, "mkdir"), (34, 4289, "mkdirat"), (0, 4040, "rmdir"),
    (49, 4012, "chdir"), (50, 4133, "fchdir"), (51, 4061, "chroot"), (0, 4038, "rename"),
    (0, 4295, "renameat"), (276, 4351, "renameat2"), (0, 4009, "link"), (37, 4296, "linkat"),
    (0, 4083, "symlink"), (36, 4297, "symlinkat"), (0, 4015, "chmod"), (52, 4094, "fchmod"),
    (53, 4299, "fchmodat"), (0, 4202, "chown"), (55, 4095, "fchown"), (0, 4016, "lchown"),
    (54, 4291, "fchownat"), (45, 4092, "truncate"), (0, 4211, "truncate64"), (46, 4093, "ftruncate"),
    (0, 4212, "ftruncate64"), (0, 4141, "getdents"), (61, 4219, "getdents64"), (0, 4014, "mknod"),
    (33, 4290, "mknodat"), (40, 4021, "mount"), (0, 4022, "umount"), (39, 4052, "umount2"),
    (81, 4036, "sync"), (82, 4118, "fsync"), (83, 4152, "fdatasync"), (32, 4143, "flock"),
    (166, 4060, "umask"), (0, 4030, "utime"), (0, 4267, "utimes"), (88, 4316, "utimensat"),
    (412, 4412, "utimensat_time64"), (43, 4099, "statfs"), (0, 4255, "statfs64"), (0, 4256, "fstatfs64"),
    (67, 4200, "pread64"), (68, 4201, "pwrite64"), (71, 4207, "sendfile"), (0, 4237, "sendfile64"),
    (76, 4304, "splice"), (0, 4027, "alarm"), (102, 4105, "getitimer"), (103, 4104, "setitimer"),
    (0, 4029, "pause"), (0, 4188, "poll"), (73, 4302, "ppoll"), (414, 4414, "ppoll_time64"),
    (0, 4142, "_newselect"), (72, 4301, "pselect6"), (413, 4413, "pselect6_time64"),
    (20, 4326, "epoll_create1"), (21, 4249, "epoll_ctl"), (22, 4313, "epoll_pwait"), (19, 4325, "eventfd2"),
    (26, 4329, "inotify_init1"), (74, 4324, "signalfd4"), (85, 4321, "timerfd_create"), (198, 4183, "socket"),
    (199, 4184, "socketpair"), (203, 4170, "connect"), (200, 4169, "bind"), (201, 4174, "listen"),
    (202, 4168, "accept"), (242, 4334, "accept4"), (0, 4178, "send"), (206, 4180, "sendto"),
    (211, 4179, "sendmsg"), (0, 4175, "recv"), (207, 4176, "recvfrom"), (212, 4177, "recvmsg"),
    (210, 4182, "shutdown"), (208, 4181, "setsockopt"), (209, 4173, "getsockopt"), (204, 4172, "getsockname"),
    (205, 4171, "getpeername"), (132, 4206, "sigaltstack"), (139, 4193, "rt_sigreturn"),
    (133, 4199, "rt_sigsuspend"), (136, 4196, "rt_sigpending"), (137, 4197, "rt_sigtimedwait"),
    (421, 4421, "rt_sigtimedwait_time64"), (0, 4067, "sigaction"), (0, 4126, "sigprocmask"),
    (0, 4048, "signal"), (146, 4023, "setuid"), (144, 4046, "setgid"), (145, 4070, "setreuid"),
    (143, 4071, "setregid"), (147, 4185, "setresuid"), (148, 4186, "getresuid"), (149, 4190, "setresgid"),
    (150, 4191, "getresgid"), (158, 4080, "getgroups"), (159, 4081, "setgroups"), (154, 4057, "setpgid"),
    (155, 4132, "getpgid"), (0, 4065, "getpgrp"), (157, 4066, "setsid"), (156, 4151, "getsid"),
    (140, 4097, "setpriority"), (141, 4096, "getpriority"), (0, 4034, "nice"),
    (123, 4240, "sched_getaffinity"), (122, 4239, "sched_setaffinity"), (119, 4160, "sched_setscheduler"),
    (120, 4161, "sched_getscheduler"), (121, 4159, "sched_getparam"), (117, 4026, "ptrace"),
    (167, 4192, "prctl"), (92, 4136, "personality"), (116, 4103, "syslog"), (164, 4075, "setrlimit"),
    (170, 4079, "settimeofday"), (0, 4025, "stime"), (112, 4262, "clock_settime"),
    (404, 4404, "clock_settime64"), (171, 4124, "adjtimex"), (107, 4257, "timer_create"),
    (110, 4258, "timer_settime"), (409, 4409, "timer_settime64"), (408, 4408, "timer_gettime64"),
    (111, 4261, "timer_delete"), (194, 4395, "shmget"), (196, 4397, "shmat"), (195, 4396, "shmctl"),
    (197, 4398, "shmdt"), (190, 4393, "semget"), (193, 0, "semop"), (191, 4394, "semctl"),
    (186, 4399, "msgget"), (189, 4400, "msgsnd"), (188, 4401, "msgrcv"), (187, 4402, "msgctl"),
    (180, 4271, "mq_open"), (232, 4217, "mincore"), (228, 4154, "mlock"), (229, 4155, "munlock"),
    (230, 4156, "mlockall"), (231, 4157, "munlockall"), (227, 4144, "msync"), (161, 4074, "sethostname"),
    (162, 4121, "setdomainname"), (142, 4088, "reboot"), (90, 4204, "capget"), (91, 4205, "capset"),
    (168, 4312, "getcpu"), (100, 4310, "get_robust_list"), (279, 4354, "memfd_create"),
    (283, 4358, "membarrier"), (285, 4360, "copy_file_range"), (47, 4320, "fallocate"),
    (436, 4436, "close_range"), (437, 4437, "openat2"), (434, 4434, "pidfd_open"),
    (425, 4425, "io_uring_setup"), (270, 4345, "process_vm_readv"), (0, 4147, "cacheflush"),
    (259, 0, "riscv_flush_icache"), (258, 0, "riscv_hwprobe"),
];

/// Name of a call that a program cannot make here, if the number is a known one of Linux; never on a
/// page, whose first module would be larger by all names.
pub(super) fn name(abi: Abi, number: u32) -> Option<&'static str> {
    if cfg!(target_family = "wasm") {
        return None;
    }
    let known = |&&(generic, o32, _): &&(u32, u32, &str)| abi.pick(generic, o32) == number;
    CALLS.iter().find(known).filter(|_| number != 0).map(|(.., name)| *name)
}
