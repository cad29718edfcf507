//! Failures of a lane, each with the command that reproduces it.

use std::fmt::Write as _;
use std::path::Path;

use machine::numbers::counted;
use reference::{Grid, symbol};
use targets::difference::difference;
use targets::escape::grouped;

use crate::lane::{Lane, TABLE};
use crate::root::Root;
use crate::verify::{
    Change, Choice, DecisionCheck, GridCheck, LaneOutcome, NumberChange, Run, SkipReason,
};

/// Failures of a lane that are shown in full; the others are counted.
const SHOWN_IN_FULL: usize = 3;

/// Lines shown of an output that is not a grid, next to the expected ones.
const MOST_LINES: usize = 24;

/// Failed runs of a lane: some in full, the others counted.
#[derive(Debug, Default)]
pub(super) struct LaneFailures {
    wrong: FailureList,
    changed: FailureList,
    /// Runs without a golden count.
    missing: usize,
}

/// The first ones as paragraphs, and their number.
#[derive(Debug, Default)]
struct FailureList {
    first: String,
    count: usize,
}

impl FailureList {
    fn add(&mut self, write: impl FnOnce(&mut String)) {
        if self.count < SHOWN_IN_FULL {
            write(&mut self.first);
        }
        self.count += 1;
    }

    fn write(&self, text: &mut String, name: &str, noun: &str) {
        text.push_str(&self.first);
        if self.count > SHOWN_IN_FULL {
            let rest = counted(self.count - SHOWN_IN_FULL, noun);
            let _ = writeln!(text, "{name}: {rest}; `--json FILE` lists all of them\n");
        }
    }
}

impl LaneFailures {
    /// Adds a run, if something is wrong with it.
    pub(super) fn run(&mut self, lane: &Lane, run: &Run, asked: (&Root, &Choice)) {
        if !run.is_right() {
            self.wrong.add(|text| wrong_run(text, lane, run, asked));
        } else if matches!(run.change, Change::Changed(_)) {
            self.changed.add(|text| changed_run(text, &lane.name, run, asked));
        }
        self.missing += usize::from(run.change == Change::New);
    }

    /// Writes what is wrong with the lane, in paragraphs.
    pub(super) fn write(&self, text: &mut String, lane: &LaneOutcome, root: &Root) {
        let name = &lane.lane.name;
        if let Some(broken) = &lane.broken {
            let row = || format!("{}:{}: ", root.shown(Path::new(TABLE)), lane.lane.row_line);
            let place = if broken.is_of_table() { row() } else { String::new() };
            let _ = writeln!(text, "{name} {}:\n{place}{}\n", broken.verdict(), broken.why());
            return;
        }
        self.wrong.write(text, name, "more failure");
        self.changed.write(text, name, "more puzzle with changed counts");
        if let Some(not_run) = lane.not_run.filter(|not_run| not_run.why != SkipReason::First) {
            let _ = writeln!(text, "{name}: {not_run}; `--max-failures N` allows more failures\n");
        }
        if self.missing > 0 {
            let missing = self.missing;
            let have =
                if missing == 1 { "1 puzzle has" } else { &format!("{missing} puzzles have") };
            let bless = root.bless();
            let _ = writeln!(
                text,
                "{name}: {have} no golden count\n  to save the current counts: {bless} {name}\n"
            );
        }
    }
}

fn wrong_run(text: &mut String, lane: &Lane, run: &Run, asked: (&Root, &Choice)) {
    let Lane { name, read, .. } = lane;
    let _ = writeln!(text, "{name}, puzzle {}", run.id);
    if let Some(stopped) = &run.stopped {
        let _ = writeln!(text, "  {stopped}");
    }
    match &run.grid {
        GridCheck::Right | GridCheck::Missing | GridCheck::NotChecked => {}
        GridCheck::Unreadable(unreadable) => {
            if unreadable.lines.lines().count() > 1 {
                let _ = writeln!(text, "  {}", unreadable.why);
                text.push_str(&line_by_line(&read.text(&run.solution), &unreadable.lines));
            } else {
                let _ = writeln!(text, "  {unreadable}");
            }
        }
        GridCheck::Wrong(found) => {
            let _ = writeln!(text, "  wrong grid: {}", first_cell(&run.solution, found));
            text.push_str(&side_by_side(&run.solution, found));
        }
    }
    if let DecisionCheck::Different(parted) = &run.decisions {
        let _ = writeln!(text, "  different decisions: {}", parted.difference);
        if let Some(by) = &parted.stored_by {
            let _ = writeln!(text, "  stored by {}", by.words);
        }
    }
    reproduce(text, name, run, asked);
}

