//! The page of a small report, as a real browser shows it.

use std::process::Command;

use super::{Peers, tool};
use crate::browser;

/// A report with every plot, lanes of people and of a compiler, and two solvers side by side, over so few lanes
/// and puzzles that a browser is soon through with it.
#[rustfmt::skip]
const ASKED: &[&str] = &[
    "mips32-mars-9x9", "pdp10-line-9x9", "riscv32-backtrack-gcc-o2", "--most-puzzles", "6", "--most-nodes", "600",
    "--side-by-side", "mips32-mars-9x9", "pdp10-line-9x9",
];

/// Writes the page and looks at it; gives the number of findings.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    let folder = tempfile::Builder::new().prefix("isagrid-").tempdir();
    let folder = folder.map_err(|error| format!("a folder for a report: {error}"))?;
    let page = folder.path().join("report.html");
    let mut report = Command::new(peers.isagrid);
    report.arg("report").arg("--root").arg(peers.root).args(ASKED).arg("--output").arg(&page);
    tool(&mut report)?;
    let findings = browser::check(&[page], None)?;
    folder.close().map_err(|error| format!("the report's folder cannot be removed: {error}"))?;
    Ok(findings)
}
