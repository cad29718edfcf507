//! Annotations of GitHub Actions: workflow commands, in which nothing else may be one.

use std::fmt::Write as _;

use lanes::report::text::{github_message as data, github_property as property};
use machine::numbers::counted;
use targets::files::Take;

use super::rows::{Note, is_not_attempted, name, reason, why};
use super::{Grades, count};
use crate::graded::{Function, Graded, Outcome, Points};

/// Errors and warnings of a step that GitHub shows each.
const MOST: usize = 10;

/// The first annotations of one kind, and how many there are.
struct FirstAnnotations {
    word: &'static str,
    text: String,
    count: usize,
}

impl FirstAnnotations {
    fn of(word: &'static str) -> Self {
        FirstAnnotations { word, text: String::new(), count: 0 }
    }

    fn add(&mut self, file: &str, line: Option<u32>, title: &str, message: &str) {
        self.count += 1;
        if self.count > MOST {
            return;
        }
        let line = line.map_or_else(String::new, |line| format!(",line={line}"));
        let (word, file) = (self.word, property(&name(file)));
        let (title, message) = (property(title), data(message));
        let _ = writeln!(self.text, "::{word} file={file}{line},title={title}::{message}");
    }

    fn left_out(&self) -> usize {
        self.count.saturating_sub(MOST)
    }
}

/// Errors, warnings, and one notice with the points. Whatever lacks points has an error.
pub(super) fn github(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    let is_class = count(grades)? != 1;
    let (mut errors, mut warnings) =
        (FirstAnnotations::of("error"), FirstAnnotations::of("warning"));
    let mut class = ClassCounts::default();
    grades.each(&mut |graded| {
        let whose = if is_class { format!("{}: ", name(&graded.student)) } else { String::new() };
        add(&mut errors, &mut warnings, graded, &whose);
        class.add(graded);
        Ok(())
    })?;
    take(&errors.text)?;
    take(&warnings.text)?;
    let more = match errors.left_out() + warnings.left_out() {
        0 => String::new(),
        more => format!("; {} not shown here", counted(more as u64, "more finding")),
    };
    let (title, points) = if is_class {
        ("isagrid grade", class.shown())
    } else {
        // The words that GitHub Classroom looks for.
        ("Autograding complete", format!("Points {}/{}", class.mean().show(), class.out_of.show()))
    };
    take(&format!("::notice title={title}::{}{}\n", data(&points), data(&more)))
}

/// Adds what is wrong with a submission.
fn add(
    errors: &mut FirstAnnotations,
    warnings: &mut FirstAnnotations,
    graded: &Graded,
    whose: &str,
) {
    let file = graded.file.as_str();
    if let Some(why) = why(graded) {
        errors.add(file, None, &format!("{whose}not graded"), &why);
        return;
    }
    for (_, finding) in graded.all_findings() {
        let note = Note::of(finding);
        let all = if note.costs_points { &mut *errors } else { &mut *warnings };
        all.add(file, note.line, &format!("{whose}{}", finding.check), &note.whole());
    }
    if is_not_attempted(graded) {
        let points = format!("0 of {} points: not attempted", graded.out_of().show());
        errors.add(file, None, &format!("{whose}not attempted"), &points);
        return;
    }
    for function in &graded.functions {
        if let Some(why) = unexplained(graded, function) {
            let title = format!("{whose}{}", name(&function.name));
            errors.add(file, function.line, &title, &why);
        }
    }
}

/// Why a function lacks points, where no finding of it says so.
fn unexplained(graded: &Graded, function: &Function) -> Option<String> {
    let is_explained = function.findings.iter().any(|finding| Note::of(finding).costs_points);
    let lacks = function.kinds.iter().find(|kind| kind.points != kind.out_of)?;
    let points: Points = function.kinds.iter().map(|kind| kind.points).sum();
    let out_of: Points = function.kinds.iter().map(|kind| kind.out_of).sum();
    let reason = reason(graded, function, lacks);
    (!is_explained).then(|| format!("{} of {} points: {reason}", points.show(), out_of.show()))
}

/// Submissions in numbers.
#[derive(Default)]
struct ClassCounts {
    submissions: u32,
    /// Points of all, in hundredths.
    points: u64,
    out_of: Points,
    full: u32,
    not_graded: u32,
}

impl ClassCounts {
    fn add(&mut self, graded: &Graded) {
        self.submissions += 1;
        self.points += u64::from(graded.points().0);
        self.out_of = self.out_of.max(graded.out_of());
        self.full += u32::from(graded.is_full());
        self.not_graded += u32::from(graded.outcome != Outcome::Graded);
    }

    fn mean(&self) -> Points {
        Points((self.points / u64::from(self.submissions.max(1))) as u32)
    }

    fn shown(&self) -> String {
        let count = counted(u64::from(self.submissions), "submission");
        let mean = self.mean().show();
        let mut text = format!(
            "{count}: {mean} of {} points on average, {} with all points",
            self.out_of.show(),
            self.full
        );
        if self.not_graded > 0 {
            let _ = write!(text, ", {} not graded", self.not_graded);
        }
        text
    }
}
