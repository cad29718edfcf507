//! Annotations of GitHub Actions.

use std::fmt::Write as _;

use machine::numbers::counted;
use reports::format::github::{Annotations, command};
use targets::files::Take;

use super::rows::{Note, is_not_attempted, name, reason, why};
use super::{Grades, count};
use crate::graded::{Function, Graded, Outcome, Points};

/// Errors, warnings, and one notice with the points. Whatever lacks points has an error.
pub(super) fn github(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    let is_class = count(grades)? != 1;
    let (mut errors, mut warnings) = (Annotations::new("error"), Annotations::new("warning"));
    let mut class = ClassCounts::default();
    grades.each(&mut |graded| {
        let whose = if is_class { format!("{}: ", name(&graded.student)) } else { String::new() };
        add(&mut errors, &mut warnings, graded, &whose);
        class.add(graded);
        Ok(())
    })?;
    take(errors.text())?;
    take(warnings.text())?;
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
    take(&command("notice", title, &(points + &more)))
}

/// Adds what is wrong with a submission.
fn add(errors: &mut Annotations, warnings: &mut Annotations, graded: &Graded, whose: &str) {
    let file = name(&graded.file);
    let at = |line| (Some(file.as_str()), line);
    if let Some(why) = why(graded) {
        errors.add(at(None), &format!("{whose}not graded"), &why);
        return;
    }
    for (_, finding) in graded.all_findings() {
        let note = Note::of(finding);
        let all = if note.costs_points { &mut *errors } else { &mut *warnings };
        all.add(at(note.line), &format!("{whose}{}", finding.check), &note.whole());
    }
    if is_not_attempted(graded) {
        let points = format!("0 of {} points: not attempted", graded.out_of().show());
        errors.add(at(None), &format!("{whose}not attempted"), &points);
        return;
    }
    for function in &graded.functions {
        if let Some(why) = unexplained(graded, function) {
            let title = format!("{whose}{}", name(&function.name));
            errors.add(at(function.line), &title, &why);
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
