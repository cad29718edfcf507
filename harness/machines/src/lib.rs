//! The machines there are, and programs on them: what the rest of the harness needs of any machine.
//!
//! [`table`] is the table of machines, a [`target`] one that is set up, and [`switches`] what it can be set up with; [`dialect`] tells which of them a source is for; [`files`] and
//! [`its_disk`] are what lies around a program; [`diagnose`], [`trace`], [`profile`] and [`difference`] tell what
//! became of it. Nothing here prints.

pub mod calls;
pub mod diagnose;
pub mod dialect;
pub mod difference;
pub mod escape;
pub mod files;
pub mod its_disk;
pub mod models;
pub mod native;
pub mod past;
pub mod profile;
pub mod story;
pub mod switches;
pub mod table;
pub mod target;
pub mod trace;
