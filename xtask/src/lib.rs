//! The tasks of `cargo xtask`, and the repository they are for.
//!
//! This crate depends on no other, so that verification starts at once; the package `tasks` has all
//! other tasks.

pub mod repository;

/// Names and help of all tasks.
#[rustfmt::skip]
pub const TASKS: &[(&str, &str)] = &[
    ("verify-all", "Verify every lane; arguments go to `isagrid verify`"),
    ("bless", "Save solutions and counts to the golden files; arguments as for verify-all"),
    ("pages", "Regenerate pages in docs and target/docs; --check lists stale ones in docs"),
    ("puzzles", "Regenerate golden/puzzles from the seeds"),
    ("compile", "Compile the solvers in C and compare; --write keeps the new programs"),
    (
        "peers",
        "Compare with real simulators, QEMU and GNU's tools, in all steps or those named; --speed \
         measures them, or the programs in C with these names; --search SEED looks for programs that \
         native code makes slower",
    ),
    ("browser", "Check HTML pages in Chromium; --screenshots DIR keeps pictures"),
    ("dist", "Pack isagrid for this computer, or for a target, with manual and licences"),
    (
        "web",
        "Build the page for browsers into target/page; --test checks it, --contract writes its types, \
         --serve serves it",
    ),
    ("tidy", "Check dependencies, sizes, reasons, links and phrases in the repository"),
];
