//! Annotations of GitHub Actions: workflow commands, in which nothing else may be one.

use std::fmt::Write as _;

use lanes::report::text::{github_message as data, github_property as property};
use machines::files::Take;

use super::{Grades, Told, is_error, name};
use crate::graded::{Finding, Graded};

/// Errors and warnings of a step that are shown each.
const MOST: usize = 10;

/// Those of one kind: the first ones, and how many they are.
#[derive(Default)]
struct First {
    text: String,
    count: usize,
}

impl First {
    fn add(&mut self, word: &str, graded: &Graded, finding: &Finding) {
        self.count += 1;
        if self.count > MOST {
            return;
        }
        let told = Told::of(finding);
        let place = finding.place.as_ref().filter(|_| !finding.hidden);
        let line = place.map(|place| format!(",line={}", place.line));
        let file = property(&name(&graded.file));
        let title = property(&finding.check);
        let _ = writeln!(
            self.text,
            "::{word} file={file}{},title={title}::{}",
            line.unwrap_or_default(),
            data(&told.whole())
        );
    }
}

pub(super) fn github(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    let (mut errors, mut warnings) = (First::default(), First::default());
    grades.each(&mut |graded| {
        for (_, finding) in graded.all_findings() {
            if is_error(finding) {
                errors.add("error", graded, finding);
            } else {
                warnings.add("warning", graded, finding);
            }
        }
        Ok(())
    })?;
    take(&errors.text)?;
    take(&warnings.text)?;
    grades.each(&mut |graded| {
        let points = format!("Points {}/{}", graded.points().show(), graded.out_of().show());
        take(&format!("::notice title=Autograding complete::{points}\n"))
    })
}
