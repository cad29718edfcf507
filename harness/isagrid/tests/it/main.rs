//! The `isagrid` command: output, messages and exit status.

#![expect(clippy::unwrap_used, reason = "a test stops at what is not there")]

mod adversaries;
mod board;
mod bombs;
mod bundled;
mod caches;
mod cases;
mod checked_programs;
#[cfg(unix)]
mod ci;
mod command_line;
mod compare;
#[cfg(unix)]
mod ddt_keys;
mod debug;
#[cfg(unix)]
mod debug_gdb;
#[cfg(unix)]
mod debug_keys;
mod debug_words;
mod dialect;
mod dist;
mod elf;
mod explain;
mod gate;
mod generate;
mod grade;
mod grade_6502;
mod grade_again;
mod grade_classes;
mod grade_freedom;
mod grade_kinds;
mod grade_lc3;
mod grade_link;
mod grade_programs;
mod grade_puzzles;
mod grade_reports;
mod grade_result;
mod grade_rules;
mod grade_shapes;
mod grade_similar;
mod grade_variants;
mod grading_pages;
mod hostile;
mod its;
#[cfg(unix)]
mod its_screen;
#[cfg(unix)]
mod its_systems;
mod kept_lanes;
mod mutated;
mod own_lanes;
#[cfg(unix)]
mod own_puzzles;
mod progress;
mod rate;
mod reading_comparisons;
mod readme;
mod run;
#[cfg(unix)]
mod run_keys;
#[path = "../../../grading/tests/reports/schema.rs"]
mod schema;
mod shards;
mod shards_faults;
mod solve;
mod spl;
mod support;
mod switches;
#[cfg(unix)]
mod terminal;
mod trace;
mod verify;
mod verify_reports;
