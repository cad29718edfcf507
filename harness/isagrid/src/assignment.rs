//! `isagrid assignment`: writes assignments, and checks that they grade as they should.

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Subcommand};
use grading::check::{self, Checked};
use machines::files;

use crate::grade::{prepare, today};
use crate::{Ended, Ending, Usage, say};

/// Checks an assignment before anybody is graded by it, and writes new ones
#[derive(ClapArgs)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Grades the reference, the scaffold, mutants of the reference, and odd solutions that are right
    Check(CheckArgs),
}

#[derive(ClapArgs)]
struct CheckArgs {
    /// A folder with assignment.toml, or the name of one that came with isagrid
    assignment: PathBuf,
    /// Show each mutant and each odd solution, and not only what is wrong
    #[arg(long)]
    list: bool,
}

pub(crate) fn assignment(args: &Args) -> Ended {
    match &args.command {
        Command::Check(args) => check(args),
    }
}

fn check(args: &CheckArgs) -> Ended {
    let prepared = prepare(&args.assignment, &today())?;
    let oddities = oddities(&args.assignment)?;
    let checked = check::check(&prepared, &oddities);
    say::out(&shown(&checked, args.list));
    Ok(if checked.is_well() { Ending::Well } else { Ending::Failed })
}

/// The files in an assignment's folder `oddities`, by name.
fn oddities(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, Usage> {
    let folder = folder.join("oddities");
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let unreadable = |why: std::io::Error| Usage(format!("{}: {why}", files::shown(&folder)));
    let mut paths = Vec::new();
    for entry in folder.read_dir().map_err(unreadable)? {
        paths.push(entry.map_err(unreadable)?.path());
    }
    paths.sort();
    let mut all = Vec::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|ending| ending != "md")) {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        all.push((name.unwrap_or_default(), files::read(path, files::SOURCE_LIMIT_BYTES)?));
    }
    Ok(all)
}

fn shown(checked: &Checked, list: bool) -> String {
    let mut text = String::new();
    let mut line = |words: String| text.push_str(&(words + "\n"));
    let grade = |graded: &grading::graded::Graded| grading::show::total(graded);
    line(format!("reference: {}", grade(&checked.reference)));
    for (_, finding) in checked.reference.all_findings() {
        line(format!("  {}", finding.rendered));
    }
    line(format!("scaffold: {}", grade(&checked.scaffold)));
    let caught = checked.mutants.iter().filter(|judged| judged.is_caught()).count();
    let excused = checked
        .mutants
        .iter()
        .filter(|judged| !judged.is_caught() && judged.excused.is_some())
        .count();
    for judged in &checked.mutants {
        let found = judged.found.join(" ");
        if list && judged.is_caught() {
            line(format!("  {}: {found}", judged.mutant.id));
        } else if let Some(why) = judged.excused.as_ref().filter(|_| !judged.is_caught()) {
            line(format!("  {}: not told from the reference: {why}", judged.mutant.id));
        } else if !judged.is_caught() {
            line(format!("  {} SURVIVED ({found}): {}", judged.mutant.id, judged.mutant.what));
        }
    }
    line(format!("mutants: {caught} of {} caught, {excused} excused", checked.mutants.len()));
    let well = checked.oddities.iter().filter(|oddity| oddity.is_well()).count();
    for oddity in &checked.oddities {
        if list && oddity.is_well() {
            line(format!("  {}: {}", oddity.file, grade(&oddity.graded)));
        } else if !oddity.is_well() {
            line(format!("  {} IS NOT TAKEN FOR RIGHT: {}", oddity.file, grade(&oddity.graded)));
            for (_, finding) in oddity.graded.all_findings() {
                line(finding.rendered.clone());
            }
        }
    }
    line(format!("odd solutions: {well} of {} without a finding", checked.oddities.len()));
    text
}
