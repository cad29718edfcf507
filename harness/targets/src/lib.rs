//! The table of machines, and everything the harness needs to run a program on any of them.
//!
//! - [`table`] lists the machines; a [`target`] is a machine with a dialect and options, which
//!   [`switches`] checks; [`dialect`] detects the dialect of a source.
//! - [`files`] and [`its_disk`] read and write the files of a program.
//! - [`diagnose`], [`explain`], [`trace`], [`profile`] and [`difference`] report what a program did;
//!   [`replay`] runs its last part again for a closer look.
//!
//! Nothing here prints.

pub mod cache;
pub mod calls;
pub mod diagnose;
pub mod dialect;
pub mod difference;
pub mod escape;
pub mod explain;
pub mod files;
pub mod its_disk;
pub mod models;
pub mod native;
pub mod profile;
pub mod replay;
pub mod switches;
pub mod table;
pub mod target;
pub mod trace;
