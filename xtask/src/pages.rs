//! Pages that commands write: which they are, what makes them, and whether they are still true.
//!
//! A page that a command makes is a row of `PAGES`, and nothing else has to know it.

use std::path::Path;
use std::process::Command;

use crate::picture::{self, Shown};

/// What makes the pages anew.
pub const REMEDY: &str = "cargo xtask pages";

/// A page, from the root, and what of it is made by commands.
type Page = (&'static str, Made);

/// How a page, or part of it, is made.
enum Made {
    /// The page is what a command of `isagrid` prints.
    By(&'static [&'static str]),
    /// A table of the page is: it goes from its head to the blank line behind it.
    TableBy(&'static [&'static str]),
    /// The page is a picture of a terminal.
    PictureOf(&'static [Shown]),
}
use Made::{By, PictureOf, TableBy};

/// Every page that is made by commands.
#[rustfmt::skip]
const PAGES: &[Page] = &[
    ("docs/isa/mips32.md",  By(&["isa", "mips32"])),
    ("docs/isa/riscv32.md", By(&["isa", "riscv32"])),
    ("docs/isa/pdp10.md",   By(&["isa", "pdp10"])),
    ("docs/isa/its.md",     By(&["isa", "its"])),
    ("docs/isa/spl.md",     By(&["isa", "spl"])),
    ("docs/messages.md",    By(&["explain", "--markdown"])),
    ("docs/conventions.md", By(&["assignment", "checks"])),
    ("docs/schema/grade-1.json", By(&["assignment", "schema"])),
    ("docs/comparison.md",  By(&["compare", "--compiled", "--puzzles", "9x9:51-60", "--format", "markdown"])),
    ("docs/schema/comparison-1.json", By(&["compare", "--schema"])),
    ("docs/schema/verify-1.json", By(&["verify", "--schema"])),
    ("docs/debugging.md",   TableBy(&["debug", "--commands"])),
    ("docs/terminal.svg",   PictureOf(&[
        Shown { arguments: "run docs/examples/wrong-mars.s", from: "", columns: 106 },
        Shown {
            arguments: "verify --puzzle 9x9:1 mips32-mars-9x9 riscv32-rars-9x9 pdp10-its-9x9",
            from: "lane ",
            columns: 72,
        },
    ])),
];

/// A page as it has to be.
pub struct Text {
    /// From the root.
    pub file: &'static str,
    /// What it has to hold.
    pub text: String,
    /// Whether it holds that already.
    pub is_true: bool,
}

/// Every generated page, as this `isagrid` makes it.
///
/// # Errors
/// When a command fails, or a page has no table like the one that is made.
pub fn texts(root: &Path, isagrid: &Path) -> Result<Vec<Text>, String> {
    let text = |(file, made): &Page| {
        let written = std::fs::read_to_string(root.join(file)).unwrap_or_default();
        let text = match made {
            By(arguments) => output(root, isagrid, arguments)?,
            TableBy(arguments) => {
                let table = output(root, isagrid, arguments)?;
                with_table(&written, &table).ok_or_else(|| {
                    let head = table.lines().next().unwrap_or_default();
                    format!("{file} has no table that begins with {head}")
                })?
            }
            PictureOf(shown) => picture::of(root, isagrid, shown)?,
        };
        Ok(Text { file, is_true: text == written, text })
    };
    PAGES.iter().map(text).collect()
}

/// What a command prints; its errors are ours.
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

/// The page with this table in the place of the one that has the same head.
fn with_table(page: &str, table: &str) -> Option<String> {
    let head = format!("\n{}\n", table.lines().next()?);
    let start = page.find(&head)? + 1;
    let end = page[start..].find("\n\n").map_or(page.len(), |length| start + length + 1);
    Some(format!("{}{table}{}", &page[..start], &page[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_replaced_and_nothing_else() {
        let page = "# A\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\nend | x | y |\n";
        let table = "| x | y |\n|---|---|\n| 3 | 4 |\n| 5 | 6 |\n";
        let expected = "# A\n\n| x | y |\n|---|---|\n| 3 | 4 |\n| 5 | 6 |\n\nend | x | y |\n";
        assert_eq!(with_table(page, table).as_deref(), Some(expected));
        assert_eq!(with_table(expected, table).as_deref(), Some(expected));
        assert_eq!(with_table("# A\n", table), None);
    }
}
