//! SPL.

/// That the first line which holds anything begins as a cell with a value does, in words; no
/// assembler has such a statement.
pub(super) fn gives_away(source: &str) -> Option<String> {
    let mut lines = source.lines().enumerate();
    let (index, line) = lines.find(|(_, line)| !line.trim().is_empty())?;
    let is_cell = line.trim_start().starts_with('=');
    is_cell.then(|| format!("line {} begins with =, as a cell of SPL", index + 1))
}
