//! Comparison of reports of graded submissions with the counts of programs that read them.

use std::path::PathBuf;
use std::process::Command;

use super::{Peers, Tally, installed, output, tool};

/// Submissions with one mistake each.
pub(super) const CLASS: &str = "harness/isagrid/tests/cases/class";

/// Compares coverage with lcov's counts, and JUnit with libxml2's.
pub(super) fn compare(peers: &Peers<'_>) -> Result<usize, String> {
    let (lcov, xmllint) = (installed(&["lcov", "genhtml"]), installed(&["xmllint"]));
    if !lcov && !xmllint {
        return Ok(0);
    }
    let file = |name: &str| peers.scratch.join(name);
    let (coverage, junit) = (file("class.info"), file("class.xml"));
    let mut grade = Command::new(peers.isagrid);
    grade.args(["grade", "csee3827", CLASS, "--exit-zero"]).current_dir(peers.root);
    for (format, file) in [("lcov", &coverage), ("junit", &junit)] {
        grade.arg("--report").arg(format!("{format}={}", file.display()));
    }
    tool(&mut grade)?;
    let mut differences = 0;
    if lcov {
        differences += with_lcov(peers, &coverage)?;
    }
    if xmllint {
        differences += with_xmllint(&junit)?;
    }
    Ok(differences)
}

fn read(file: &PathBuf) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// Compares sums of lines and functions, and checks that each submission has a page.
fn with_lcov(peers: &Peers<'_>, coverage: &PathBuf) -> Result<usize, String> {
    let text = read(coverage)?;
    let sum = |record: &str| -> u64 {
        let counts = text.lines().filter_map(|line| line.strip_prefix(record));
        counts.filter_map(|count| count.parse::<u64>().ok()).sum()
    };
    let mut tally = Tally::new("lcov", "sums of coverage");
    let summary = tool(Command::new("lcov").arg("--summary").arg(coverage))?;
    let summary = [summary.stdout, summary.stderr].concat();
    let summary = String::from_utf8_lossy(&summary).into_owned();
    for (what, hit, found) in [("lines", "LH:", "LF:"), ("functions", "FNH:", "FNF:")] {
        let ours = format!("({} of {} {what})", sum(hit), sum(found));
        tally.add(what, (!summary.contains(&ours)).then(|| format!("ours: {ours}\n{summary}")));
    }
    let pages = peers.scratch.join("coverage");
    let mut genhtml = Command::new("genhtml");
    genhtml.arg("--quiet").arg("--output-directory").arg(&pages).arg(coverage);
    let done = output(genhtml.current_dir(peers.root), b"")?;
    for file in text.lines().filter_map(|line| line.strip_prefix("SF:")) {
        let name = file.rsplit('/').next().unwrap_or(file);
        let page = pages.join("class").join(format!("{name}.gcov.html"));
        let page = if page.is_file() { page } else { pages.join(format!("{name}.gcov.html")) };
        let why = || format!("no page: {}", String::from_utf8_lossy(&done.stderr));
        tally.add(file, (!page.is_file()).then(why));
    }
    Ok(tally.end())
}

/// Compares the numbers of cases and of failed cases.
fn with_xmllint(junit: &PathBuf) -> Result<usize, String> {
    let text = read(junit)?;
    let mut tally = Tally::new("libxml2", "counts of JUnit");
    for (element, opened) in [("testcase", "<testcase "), ("failure", "<failure ")] {
        let mut xmllint = Command::new("xmllint");
        xmllint.arg("--nonet").arg("--xpath").arg(format!("count(//{element})")).arg(junit);
        let theirs = String::from_utf8_lossy(&tool(&mut xmllint)?.stdout).trim().to_owned();
        let ours = text.matches(opened).count().to_string();
        tally.add(element, (theirs != ours).then(|| format!("ours {ours}, theirs {theirs}")));
    }
    Ok(tally.end())
}
