//! `--similar`: similar pairs of submissions, as text and JSON.

use std::fmt::Write as _;
use std::path::Path;

use grading::class::Submission;
use grading::grade::PreparedAssignment;
use grading::similar::{AlignedLines, ComparedClass, Pair, Similar, Threshold};
use machine::numbers::counted;
use serde_json::{Value, json};
use targets::files;

use super::ReportTarget;
use crate::{CommandResult, Ending, Usage, say};

/// Number of pairs whose lines are shown.
const PAIRS: usize = 5;

/// Number of lines shown per pair.
const LINES: usize = 12;

/// Width of a source line in columns.
const WIDTH: usize = 36;

/// Notice below a list of pairs.
const EVIDENCE: &str =
    "Likeness is evidence, not proof of copying: read the lines of both and ask the students.";

/// Parses a likeness such as `0.8`.
pub(super) fn likeness(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1, such as 0.8".to_owned())
}

/// Compares all submissions with each other and lists similar pairs.
pub(super) fn similar(
    prepared: &PreparedAssignment,
    submissions: &[Submission],
    from: Option<f64>,
    every: bool,
    reports: &[ReportTarget],
) -> CommandResult {
    if let Some((format, _)) = reports.iter().find(|(format, _)| format.name != "json") {
        return Err(Usage(format!("--similar has only json reports, not {}", format.name)));
    }
    if submissions.len() < 2 {
        return Err(Usage("--similar needs at least two submissions".to_owned()));
    }
    let class = ComparedClass::read(prepared, submissions);
    let found = class.compare(from);
    let shown = text(&class, &found, submissions, every);
    if super::reports::take_the_output(reports) {
        say::note(shown.trim_end());
    } else {
        say::out(&shown);
    }
    for (_, path) in reports {
        let data = format!("{}\n", data(&class, &found, submissions));
        if path == Path::new("-") {
            say::out(&data);
        } else {
            files::write(path, data.as_bytes())?;
        }
    }
    Ok(Ending::Well)
}

fn percent(likeness: f64) -> String {
    format!("{:.0} %", (likeness * 100.0).floor())
}

/// Pairs as text.
fn text(class: &ComparedClass, found: &Similar, submissions: &[Submission], every: bool) -> String {
    let mut text = format!(
        "{} compared, {} alike\n",
        counted(found.compared as u64, "submission"),
        counted(found.pairs.len() as u64, "pair")
    );
    for &(number, why) in &found.left {
        let _ = writeln!(text, "{} is not compared: {}", submissions[number].student, why.reason());
    }
    text.push('\n');
    found.thresholds.iter().for_each(|threshold| text.push_str(&threshold_line(threshold)));
    for pair in &found.pairs {
        let [a, b] = names(pair, submissions);
        let _ = write!(text, "\n{a} and {b}: {}\n", percent(pair.likeness));
        for alike in &pair.functions {
            let mark = if alike.is_listed { "  by itself" } else { "" };
            let _ = writeln!(text, "  {:<24} {:>5}{mark}", alike.function, percent(alike.likeness));
        }
    }
    let shown = if every { found.pairs.len() } else { PAIRS.min(found.pairs.len()) };
    for pair in &found.pairs[..shown] {
        text.push_str(&lines(class, pair, submissions, every));
    }
    let more = found.pairs.len() - shown;
    if more > 0 {
        let _ = write!(text, "\nlines of {} with --all\n", counted(more as u64, "more pair"));
    }
    if !found.pairs.is_empty() {
        let _ = write!(text, "\n{EVIDENCE}\n");
    }
    text
}

fn threshold_line(threshold: &Threshold) -> String {
    let what = threshold.function.as_deref().unwrap_or("the whole");
    let usual = percent(threshold.usual);
    match threshold.from {
        Some(from) => format!(
            "{what}: listed from {}; half of the class has {usual} likeness to the reference\n",
            percent(from)
        ),
        None => format!(
            "{what}: not significant alone; half of the class has {usual} likeness to the reference\n"
        ),
    }
}

fn names<'s>(pair: &Pair, submissions: &'s [Submission]) -> [&'s str; 2] {
    pair.submissions.map(|number| submissions[number].student.as_str())
}

/// Functions of a pair whose lines are shown: the most significant one, or all.
fn shown_functions(pair: &Pair, every: bool) -> Vec<usize> {
    let all = 0..pair.functions.len();
    if every {
        return all.collect();
    }
    let most = all.max_by(|&a, &b| {
        let key = |at: usize| (pair.functions[at].is_listed, pair.functions[at].shared);
        key(a).0.cmp(&key(b).0).then(key(a).1.total_cmp(&key(b).1))
    });
    most.into_iter().collect()
}

/// Lines of a pair side by side.
fn lines(class: &ComparedClass, pair: &Pair, submissions: &[Submission], every: bool) -> String {
    let [a, b] = names(pair, submissions);
    let mut text = String::new();
    for at in shown_functions(pair, every) {
        let rows = class.aligned(pair, at);
        let shown = if every { rows.len() } else { LINES.min(rows.len()) };
        let name = &pair.functions[at].function;
        let _ = writeln!(text, "\n{name}\n{:>6}{:<WIDTH$} |{:>6}{b}", "", clipped(a), "");
        for row in &rows[..shown] {
            let side = |side: usize| match row.numbers[side] {
                Some(number) => format!("{number:>5} {}", clipped(&row.texts[side])),
                None => String::new(),
            };
            let line = format!("{:<width$} |{}", side(0), side(1), width = WIDTH + 6);
            let _ = writeln!(text, "{}", line.trim_end());
        }
        let more = rows.len() - shown;
        if more > 0 {
            let _ = writeln!(text, "      {more} more with --all");
        }
    }
    text
}

/// Line cut to the column width, without control characters.
fn clipped(line: &str) -> String {
    let plain = asmkit::plain_name(line);
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if plain.chars().count() <= WIDTH {
        return plain;
    }
    plain.chars().take(WIDTH - 3).chain("...".chars()).collect()
}

/// Pairs as JSON.
fn data(class: &ComparedClass, found: &Similar, submissions: &[Submission]) -> Value {
    let lines = |row: &AlignedLines| json!(row.numbers);
    let pairs = found.pairs.iter().map(|pair| {
        let functions = pair.functions.iter().enumerate().map(|(at, alike)| {
            let rows: Vec<Value> = class.aligned(pair, at).iter().map(lines).collect();
            json!({
                "function": alike.function,
                "likeness": rounded(alike.likeness),
                "above_threshold": alike.is_listed,
                "lines": rows,
            })
        });
        json!({
            "submissions": names(pair, submissions),
            "likeness": rounded(pair.likeness),
            "functions": functions.collect::<Vec<Value>>(),
        })
    });
    json!(pairs.collect::<Vec<Value>>())
}

fn rounded(likeness: f64) -> f64 {
    (likeness * 1000.0).floor() / 1000.0
}
