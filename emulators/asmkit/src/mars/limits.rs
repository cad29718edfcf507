//! What keeps small programs from making endless work.

/// Bytes that a line may have while `.eqv` names in it are replaced.
pub(super) const LINE_LIMIT_BYTES: usize = 64 << 10;

/// Names that are replaced in one line.
pub(super) const SUBSTITUTION_LIMIT: usize = 1000;

/// Macros that expand in macros, and files included by included files.
pub(super) const DEPTH_LIMIT: usize = 100;

/// Files that one file may include, directly or not.
pub(super) const FILE_LIMIT: usize = 1000;

/// What a line made by a macro counts for besides its bytes.
pub(super) const LINE_COST_BYTES: usize = 64;

/// The simulators have no more room than this for the instructions of a segment.
pub(super) const TEXT_LIMIT_BYTES: u32 = 4 << 20;

/// Bytes that directives may store, repetitions counted.
pub(super) const DATA_LIMIT_BYTES: usize = 16 << 20;

/// Errors at places that were told of before, as macros make them, until no more are looked for.
///
/// A message can cost more than the line it is about: the names that come near are looked up.
pub(super) const REPEAT_LIMIT: usize = 1000;

/// Bytes of lines that macros and `.eqv` may read and write.
///
/// That is some 800,000 lines, which take about a second: more than anybody writes, with 65,000 uses
/// of a macro of four long lines among what the simulators take, and less than anybody waits for.
pub(super) const WORK_LIMIT_BYTES: usize = 64 << 20;
