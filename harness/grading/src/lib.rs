//! Grading of assembly homework: right results, calling conventions, and the two together.

pub mod graded;
