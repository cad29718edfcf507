//! Lines of submissions that ran, as lcov has it.

use std::fmt::Write as _;

use targets::files::Take;

use super::Grades;

/// Source: geninfo(1), "tracefile format".
pub(super) fn lcov(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    grades.each(&mut |graded| {
        // A submission of which nothing ran has no lines, and lcov takes no file without any.
        if graded.coverage.is_empty() {
            return Ok(());
        }
        let mut text = String::new();
        let _ = writeln!(
            text,
            "TN:{}\nSF:{}",
            word(&graded.assignment),
            asmkit::plain_name(&graded.file).trim_matches('`')
        );
        let functions: Vec<(u32, String)> =
            graded.functions.iter().filter_map(|f| Some((f.line?, word(&f.name)))).collect();
        for (line, name) in &functions {
            let _ = writeln!(text, "FN:{line},{name}");
        }
        let mut entered = 0;
        for (line, name) in &functions {
            // A label may be in a line of its own, above the first instruction.
            let first = graded.coverage.iter().find(|covered| covered.line >= *line);
            let times = first.map_or(0, |covered| covered.times);
            entered += u32::from(times > 0);
            let _ = writeln!(text, "FNDA:{times},{name}");
        }
        let _ = writeln!(text, "FNF:{}\nFNH:{entered}", functions.len());
        for covered in &graded.coverage {
            let _ = writeln!(text, "DA:{},{}", covered.line, covered.times);
        }
        let hit = graded.coverage.iter().filter(|covered| covered.times > 0).count();
        let _ = writeln!(text, "LF:{}\nLH:{hit}\nend_of_record", graded.coverage.len());
        take(&text)
    })
}

/// A name of letters, digits and underscores, as a test's must be.
fn word(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}
