//! Annotations of GitHub Actions: workflow commands, in which nothing else may be one.

use std::fmt::Write as _;

use lanes::report::text::{github_message as data, github_property as property};

use super::{Told, is_error, name};
use crate::graded::Graded;

/// Errors and warnings of a step that are shown each.
const MOST: usize = 10;

pub(super) fn github(all: &[Graded]) -> Vec<u8> {
    let mut text = String::new();
    for (is_wanted, word) in [(true, "error"), (false, "warning")] {
        let found = all
            .iter()
            .flat_map(|graded| graded.all_findings().map(move |(_, finding)| (graded, finding)));
        let found = found.filter(|(_, finding)| is_error(finding) == is_wanted);
        for (graded, finding) in found.take(MOST) {
            let told = Told::of(finding);
            let line = finding
                .place
                .as_ref()
                .filter(|_| !finding.hidden)
                .map(|place| format!(",line={}", place.line));
            let file = property(&name(&graded.file));
            let title = property(&finding.check);
            let _ = writeln!(
                text,
                "::{word} file={file}{},title={title}::{}",
                line.unwrap_or_default(),
                data(&told.whole())
            );
        }
    }
    for graded in all {
        let points = format!("Points {}/{}", graded.points().show(), graded.out_of().show());
        let _ = writeln!(text, "::notice title=Autograding complete::{points}");
    }
    text.into_bytes()
}
