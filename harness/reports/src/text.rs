//! A document as plain text.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use targets::escape::{aligned, wrapped};

use crate::document::Document;
use crate::table::Table;

/// Width of paragraphs; tables may be wider.
const WIDTH: usize = 100;

/// A document as text.
#[must_use]
pub fn document(document: &Document) -> String {
    let mut text = String::new();
    let mut shown = BTreeSet::new();
    if let Some(summary) = &document.summary {
        let _ = writeln!(text, "{}", table(summary));
    }
    for section in &document.sections {
        let _ = writeln!(text, "{}\n", section.title);
        for paragraph in &section.about {
            let _ = writeln!(text, "{}", wrapped(&asmkit::plain_name(paragraph), WIDTH, 0));
        }
        text.push('\n');
        for table in &section.tables {
            text.push_str(&rows(table));
            // Each note is printed only once.
            let new: Vec<&String> = table.notes.iter().filter(|note| shown.insert(*note)).collect();
            notes(&mut text, &new);
            text.push('\n');
        }
    }
    if let Some(overview) = &document.overview {
        let _ = writeln!(text, "{}", table(overview));
    }
    for (lane, why) in &document.left_out {
        let _ =
            writeln!(text, "not compared: {}: {}", asmkit::plain_name(lane), asmkit::plain(why));
    }
    if !document.left_out.is_empty() {
        text.push('\n');
    }
    for paragraph in &document.about {
        let _ = writeln!(text, "{}", wrapped(&asmkit::plain_name(paragraph), WIDTH, 0));
    }
    text
}

/// Table with caption, aligned columns and notes.
#[must_use]
pub fn table(table: &Table) -> String {
    let mut text = rows(table);
    notes(&mut text, &table.notes.iter().collect::<Vec<_>>());
    text
}

fn notes(text: &mut String, notes: &[&String]) {
    for note in notes {
        let note = wrapped(&asmkit::plain_name(note), WIDTH - 6, 6);
        let _ = writeln!(text, "    {note}");
    }
}

/// Caption, headings and cells.
fn rows(table: &Table) -> String {
    let mut rows = vec![table.columns.iter().map(|it| it.name.clone()).collect::<Vec<String>>()];
    rows.extend(table.rows.iter().map(|row| row.iter().map(|cell| cell.text()).collect()));
    let text = aligned(&rows, |column| table.columns[column].is_words);
    let lines = text.lines().map(|line| format!("  {line}\n"));
    format!("  {}\n{}", table.caption, lines.collect::<String>())
}
