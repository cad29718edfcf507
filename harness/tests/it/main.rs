//! The `isagrid` command from outside: what it prints, and the status it ends with.

#![expect(clippy::unwrap_used, reason = "a test stops at what is not there")]

mod cases;
mod debug;
mod elf;
mod its;
mod readme;
mod run;
mod support;
mod verify;
