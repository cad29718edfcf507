//! Pages that commands produce: which they are, and whether those in git are up to date.
//!
//! Git has what people write. Of what commands produce it has only schemas, which people link to,
//! and tables and a picture inside of pages; everything else is written below `target/docs`.

use std::path::Path;
use std::process::Command;

use crate::picture::{self, ShownCommand};

/// The command that regenerates the pages.
pub const REMEDY: &str = "cargo xtask pages";

/// How a page, or part of it, is made.
enum Made {
    /// The page is the output of a command of `isagrid`.
    By(&'static [&'static str]),
    /// One table of the page is the first table in the output of a command.
    TableBy(&'static [&'static str]),
    /// The page is a picture of a terminal.
    PictureOf(&'static [ShownCommand]),
}
use Made::{By, PictureOf, TableBy};

/// The pages in git that commands make, in whole or in part, by their path from the root.
#[rustfmt::skip]
const IN_GIT: &[(&str, Made)] = &[
    ("docs/schema/grade-1.json", By(&["assignment", "schema"])),
    ("docs/schema/comparison-1.json", By(&["compare", "--schema"])),
    ("docs/schema/verify-1.json", By(&["verify", "--schema"])),
    ("docs/comparison.md",  TableBy(&["compare", "--format", "markdown"])),
    ("docs/debugging.md",   TableBy(&["debug", "--commands"])),
    ("docs/terminal.svg",   PictureOf(&[
        ShownCommand { arguments: "run docs/examples/wrong-mars.s", from: "", columns: 106 },
        ShownCommand {
            arguments: "verify --puzzle 9x9:1 mips32-mars-9x9 riscv32-rars-9x9 pdp10-its-9x9",
            from: "lane ",
            columns: 72,
        },
    ])),
];

/// The pages below `target/docs`, each with the command that prints it.
#[rustfmt::skip]
pub const IN_TARGET: &[(&str, &[&str])] = &[
    ("target/docs/isa/mips32.md",  &["isa", "mips32"]),
    ("target/docs/isa/riscv32.md", &["isa", "riscv32"]),
    ("target/docs/isa/pdp10.md",   &["isa", "pdp10"]),
    ("target/docs/isa/lc3.md",     &["isa", "lc3"]),
    ("target/docs/isa/its.md",     &["isa", "its"]),
    ("target/docs/isa/spl.md",     &["isa", "spl"]),
    ("target/docs/messages.md",    &["explain", "--markdown"]),
    ("target/docs/conventions.md", &["assignment", "checks"]),
    ("target/docs/comparison.md",  COMPARISON),
];

/// The command that compares every lane that can be compared.
pub const COMPARISON: &[&str] =
    &["compare", "--compiled", "--puzzles", "9x9:51-60", "--format", "markdown"];

/// A page as it should be.
pub struct Text {
    /// Path from the root.
    pub file: &'static str,
    /// The text that the file should have.
    pub text: String,
    /// Whether the file has that text already.
    pub is_true: bool,
}

/// Every page in git that commands make, as this `isagrid` makes it.
///
/// # Errors
/// If a command fails, or a page has no table with the same first column as the one made.
pub fn texts(root: &Path, isagrid: &Path) -> Result<Vec<Text>, String> {
    let text = |(file, made): &(&'static str, Made)| {
        let written = std::fs::read_to_string(root.join(file)).unwrap_or_default();
        let text = match made {
            By(arguments) => output(root, isagrid, arguments)?,
            TableBy(arguments) => {
                let made = output(root, isagrid, arguments)?;
                let table = first_table(&made);
                with_table(&written, &table).ok_or_else(|| {
                    let head = table.lines().next().unwrap_or_default();
                    format!("{file} has no table with the first column of {head}")
                })?
            }
            PictureOf(shown) => picture::of(root, isagrid, shown)?,
        };
        Ok(Text { file, is_true: text == written, text })
    };
    IN_GIT.iter().map(text).collect()
}

/// Every page below `target/docs`, as this `isagrid` prints it.
///
/// # Errors
/// If a command fails.
pub fn texts_in_target(root: &Path, isagrid: &Path) -> Result<Vec<Text>, String> {
    let text = |(file, arguments): &(&'static str, &[&str])| {
        let written = std::fs::read_to_string(root.join(file)).unwrap_or_default();
        let text = output(root, isagrid, arguments)?;
        Ok(Text { file, is_true: text == written, text })
    };
    IN_TARGET.iter().map(text).collect()
}

/// Output of a command; an error if the command fails.
fn output(root: &Path, isagrid: &Path, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new(isagrid);
    let done = command.args(arguments).current_dir(root).env_remove("CLICOLOR_FORCE").output();
    let done = done.map_err(|error| format!("{}: {error}", isagrid.display()))?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        return Err(format!("isagrid {} failed: {said}", arguments.join(" ")));
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}

/// The first table in a text of Markdown.
fn first_table(text: &str) -> String {
    let lines = text.lines().skip_while(|line| !line.starts_with('|'));
    lines.take_while(|line| line.starts_with('|')).map(|line| format!("{line}\n")).collect()
}

/// The page with this table in place of the first one whose first column has the same name.
fn with_table(page: &str, table: &str) -> Option<String> {
    let first_column: String = table.split_inclusive('|').take(2).collect();
    let start = page.find(&format!("\n{first_column}"))? + 1;
    let end = page[start..].find("\n\n").map_or(page.len(), |length| start + length + 1);
    Some(format!("{}{table}{}", &page[..start], &page[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_table_ends_before_the_text_after_it() {
        let text = "# A\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\nend\n\n| z |\n|---|\n";
        assert_eq!(first_table(text), "| x | y |\n|---|---|\n| 1 | 2 |\n");
        assert_eq!(first_table("# A\n"), "");
    }

    #[test]
    fn a_table_is_replaced_and_nothing_else() {
        let page = "# A\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\nend | x | y |\n";
        let table = "| x | y |\n|---|---|\n| 3 | 4 |\n| 5 | 6 |\n";
        let expected = "# A\n\n| x | y |\n|---|---|\n| 3 | 4 |\n| 5 | 6 |\n\nend | x | y |\n";
        assert_eq!(with_table(page, table).as_deref(), Some(expected));
        assert_eq!(with_table(expected, table).as_deref(), Some(expected));
        // A column that is renamed does not hide the table.
        assert_eq!(
            with_table(&page.replace("| y |\n|", "| w |\n|"), table).as_deref(),
            Some(expected)
        );
        assert_eq!(with_table("# A\n", table), None);
    }
}
