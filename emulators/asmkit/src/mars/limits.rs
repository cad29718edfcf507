//! Limits that keep small sources from expanding endlessly.

/// Limit of the size of a line during `.eqv` replacement.
pub(super) const LINE_LIMIT_BYTES: usize = 64 << 10;

/// Limit of replacements in one line.
pub(super) const SUBSTITUTION_LIMIT: usize = 1000;

/// Limit of nesting of macros and of included files.
pub(super) const DEPTH_LIMIT: usize = 100;

/// Limit of files that one file includes, directly or indirectly.
pub(super) const FILE_LIMIT: usize = 1000;

/// Extra bytes that each line of a macro expansion counts.
pub(super) const LINE_COST_BYTES: usize = 64;

/// Size of a text segment in the simulators.
pub(super) const TEXT_LIMIT_BYTES: u32 = 4 << 20;

/// Limit of the bytes that directives store, including repetitions.
pub(super) const DATA_LIMIT_BYTES: usize = 16 << 20;

/// Limit of duplicate errors, as macros cause them.
///
/// A message can take longer than its line: it searches for similar names.
pub(super) const REPEAT_LIMIT: usize = 1000;

/// Limit of the bytes that macros and `.eqv` read and write.
///
/// About 800,000 lines, which take about a second. 65,000 uses of a macro of four long lines,
/// which the simulators accept, stay below it.
pub(super) const EXPANSION_LIMIT_BYTES: usize = 64 << 20;
