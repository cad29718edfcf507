//! `isagrid lanes`: lists lanes or writes a copy of the bundled ones; lane selection for other
//! commands.

use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use clap::Args as ClapArgs;
use lanes::lane::{self, Lane, TABLE};
use lanes::root::{Root, bundled_files};
use machine::numbers::counted;
use targets::files;

use crate::{CommandResult, Ending, Usage, say};
use grading::assignment::BUNDLED as ASSIGNMENTS;

const EXAMPLES: &str = "\
Examples:
  isagrid lanes                      list the lanes of this folder, or the bundled lanes
  isagrid lanes --write sudoku       write the bundled sources, puzzles and golden files
  isagrid run sudoku/asm/backtrack/mips32-mars-9x9.s < sudoku/docs/examples/founding.txt

A lane is one solver on one machine, a row of asm/lanes.toml. In a folder with such a table, or
below it, commands use its lanes; elsewhere they use the bundled lanes.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Write the bundled lanes and their files to a new or empty folder
    #[arg(short, long, value_name = "DIR")]
    write: Option<PathBuf>,
    /// List the lanes of this folder
    #[arg(long, value_name = "DIR", conflicts_with = "write")]
    root: Option<PathBuf>,
}

// Selection of lanes.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct Choice {
    /// Names of lanes [default: all]
    #[arg(value_name = "LANE")]
    pub(crate) lanes: Vec<String>,
    /// Select lanes whose name contains TEXT
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Vec<String>,
    /// Skip lanes whose name contains TEXT
    #[arg(long, value_name = "TEXT")]
    pub(crate) skip: Vec<String>,
}

impl Choice {
    /// Selected lanes, in table order.
    pub(crate) fn of(&self, all: Vec<Lane>) -> Result<Vec<Lane>, Usage> {
        let is_none = |name: &&String| all.iter().all(|lane| lane.name != **name);
        if let Some(none) = self.lanes.iter().find(is_none) {
            return Err(unknown(none, &all));
        }
        let wanted = |lane: &Lane| {
            let contains = |text: &String| lane.name.contains(text.as_str());
            (self.lanes.is_empty() || self.lanes.contains(&lane.name))
                && (self.only.is_empty() || self.only.iter().any(contains))
                && !self.skip.iter().any(contains)
        };
        let lanes: Vec<Lane> = all.into_iter().filter(wanted).collect();
        if lanes.is_empty() { Err(Usage("no lane matches".to_owned())) } else { Ok(lanes) }
    }
}

pub(crate) fn lanes(args: &Args) -> CommandResult {
    match &args.write {
        Some(folder) => write(folder)?,
        None => {
            let root = root(args.root.as_deref())?;
            say::out(&list(&read(&root)?));
            tell_whose(&root, "these are");
        }
    }
    Ok(Ending::Well)
}

/// Root of the lanes: the given folder, else the nearest folder from here up with a lane table,
/// else the bundled lanes.
pub(crate) fn root(given: Option<&Path>) -> Result<Root, Usage> {
    if let Some(folder) = given {
        // Strip `./`: annotations name files relative to the repository.
        let parts = folder.components().filter(|part| *part != Component::CurDir);
        return Ok(Root::Folder(parts.collect()));
    }
    let here = std::env::current_dir().map_err(|error| Usage(error.to_string()))?;
    let above = here.ancestors().position(|folder| folder.join(TABLE).is_file());
    Ok(above.map_or(Root::Bundled, |steps| Root::Folder(vec![".."; steps].iter().collect())))
}

/// Reads the lanes of a root.
pub(crate) fn read(root: &Root) -> Result<Vec<Lane>, Usage> {
    lane::read_table(root).map_err(|error| Usage(error.to_string()))
}

/// Number of lanes that a message names; with more, it names the command that lists them.
const MOST_NAMED: usize = 24;

/// Error message for an unknown lane.
pub(crate) fn unknown(name: &str, all: &[Lane]) -> Usage {
    let names: Vec<&str> = all.iter().map(|lane| lane.name.as_str()).collect();
    let name = asmkit::plain_name(name);
    let holds = |known: &&str| !name.is_empty() && known.contains(name.as_str());
    let hint = if names.iter().any(holds) {
        format!("; `--only {name}` selects all lanes whose name contains it")
    } else {
        String::new()
    };
    let known = if names.len() <= MOST_NAMED {
        format!("; the lanes are {}", names.join(", "))
    } else {
        let near = asmkit::nearest(&name, names.iter().copied());
        let near = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
        format!("{near}; run `isagrid lanes` for the list of {}", names.len())
    };
    Usage(format!("unknown lane `{name}`{known}{hint}"))
}

/// Reports which lanes are used, unless they are those of the current folder.
pub(crate) fn tell_whose(root: &Root, doing: &str) {
    match root {
        Root::Bundled => say::note(&format!("{doing} the bundled lanes: no {TABLE} here or above")),
        Root::Folder(folder) if !folder.as_os_str().is_empty() => {
            let folder = folder.canonicalize().unwrap_or_else(|_| folder.clone());
            say::note(&format!("{doing} the lanes of {}", files::shown(&folder)));
        }
        Root::Folder(_) | Root::Given(_) => {}
    }
}

/// List with one line per lane.
pub(crate) fn list(lanes: &[Lane]) -> String {
    let mut text = String::new();
    for lane in lanes {
        let sources: Vec<String> =
            lane.sources.iter().map(|source| source.to_string_lossy().replace('\\', "/")).collect();
        text.push_str(&format!(
            "{:<24} {} {}, {}, puzzles {}, {}\n",
            lane.name,
            lane.target.isa(),
            lane.written_in(),
            lane.algorithm.name(),
            lane.sets.join(" "),
            sources.join(" ")
        ));
    }
    text
}

/// Writes the bundled lanes and their files.
fn write(folder: &Path) -> Result<(), Usage> {
    let is_taken = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) if error.kind() == ErrorKind::NotFound => false,
        Err(error) => {
            let reason = files::reason(&error);
            return Err(Usage(format!("cannot write to {}: {reason}", files::shown(folder))));
        }
    };
    let shown = files::shown(folder);
    if is_taken {
        return Err(Usage(format!("{shown} is not empty: name a new or empty folder")));
    }
    let mut count: usize = 0;
    // Assignments are not lanes: `isagrid assignment new` writes those.
    for (file, bytes) in bundled_files().filter(|(file, _)| !file.starts_with(ASSIGNMENTS)) {
        files::write_with_folders(&folder.join(file), bytes)?;
        count += 1;
    }
    say::out(&format!(
        "wrote {} to {shown}; run `isagrid verify` there to check these lanes\n",
        counted(count, "file")
    ));
    Ok(())
}
