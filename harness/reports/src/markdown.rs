//! A document in GitHub Markdown.

use std::fmt::Write as _;

use crate::document::{Document, LIMITS};
use crate::table::{Cell, Table};

/// A document as a page of Markdown.
#[must_use]
pub fn document(document: &Document) -> String {
    let mut text = format!("# {}\n\n", escaped(&document.title));
    let _ =
        writeln!(text, "Made by `{}`.\n", asmkit::plain_name(&document.made_by).replace('`', "'"));
    paragraphs(&mut text, &document.about);
    for overview in document.summary.iter().chain(&document.overview) {
        table(&mut text, overview, 2);
    }
    for section in &document.sections {
        let _ = writeln!(text, "## {}\n", escaped(&section.title));
        paragraphs(&mut text, &section.about);
        for it in &section.tables {
            table(&mut text, it, 3);
        }
    }
    if !document.left_out.is_empty() {
        text.push_str("## Not compared\n\n");
        for (lane, why) in &document.left_out {
            let _ = writeln!(text, "- {}: {}", escaped(lane), escaped(why));
        }
        text.push('\n');
    }
    text.push_str("## Meaning of the numbers\n\n| number | unit | meaning |\n|---|---|---|\n");
    for meaning in &document.meanings {
        let (id, unit, said) = (escaped(&meaning.id), meaning.unit, escaped(&meaning.meaning));
        let _ = writeln!(text, "| {id} | {unit} | {said} |");
    }
    text.push_str("\n## Limits\n\n");
    for (what, why) in LIMITS {
        let _ = writeln!(text, "- {what} {}", escaped(why));
    }
    text
}

fn paragraphs(text: &mut String, paragraphs: &[String]) {
    for paragraph in paragraphs {
        let _ = writeln!(text, "{}\n", escaped(paragraph));
    }
}

/// Writes a table below a heading of this depth.
fn table(text: &mut String, table: &Table, depth: usize) {
    let _ = writeln!(text, "{} {}\n", "#".repeat(depth), escaped(&table.caption));
    line(text, table.columns.iter().map(|column| escaped(&column.name)));
    line(text, table.columns.iter().map(|it| if it.is_words { "---" } else { "---:" }.to_owned()));
    for row in &table.rows {
        line(text, row.iter().map(|cell| escaped(&Cell::text(cell))));
    }
    text.push('\n');
    for note in &table.notes {
        let _ = writeln!(text, "{}\n", escaped(note));
    }
}

fn line(text: &mut String, cells: impl Iterator<Item = String>) {
    for cell in cells {
        let _ = write!(text, "| {cell} ");
    }
    text.push_str("|\n");
}

/// Escapes text for Markdown and HTML.
fn escaped(words: &str) -> String {
    let mut text = String::new();
    for c in asmkit::plain_name(words).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~') {
            text.push('\\');
        }
        text.push(c);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_a_mark() {
        assert_eq!(escaped("a_b|<c>\n`d`"), "a\\_b\\|\\<c\\>?\\`d\\`");
    }
}
