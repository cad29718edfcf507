//! `isagrid report`: a comparison as one page of HTML with plots.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use lanes::compare::metric::By;
use lanes::compare::{Comparison, Group};
use lanes::root::Root;
use lanes::verify::Verified;
use machines::files;
use reports::page::{self, Report};
use reports::profile::Profile;
use reports::tables;

use crate::compare::{Of, ending};
use crate::{Ended, Usage, say};

const EXAMPLES: &str = "\
Examples:
  isagrid report --algorithm backtrack               what people wrote, on three machines: report.html
  isagrid report --compiled --output compilers.html  what compilers made of the same, too
  isagrid report mips32-links pdp10-links --puzzles easy

The page is one file: no scripts, nothing from a network; it can be shown, printed and handed out. The tables are those of
`isagrid compare`, which has the same numbers as data.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    of: Of,
    /// The file that is written
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    output: PathBuf,
}

pub(crate) fn report(args: &Args) -> Ended {
    let comparison = args.of.measured()?;
    write(&args.output, &comparison, page(&comparison, By::Puzzle, None)?)?;
    say::out(&format!("wrote {}\n", files::shown(&args.output)));
    Ok(ending(&comparison))
}

/// Writes a file that is none of what was compared.
pub(crate) fn write(path: &Path, comparison: &Comparison, text: String) -> Result<(), Usage> {
    let rows = comparison.groups.iter().flat_map(|group| &group.rows);
    let sources = rows.flat_map(|row| &row.lane.sources);
    let sources: Vec<PathBuf> = match &comparison.root {
        Root::Folder(folder) => sources.map(|source| folder.join(source)).collect(),
        Root::Bundled => Vec::new(),
    };
    files::not_over(path, sources.iter().map(PathBuf::as_path))?;
    Ok(files::write(path, text)?)
}

/// A comparison as a page, with what its lanes came to when they were verified.
pub(crate) fn page(
    comparison: &Comparison,
    by: By,
    verified: Option<&Verified>,
) -> Result<String, Usage> {
    let mut profiles = Vec::new();
    for group in &comparison.groups {
        profiles.extend(self::profiles(comparison, group)?);
    }
    Ok(page::page(&Report {
        title: "Instruction sets compared".to_owned(),
        comparison,
        tables: comparison.groups.iter().map(|group| tables::of(group, by)).collect(),
        profiles,
        sections: Vec::new(),
        verified,
        made_by: made_by(),
    }))
}

/// Where the instructions of each solver that has a source went, on the puzzle in the middle.
fn profiles(comparison: &Comparison, group: &Group) -> Result<Vec<Profile>, Usage> {
    let Some(at) = group.puzzles.get(group.puzzles.len() / 2) else { return Ok(Vec::new()) };
    let name = at.id.to_string();
    let with_source = group.rows.iter().filter(|row| row.lane.made_by.is_none());
    let profile = |row: &lanes::compare::Row| {
        let found = Profile::of(&row.lane, &comparison.root, (&name, &at.puzzle));
        found.map_err(|why| Usage(format!("{}: {why}", row.lane.name)))
    };
    with_source.map(profile).collect()
}

/// This command with its version, as one would call it again.
fn made_by() -> String {
    let words: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| asmkit::plain_name(&word.to_string_lossy()))
        .map(|word| if word.contains(' ') { format!("'{word}'") } else { word })
        .collect();
    format!("isagrid {} ({})", words.join(" "), env!("CARGO_PKG_VERSION"))
}
