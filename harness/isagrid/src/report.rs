//! `isagrid report`: writes a comparison as one HTML page with plots.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use lanes::compare::metric::By;
use lanes::compare::{Comparison, ComparisonGroup};
use lanes::golden::SetPuzzle;
use lanes::root::Root;
use lanes::side_by_side::{EventSelection, side_by_side};
use lanes::verify::Verification;
use reports::page::{self, PageSection, Report};
use reports::profile::Profile;
use reports::tables;
use targets::files;

use crate::compare::Selection;
use crate::{CommandResult, Usage, say};

const EXAMPLES: &str = "\
Examples:
  isagrid report --algorithm backtrack               hand-written solvers on three machines
  isagrid report --compiled --output compilers.html  include compiler-generated solvers
  isagrid report mips32-links pdp10-links --puzzles easy --side-by-side mips32-links pdp10-links

The page is one file without scripts or network resources. Its tables are those of
`isagrid compare`, which also prints the numbers as JSON or CSV.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    of: Selection,
    /// Also show two of the lanes side by side, decision by decision
    #[arg(long, value_name = "LANE", num_args = 2)]
    side_by_side: Vec<String>,
    /// Search node to show side by side
    #[arg(long, value_name = "N", default_value_t = 2, requires = "side_by_side")]
    node: u64,
    /// Output file
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    output: PathBuf,
}

pub(crate) fn report(args: &Args) -> CommandResult {
    files::may_write(&args.output, [])?;
    let comparison = args.of.measure()?;
    let section = compared_events(args, &comparison)?;
    let page = page(&comparison, By::Puzzle, None, section)?;
    write(&args.output, &comparison, page)?;
    say::out(&format!("wrote {}\n", files::shown(&args.output)));
    Ok(args.of.ending(&comparison))
}

/// Number of events whose instructions are counted, besides the node that is shown.
const EVENTS: u64 = 1000;

/// Section with two lanes side by side, on the first puzzle of their group.
fn compared_events(args: &Args, comparison: &Comparison) -> Result<Vec<PageSection>, Usage> {
    let [one, other] = args.side_by_side.as_slice() else { return Ok(Vec::new()) };
    let named = |name: &str| {
        let of = |group: &ComparisonGroup| {
            let row = group.rows.iter().find(|row| row.lane.name == *name)?;
            Some((row.lane.clone(), group.puzzles.first()?.clone()))
        };
        let found = comparison.groups.iter().find_map(of);
        let name = asmkit::plain_name(name);
        found.ok_or_else(|| Usage(format!("`{name}` is not one of the compared lanes")))
    };
    let ((one, at), (other, _)) = (named(one)?, named(other)?);
    let puzzle = SetPuzzle { number: at.id.number, line: 0, puzzle: at.puzzle };
    let found = side_by_side(
        &comparison.root,
        [&one, &other],
        &puzzle,
        &EventSelection::Node(args.node),
        EVENTS,
    );
    let found = found.map_err(|refused| Usage(refused.to_string()))?;
    Ok(vec![page::side_by_side::section(&found, &at.id.to_string())])
}

/// Writes a file, unless it is a source of a compared lane.
pub(crate) fn write(path: &Path, comparison: &Comparison, text: String) -> Result<(), Usage> {
    let rows = comparison.groups.iter().flat_map(|group| &group.rows);
    let sources = rows.flat_map(|row| &row.lane.sources);
    let sources: Vec<PathBuf> = match &comparison.root {
        Root::Folder(folder) => sources.map(|source| folder.join(source)).collect(),
        Root::Bundled | Root::Given(_) => Vec::new(),
    };
    files::may_write(path, sources.iter().map(PathBuf::as_path))?;
    Ok(files::write(path, text)?)
}

/// Comparison as a page, optionally with the results of a verification.
pub(crate) fn page(
    comparison: &Comparison,
    by: By,
    verified: Option<&Verification>,
    sections: Vec<PageSection>,
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
        sections,
        verified,
        made_by: format!("{} ({})", command(), env!("CARGO_PKG_VERSION")),
    }))
}

/// Execution profile of each hand-written solver, on the middle puzzle.
fn profiles(comparison: &Comparison, group: &ComparisonGroup) -> Result<Vec<Profile>, Usage> {
    let Some(at) = group.puzzles.get(group.puzzles.len() / 2) else { return Ok(Vec::new()) };
    let name = at.id.to_string();
    let with_source = group.rows.iter().filter(|row| row.lane.made_by.is_none());
    let profile = |row: &lanes::compare::ComparisonRow| {
        let found = Profile::of(&row.lane, &comparison.root, (&name, &at.puzzle));
        found.map_err(|why| Usage(format!("{}: {why}", row.lane.name)))
    };
    with_source.map(profile).collect()
}

/// Command line of this process, for repeating it.
pub(crate) fn command() -> String {
    let words: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| asmkit::plain_name(&word.to_string_lossy()))
        .map(|word| if word.contains(' ') { format!("'{word}'") } else { word })
        .collect();
    format!("isagrid {}", words.join(" "))
}
