//! Pages of Markdown: a table of the class, then each submission.

use std::fmt::Write as _;

use machine::numbers::counted;
use reports::format::markdown::{Room, SUMMARY_BYTES, block, plain};
use targets::files::Take;

use super::rows::{Note, in_short, rows, why};
use super::{Grades, count, csv};
use crate::graded::Graded;

pub(super) fn markdown(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    page(grades, Room::of(usize::MAX), take)
}

/// The same, as much of it as GitHub takes.
pub(super) fn summary(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    page(grades, Room::of(SUMMARY_BYTES), take)
}

/// The table of a class first, then the submissions, as far as there is room.
fn page(grades: &dyn Grades, mut room: Room, take: Take<'_>) -> Result<(), String> {
    let mut left_out = 0;
    if count(grades)? > 1 {
        let head = "| student | points | out of | found |\n|---|---:|---:|---|\n";
        room.put(head, take)?;
        grades.each(&mut |graded| room.put(&row(graded), take).map(drop))?;
        take("\n")?;
    }
    grades.each(&mut |graded| {
        left_out += u64::from(!room.put(&section(graded), take)?);
        Ok(())
    })?;
    if left_out > 0 {
        let left_out = counted(left_out, "submission");
        take(&format!(
            "{left_out} are left out for lack of space: `--report markdown=FILE` has everything\n"
        ))?;
    }
    Ok(())
}

/// A submission as a row of the table of a class.
fn row(graded: &Graded) -> String {
    format!(
        "| {} | {} | {} | {} |\n",
        plain(&graded.student),
        graded.points().show(),
        graded.out_of().show(),
        plain(&in_short(graded))
    )
}

/// A submission with its points and all that was found.
fn section(graded: &Graded) -> String {
    let mut text = format!("## {}: {}\n\n", plain(&graded.title), plain(&graded.student));
    let (points, out_of) = (graded.points().show(), graded.out_of().show());
    let _ = writeln!(text, "**{points} of {out_of} points** ({})\n", csv::status(graded));
    if let Some(why) = why(graded) {
        let _ = writeln!(text, "{}", block(&why));
    }
    text.push_str("| function | kind | points | out of | |\n|---|---|---:|---:|---|\n");
    for row in rows(graded).iter().filter(|row| row.kind.is_some()) {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            plain(&row.subject),
            row.kind.unwrap_or_default(),
            row.points.show(),
            row.out_of.show(),
            plain(&row.reason.replace('\n', " "))
        );
    }
    text.push('\n');
    for (_, finding) in graded.findings_by_weight() {
        let note = Note::of(finding);
        let _ = writeln!(text, "- {}\n", plain(&note.message));
        text.extend(note.more.lines().map(|line| format!("      {line}\n")));
        text.push('\n');
    }
    text
}
