//! Two solvers side by side as text.

use std::fmt::Write as _;

use lanes::golden::PuzzleId;
use lanes::lane::Algorithm;
use lanes::side_by_side::{Between, ShownEvent, Side, SideBySide, Spread};
use targets::escape::grouped;
use targets::trace::Source;

/// Heading: algorithm, puzzle and lanes.
pub(super) fn head(both: &SideBySide, algorithm: Algorithm, id: &PuzzleId) -> String {
    let mut text = format!("{} on puzzle {id}\n", algorithm.name());
    for Side { name, spec, written_in, .. } in &both.lanes {
        writeln!(text, "  {name}: {}, {written_in}", spec.name).expect(FITS);
    }
    text
}

/// Reason why writing cannot fail.
const FITS: &str = "writing to a string cannot fail";

/// Instructions per kind of event, over the counted events.
pub(super) fn table(both: &SideBySide) -> String {
    if both.counted.is_empty() {
        return String::new();
    }
    let end = if both.after_last.is_some() { " (all)" } else { "" };
    let count = targets::escape::counted(both.counted.len() as u64, "event");
    let mut rows = vec![HEADINGS.map(str::to_owned).to_vec()];
    for row in both.summary() {
        let numbers = |Spread { least, median, most, total }| [least, median, most, total];
        let numbers = row.lanes.into_iter().flat_map(numbers).map(grouped);
        let mut cells = vec![format!("to {}", row.kind.name()), grouped(row.events)];
        cells.extend(numbers);
        rows.push(cells);
    }
    let [one, other] = both.total().map(grouped);
    let all = ["all", "", "", "", "", &one, "", "", "", &other];
    rows.push(all.map(str::to_owned).to_vec());
    format!("\ninstructions from one event to the next, of the first {count}{end}\n")
        + &columns(&both.lanes, &rows)
}

/// Column headings: label, number of events, and the numbers of each lane.
const HEADINGS: [&str; 10] =
    ["", "events", "least", "median", "most", "total", "least", "median", "most", "total"];

/// First column of each lane.
const OF_LANES: [usize; 2] = [2, 6];

/// Rows below the lanes' names, with column widths that fit.
fn columns(lanes: &[Side; 2], rows: &[Vec<String>]) -> String {
    let width = |at: usize| rows.iter().map(|row| row[at].len()).max().unwrap_or_default();
    let mut widths: [usize; HEADINGS.len()] = std::array::from_fn(width);
    for (lane, first) in lanes.iter().zip(OF_LANES) {
        // The four columns of a lane are at least as wide as its name.
        let four = widths[first..first + 4].iter().sum::<usize>() + 3 * 2;
        widths[first] += lane.name.len().saturating_sub(four);
    }
    let gap = |at: usize| if OF_LANES.contains(&at) { 5 } else { 2 };
    let start = |until: usize| (0..until).map(|at| gap(at) + widths[at]).sum::<usize>();
    let [one, other] = OF_LANES.map(|first| start(first) + gap(first));
    let name = format!("{:<1$}", lanes[0].name, other - one);
    let mut text = format!("{:one$}{name}{}\n", "", lanes[1].name);
    for row in rows {
        let mut line = format!("  {:<1$}", row[0], widths[0]);
        for (at, cell) in row.iter().enumerate().skip(1) {
            write!(line, "{:1$}{cell:>2$}", "", gap(at), widths[at]).expect(FITS);
        }
        writeln!(text, "{}", line.trim_end()).expect(FITS);
    }
    text
}

/// An event, and the instructions before it in two columns.
pub(super) fn event(shown: &ShownEvent, lanes: &[Side; 2], width: usize) -> String {
    let column = (width - GAP.len()) / 2;
    let heading = |at: usize| {
        let (Side { name, spec, .. }, between) = (&lanes[at], &shown.sides[at]);
        let counted = spec.syntax.counted;
        let what = if between.instructions == 1 { counted.trim_end_matches('s') } else { counted };
        format!("{name}: {} {what}", grouped(between.instructions))
    };
    let [one, other] = [0, 1].map(|at| {
        let mut lines = vec![heading(at)];
        lines.extend(rows(&shown.sides[at], &lanes[at]));
        lines
    });
    let mut text = format!("\nevent {}: {}\n", grouped(shown.number), shown.words);
    for at in 0..one.len().max(other.len()) {
        let line = |lines: &[String]| clipped(lines.get(at).map_or("", String::as_str), column);
        let (one, other) = (line(&one), line(&other));
        writeln!(text, "{}", format!("{one:<column$}{GAP}{other}").trim_end()).expect(FITS);
    }
    text
}

/// Separator of the two columns.
const GAP: &str = " | ";

/// Line cut to at most `most` characters.
fn clipped(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 3).collect::<String>() + "..."
}

/// Rows of instructions, and a row with the name at each change of file.
fn rows(between: &Between, side: &Side) -> Vec<String> {
    let mut rows = Vec::new();
    let mut file = None;
    for step in &between.steps {
        let Some(Source { file: now, line, text, .. }) = &step.source else {
            let at = side.spec.show_address(step.address);
            rows.push(format!("{at}  {}", step.instruction));
            continue;
        };
        if file.is_some_and(|file| file != now) {
            rows.push(format!("      {now}"));
        }
        file = Some(now);
        let text = spaced(text);
        rows.push(if side.is_one_of_several(step) {
            let comment = side.spec.syntax.comment;
            format!("{line:>4}  {:<23} {comment} {text}", step.instruction)
        } else {
            format!("{line:>4}  {text}")
        });
    }
    rows
}

/// Source line with tabs expanded.
fn spaced(text: &str) -> String {
    let mut spaced = String::new();
    for c in text.chars() {
        if c == '\t' {
            let to = spaced.chars().count() / 8 * 8 + 8;
            spaced.extend(std::iter::repeat_n(' ', to - spaced.chars().count()));
        } else {
            spaced.push(c);
        }
    }
    spaced
}