/// Difference between an output of several lines and the expected one.
fn line_by_line(expected: &str, found: &str) -> String {
    let plain = difference(expected, found, false, MOST_LINES).plain;
    let lines = plain.lines().map(|line| format!("    {line}\n"));
    format!("  `-` expected, `+` found\n{}", lines.collect::<String>())
}

fn changed_run(text: &mut String, lane: &str, run: &Run, asked: (&Root, &Choice)) {
    let Change::Changed(changes) = &run.change else { return };
    let _ = writeln!(text, "{lane}, puzzle {}", run.id);
    for change in changes {
        let _ = writeln!(text, "  {}", change_text(change));
    }
    reproduce(text, lane, run, asked);
}

fn reproduce(text: &mut String, lane: &str, run: &Run, asked: (&Root, &Choice)) {
    let (root, choice) = asked;
    let command = root.command();
    let file = choice.file.as_ref().map_or_else(String::new, |file| {
        let file = asmkit::plain_name(&file.to_string_lossy());
        let quote = if file.contains(' ') { "'" } else { "" };
        format!(" --puzzle-file {quote}{file}{quote}")
    });
    let _ = writeln!(text, "  to reproduce: {command} verify {lane} --puzzle {}{file}\n", run.id);
}

/// A changed number: old, new and the difference in percent of the old.
#[must_use]
pub fn change_text(NumberChange { what, old, new }: &NumberChange) -> String {
    match (*old, *new) {
        (Some(old), Some(new)) => {
            let percent = (new as f64 - old as f64) * 100.0 / (old as f64).max(1.0);
            format!("{what}: golden {}, now {} ({percent:+.2} %)", grouped(old), grouped(new))
        }
        (Some(old), None) => format!("{what}: golden {}, no longer counted", grouped(old)),
        (None, Some(new)) => format!("{what}: no golden count, now {}", grouped(new)),
        (None, None) => format!("{what}: not counted"),
    }
}

fn first_cell(expected: &Grid, found: &Grid) -> String {
    let pairs = expected.cells().iter().zip(found.cells()).enumerate();
    let mut different = pairs.filter(|(_, (expected, found))| expected != found);
    let Some((cell, (&right, &wrong))) = different.next() else { return String::new() };
    let others = match different.count() {
        0 => String::new(),
        count => format!(", and {}", counted(count, "more cell")),
    };
    let place = expected.size().place(cell);
    format!("{} instead of {} at {place}{others}", symbol(wrong), symbol(right))
}

/// Two grids of one size next to each other, with brackets around the cells that differ.
#[must_use]
pub fn side_by_side(expected: &Grid, found: &Grid) -> String {
    let order = expected.size().order();
    let rule = vec!["-".repeat(3 * order); order].join("+");
    let width = rule.len();
    let mut text = format!("  {:<width$}    {}\n", "expected", "found");
    for (number, (right, wrong)) in expected.rows().zip(found.rows()).enumerate() {
        if number % order == 0 && number > 0 {
            let _ = writeln!(text, "  {rule}    {rule}");
        }
        let row = |cells: &[u8]| {
            let mut line = String::new();
            for (column, digit) in cells.iter().enumerate() {
                if column % order == 0 && column > 0 {
                    line.push('|');
                }
                let digit = symbol(*digit);
                let _ = if right[column] == wrong[column] {
                    write!(line, " {digit} ")
                } else {
                    write!(line, "[{digit}]")
                };
            }
            line
        };
        let line = format!("  {}    {}", row(right), row(wrong));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_differ_are_marked() {
        let right: Grid = "4123234114323214".parse().unwrap();
        let mut wrong = right.clone();
        wrong.set(6, 1);
        wrong.set(15, 0);
        assert_eq!(
            side_by_side(&right, &wrong),
            concat!(
                "  expected         found\n",
                "   4  1 | 2  3      4  1 | 2  3\n",
                "   2  3 |[4] 1      2  3 |[1] 1\n",
                "  ------+------    ------+------\n",
                "   1  4 | 3  2      1  4 | 3  2\n",
                "   3  2 | 1 [4]     3  2 | 1 [.]\n",
            )
        );
        assert_eq!(
            first_cell(&right, &wrong),
            "1 instead of 4 at row 2, column 3, and 1 more cell"
        );
    }

    #[test]
    fn a_changed_number_has_its_percentage() {
        let what = "instructions".to_owned();
        let change = NumberChange { what, old: Some(2_000), new: Some(1_950) };
        assert_eq!(change_text(&change), "instructions: golden 2,000, now 1,950 (-2.50 %)");
    }
}
