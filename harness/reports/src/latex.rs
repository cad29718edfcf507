//! Tables of a document in LaTeX with booktabs.

use std::fmt::Write as _;

use crate::document::Document;
use crate::table::{Cell, Table};

/// Tables of a document as floats, for `\input` in a paper that uses `booktabs`.
#[must_use]
pub fn document(document: &Document) -> String {
    let mut text = String::from(
        "% needs \\usepackage{booktabs}; set `\\small` and `\\tabcolsep` as you like\n",
    );
    let _ = writeln!(text, "% made by {}", asmkit::plain_name(&document.made_by));
    for paragraph in &document.about {
        let _ = writeln!(text, "% {}", asmkit::plain_name(paragraph));
    }
    for (lane, why) in &document.left_out {
        let why = why.lines().next().unwrap_or_default();
        let (lane, why) = (asmkit::plain_name(lane), asmkit::plain_name(why));
        let _ = writeln!(text, "% not compared: {lane}: {why}");
    }
    if let Some(summary) = &document.summary {
        table(&mut text, summary, "all groups", "summary");
    }
    for section in &document.sections {
        for paragraph in &section.about {
            let _ = writeln!(text, "% {}", asmkit::plain_name(paragraph));
        }
        for (number, it) in section.tables.iter().enumerate() {
            table(&mut text, it, &section.title, &format!("{}-{}", section.id, number + 1));
        }
    }
    if let Some(overview) = &document.overview {
        table(&mut text, overview, "all groups", "overview");
    }
    text
}

fn table(text: &mut String, table: &Table, title: &str, label: &str) {
    let columns: String =
        table.columns.iter().map(|it| if it.is_words { 'l' } else { 'r' }).collect();
    let caption = format!("{} ({title})", table.caption);
    let _ = writeln!(text, "\n\\begin{{table}}\n\\centering\n\\caption{{{}}}", escaped(&caption));
    let _ = writeln!(text, "\\label{{tab:{label}}}\n\\begin{{tabular}}{{{columns}}}\n\\toprule");
    line(text, table.columns.iter().map(|column| escaped(&column.name)));
    text.push_str("\\midrule\n");
    for row in &table.rows {
        line(text, row.iter().map(|cell| escaped(&Cell::text(cell))));
    }
    text.push_str("\\bottomrule\n\\end{tabular}\n");
    for note in &table.notes {
        let _ = writeln!(text, "\\par\\smallskip{{\\footnotesize {}}}", escaped(note));
    }
    text.push_str("\\end{table}\n");
}

fn line(text: &mut String, cells: impl Iterator<Item = String>) {
    let _ = writeln!(text, "{} \\\\", cells.collect::<Vec<_>>().join(" & "));
}

/// Escapes text for TeX.
fn escaped(words: &str) -> String {
    let mut text = String::new();
    for c in asmkit::plain_name(words).chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => text.extend(['\\', c]),
            '\\' => text.push_str("\\textbackslash{}"),
            '~' => text.push_str("\\textasciitilde{}"),
            '^' => text.push_str("\\textasciicircum{}"),
            '<' => text.push_str("\\textless{}"),
            '>' => text.push_str("\\textgreater{}"),
            _ => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_a_command() {
        assert_eq!(escaped("100 % of a_b\\x{}"), "100 \\% of a\\_b\\textbackslash{}x\\{\\}");
    }
}
