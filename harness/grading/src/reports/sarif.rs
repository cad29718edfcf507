//! SARIF 2.1.0, for code scanning.

use reports::format::sarif::{Finding, Level, Log};
use targets::files::Take;

use super::rows::{Note, name, why};
use super::{Grades, count};
use crate::checks::{self, check};
use crate::graded::{Graded, Outcome};

pub(super) fn sarif(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    let is_class = count(grades)? > 1;
    let mut log = Log::default();
    grades.each(&mut |graded| {
        let whose = if is_class { format!("{}: ", name(&graded.student)) } else { String::new() };
        add(&mut log, graded, &whose);
        Ok(())
    })?;
    take(&log.text())
}

fn add(log: &mut Log, graded: &Graded, whose: &str) {
    let texts = |id: &str| check(id).map_or(("", ""), |check| (check.finds, check.help));
    let file = graded.file.as_str();
    if let Some(why) = why(graded) {
        let message = format!("{whose}{why}");
        if matches!(graded.outcome, Outcome::Infra(_)) {
            log.add_failure(file, &message);
        } else {
            let rule = checks::FILE.id;
            log.add(&Finding { rule, level: Level::Error, message, file, line: None }, texts(rule));
        }
    }
    for (_, finding) in graded.all_findings() {
        let note = Note::of(finding);
        let level = if note.costs_points { Level::Error } else { Level::Note };
        let message = format!("{whose}{}", note.whole());
        let rule = finding.check.as_str();
        log.add(&Finding { rule, level, message, file, line: note.line }, texts(rule));
    }
}
