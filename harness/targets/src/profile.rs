//! Profile of a run: instructions by source line and by label.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use asmkit::{FileId, Sources};
use machine::{Image, InstructionCount};

use crate::escape::grouped;
use crate::table;

/// Profile as text: labels by share, then every source line with its count.
///
/// Lines with instructions that never ran have a count of 0. Instructions without a source line,
/// such as a simulator's start-up code, come last. For a script: every cell in grid order.
#[must_use]
pub fn text(executed: &[InstructionCount], image: &Image, sources: &Sources) -> String {
    let total: u64 = executed.iter().map(|e| e.times).sum();
    let places = table::machine(&image.isa).map_or_else(Vec::new, |m| m.places(image));
    if !places.is_empty() {
        return by_place(executed, &places, total);
    }
    let mut text = String::from("instructions by label\n");
    for (label, times) in by_label(executed, image) {
        row(&mut text, times, total, &label);
    }
    let (lines, elsewhere) = by_line(executed, image);
    let mut file_now = None;
    for ((file, line), times) in lines {
        if file_now != Some(file) {
            let name = image.files.get(file as usize).map_or("?", String::as_str);
            let _ = write!(text, "\ninstructions by line of {}\n", asmkit::plain_name(name));
            file_now = Some(file);
        }
        let source = if (file as usize) < sources.names().len() {
            sources.line_text(FileId(file), line).unwrap_or("")
        } else {
            ""
        };
        row(&mut text, times, total, &format!("{line:>5}  {}", asmkit::plain(source)));
    }
    if elsewhere > 0 {
        text.push_str("\ninstructions without a source line\n");
        row(
            &mut text,
            elsewhere,
            total,
            "simulator start-up code or exception handler, or no source",
        );
    }
    text
}

/// Counts by cell of a script, including cells that never ran.
fn by_place(executed: &[InstructionCount], places: &[(u64, String, String)], total: u64) -> String {
    let mut text = String::from("cells executed\n");
    for (address, name, cell) in places {
        let times = executed.iter().find(|e| e.address == *address).map_or(0, |e| e.times);
        row(&mut text, times, total, &format!("{name:<5} {cell}"));
    }
    text
}

fn row(text: &mut String, times: u64, total: u64, what: &str) {
    let percent = if total == 0 { 0.0 } else { times as f64 * 100.0 / total as f64 };
    let _ = writeln!(text, "{:>15}  {percent:>5.1} %  {what}", grouped(times));
}

/// Counts by the nearest label before each address, largest first.
fn by_label(executed: &[InstructionCount], image: &Image) -> Vec<(String, u64)> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for entry in executed.iter().filter(|entry| entry.times > 0) {
        let label = image.nearest_symbol(entry.address);
        let label =
            label.map_or("(no label)".to_owned(), |(symbol, _)| asmkit::plain_name(&symbol.name));
        *counts.entry(label).or_default() += entry.times;
    }
    let mut counts: Vec<(String, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    counts
}

/// Counts by file and line of every line with instructions, and the count without a line.
#[must_use]
pub fn by_line(executed: &[InstructionCount], image: &Image) -> (BTreeMap<(u32, u32), u64>, u64) {
    let mut counts: BTreeMap<(u32, u32), u64> = BTreeMap::new();
    counts.extend(image.lines.iter().map(|line| ((line.file, line.line), 0)));
    let mut elsewhere = 0;
    for entry in executed {
        match image.line(entry.address) {
            Some(line) => *counts.entry((line.file, line.line)).or_default() += entry.times,
            None => elsewhere += entry.times,
        }
    }
    (counts, elsewhere)
}
