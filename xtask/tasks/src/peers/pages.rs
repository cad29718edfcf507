//! Checks the page of a small report in a real browser.

use std::process::Command;

use super::{Peers, tool};
use crate::browser;

/// Arguments for a report with every plot, hand-written and compiled lanes, and two solvers side by side.
///
/// It has few lanes and puzzles, so that the browser needs little time.
#[rustfmt::skip]
const ASKED: &[&str] = &[
    "mips32-mars-9x9", "pdp10-line-9x9", "riscv32-backtrack-gcc-o2", "--most-puzzles", "6", "--most-nodes", "600",
    "--side-by-side", "mips32-mars-9x9", "pdp10-line-9x9",
];

/// Writes the page and checks it; returns the number of findings.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    let folder = tempfile::Builder::new().prefix("isagrid-").tempdir();
    let folder = folder.map_err(|error| format!("a folder for a report: {error}"))?;
    let page = folder.path().join("report.html");
    let mut report = Command::new(peers.isagrid);
    report.arg("report").arg("--root").arg(peers.root).args(ASKED).arg("--output").arg(&page);
    tool(&mut report)?;
    let findings = browser::check(&[page], None)?;
    folder.close().map_err(|error| format!("cannot remove the report's folder: {error}"))?;
    Ok(findings)
}
