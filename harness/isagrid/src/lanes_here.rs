//! The lanes a command works on, and `isagrid lanes`: what they are, and a copy of those that came
//! with the command.

use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use clap::Args as ClapArgs;
use lanes::lane::{self, Lane, TABLE};
use lanes::root::{Root, bundled_files};
use machine::numbers::counted;
use machines::files;

use crate::{Ended, Ending, Usage, say};
use grading::assignment::BUNDLED as ASSIGNMENTS;

const EXAMPLES: &str = "\
Examples:
  isagrid lanes                      the lanes of this folder, or those that came with isagrid
  isagrid lanes --write sudoku       their sources, puzzles and golden files, to read and to change
  isagrid run sudoku/asm/backtrack/mips32-mars-9x9.s < sudoku/docs/examples/founding.txt

A lane is one solver on one machine, a row of asm/lanes.toml. In a folder with such a table, or
below it, commands work on its lanes; anywhere else on those that came with isagrid.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Write what came with isagrid to a folder that is new or empty
    #[arg(short, long, value_name = "DIR")]
    write: Option<PathBuf>,
    /// The folder whose lanes are shown
    #[arg(long, value_name = "DIR", conflicts_with = "write")]
    root: Option<PathBuf>,
}

/// Which lanes a command is about.
#[derive(Debug, ClapArgs)]
pub(crate) struct Choice {
    /// Lanes by name; all of them when none is named
    #[arg(value_name = "LANE")]
    pub(crate) lanes: Vec<String>,
    /// Only lanes whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Vec<String>,
    /// No lane whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub(crate) skip: Vec<String>,
}

impl Choice {
    /// The lanes the user asked for, in the order of the table.
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
        if lanes.is_empty() { Err(Usage("no lane is left to run".to_owned())) } else { Ok(lanes) }
    }
}

pub(crate) fn lanes(args: &Args) -> Ended {
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

/// Where the lanes are: the folder given, or the nearest one from here up with a table of lanes, or
/// the command itself.
pub(crate) fn root(given: Option<&Path>) -> Result<Root, Usage> {
    if let Some(folder) = given {
        // `./asm` is `asm` in all that is told: annotations name files as a repository does.
        let parts = folder.components().filter(|part| *part != Component::CurDir);
        return Ok(Root::Folder(parts.collect()));
    }
    let here = std::env::current_dir().map_err(|error| Usage(error.to_string()))?;
    let above = here.ancestors().position(|folder| folder.join(TABLE).is_file());
    Ok(above.map_or(Root::Bundled, |steps| Root::Folder(vec![".."; steps].iter().collect())))
}

/// The lanes of a root.
pub(crate) fn read(root: &Root) -> Result<Vec<Lane>, Usage> {
    lane::read_table(root).map_err(|error| Usage(error.to_string()))
}

/// Lanes that a message names; where there are more, it says how to list them.
const MOST_NAMED: usize = 24;

/// What is said of a name that no lane has.
pub(crate) fn unknown(name: &str, all: &[Lane]) -> Usage {
    let names: Vec<&str> = all.iter().map(|lane| lane.name.as_str()).collect();
    let name = asmkit::plain_name(name);
    let holds = |known: &&str| !name.is_empty() && known.contains(name.as_str());
    let hint = if names.iter().any(holds) {
        format!("; `--only {name}` takes all that have it in their name")
    } else {
        String::new()
    };
    let known = if names.len() <= MOST_NAMED {
        format!("there is {}", names.join(", "))
    } else {
        let near = asmkit::nearest(&name, names.iter().copied());
        let near = near.map_or_else(String::new, |near| format!("`{near}` is near, and "));
        format!("{near}`isagrid lanes` lists the {} there are", names.len())
    };
    Usage(format!("there is no lane `{name}`: {known}{hint}"))
}

/// Says whose lanes these are, where they are not those of the folder the command was called in.
pub(crate) fn tell_whose(root: &Root, doing: &str) {
    match root {
        Root::Bundled => say::note(&format!(
            "{doing} the lanes that came with isagrid: there is no {TABLE} here or above"
        )),
        Root::Folder(folder) if !folder.as_os_str().is_empty() => {
            let folder = folder.canonicalize().unwrap_or_else(|_| folder.clone());
            say::note(&format!("{doing} the lanes of {}", files::shown(&folder)));
        }
        Root::Folder(_) | Root::Given(_) => {}
    }
}

/// A line a lane.
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

/// Writes all that came with the command.
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
        return Err(Usage(format!("{shown} has files in it: name a folder that is new or empty")));
    }
    let mut count: usize = 0;
    // Assignments are no lanes: `isagrid assignment new` writes those.
    for (file, bytes) in bundled_files().filter(|(file, _)| !file.starts_with(ASSIGNMENTS)) {
        files::write_with_folders(&folder.join(file), bytes)?;
        count += 1;
    }
    say::out(&format!(
        "wrote {} to {shown}; there `isagrid verify` runs these lanes\n",
        counted(count, "file")
    ));
    Ok(())
}
