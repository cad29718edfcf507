//! `isagrid assignment`: creates assignments and checks that they grade correctly.

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Subcommand};
use grading::assignment::{self, Assignment, BUNDLED};
use grading::check::{self, AssignmentCheck, Change, MutantResult};
use grading::checks::CHECKS;
use grading::graded::{Graded, Kind, Points};
use lanes::root::Root;
use targets::files;

use crate::date::today;
use crate::grade::prepare;
use crate::{CommandResult, Ending, Usage, say};

mod new;
mod pack;

/// Check an assignment before you grade with it, or create one
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: AssignmentCommand,
}

#[derive(Subcommand)]
enum AssignmentCommand {
    /// Grade the reference, the scaffold, mutants, and unusual but correct solutions
    #[command(
        after_help = "Examples:\n  isagrid assignment check csee3827\n  isagrid assignment check homework --list"
    )]
    Check(CheckArgs),
    /// Create a folder with a small, commented, working assignment
    #[command(
        after_help = "Examples:\n  isagrid assignment new homework\n  isagrid assignment new homework --kind text\n  isagrid assignment new homework --like csee3827-rars"
    )]
    New(new::NewArgs),
    /// Write an archive for a grading platform
    #[command(after_help = pack::EXAMPLES)]
    Pack(pack::PackArgs),
    /// List the bundled assignments
    #[command(after_help = "Examples:\n  isagrid assignment list")]
    List,
    /// Print the list of grading checks as Markdown
    #[command(after_help = "Examples:\n  isagrid assignment checks")]
    Checks,
    /// Print the JSON Schema of `isagrid grade --report json=FILE`
    #[command(after_help = "Examples:\n  isagrid assignment schema > grade.schema.json")]
    Schema,
}

#[derive(ClapArgs)]
struct CheckArgs {
    /// Folder with assignment.toml, or name of a bundled assignment
    assignment: PathBuf,
    /// List every mutant and every odd solution, not only problems
    #[arg(long)]
    list: bool,
    /// Write mutants and odd solutions as whole programs to a new folder
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  isagrid assignment list
  isagrid assignment new homework
  isagrid assignment check csee3827";

pub(crate) fn assignment(args: &Args) -> CommandResult {
    match &args.command {
        AssignmentCommand::Check(args) => check(args),
        AssignmentCommand::New(args) => new::new(args),
        AssignmentCommand::Pack(args) => pack::pack(args),
        AssignmentCommand::List => {
            list();
            Ok(Ending::Well)
        }
        AssignmentCommand::Checks => {
            say::out(&checks());
            Ok(Ending::Well)
        }
        AssignmentCommand::Schema => {
            say::out(&format!("{:#}\n", grading::reports::schema().to_value()));
            Ok(Ending::Well)
        }
    }
}

fn check(args: &CheckArgs) -> CommandResult {
    let prepared = prepare(&args.assignment, &today())?;
    let oddities = oddities(&prepared.assignment)?;
    let is_there = |folder: &&PathBuf| folder.exists();
    if let Some(folder) = args.write.as_ref().filter(is_there) {
        return Err(Usage(format!("{} already exists", files::shown(folder))));
    }
    let checked = check::check(&prepared, &oddities);
    if let Some(folder) = &args.write {
        write_programs(folder, &checked, &prepared.assignment, &oddities)?;
    }
    say::out(&shown(&checked, args.list));
    Ok(if checked.is_well() { Ending::Well } else { Ending::Failed })
}

/// Writes the programs that were graded: `mutants/FUNCTION.KIND.N.s` and `oddities/FILE`.
fn write_programs(
    folder: &Path,
    checked: &AssignmentCheck,
    assignment: &Assignment,
    oddities: &[(String, Vec<u8>)],
) -> Result<(), Usage> {
    for MutantResult { mutant, .. } in &checked.mutants {
        let file = folder.join("mutants").join(mutant.id.replace(':', ".") + ".s");
        files::write_with_folders(&file, &mutant.text)?;
    }
    for (file, bytes) in oddities {
        let (text, _) = check::odd_solution(assignment, bytes);
        files::write_with_folders(&folder.join("oddities").join(file), text)?;
    }
    Ok(())
}

/// File of an assignment: name and content.
type Inside = (PathBuf, &'static [u8]);

/// Bundled assignments, by name.
fn bundled() -> Vec<(String, Vec<Inside>)> {
    let mut all: Vec<(String, Vec<Inside>)> = Vec::new();
    let mut files: Vec<_> = lanes::root::bundled_files().collect();
    files.sort();
    for (file, bytes) in files {
        let Ok(inside) = file.strip_prefix(BUNDLED) else { continue };
        let mut parts = inside.components();
        let Some(name) = parts.next().map(|name| name.as_os_str().to_string_lossy().into_owned())
        else {
            continue;
        };
        let rest = parts.as_path().to_owned();
        match all.last_mut().filter(|(last, _)| *last == name) {
            Some((_, files)) => files.push((rest, bytes)),
            None => all.push((name, vec![(rest, bytes)])),
        }
    }
    all
}

fn list() {
    for name in assignment::bundled() {
        let title = Assignment::read(Path::new(&name)).map(|assignment| assignment.title);
        say::out(&format!("{name:<20} {}\n", title.unwrap_or_default()));
    }
}

/// Table of checks as Markdown.
fn checks() -> String {
    let mut text = "# What grading checks\n\nWritten by `isagrid assignment checks`, from the table that grading itself uses.\n\n\
                    | code | what it finds | how | what to do |\n|---|---|---|---|\n".to_owned();
    for check in CHECKS {
        text.push_str(&format!(
            "| {} | {} | {} | {} |\n",
            check.id, check.finds, check.how, check.help
        ));
    }
    text
}

/// Files in an assignment's folder `oddities`, by name.
fn oddities(assignment: &Assignment) -> Result<Vec<(String, Vec<u8>)>, Usage> {
    if assignment.place == Root::Bundled {
        let mut all = Vec::new();
        for (file, bytes) in files_of(assignment)? {
            if let Ok(name) = file.strip_prefix("oddities") {
                all.push((name.to_string_lossy().into_owned(), bytes));
            }
        }
        return Ok(all);
    }
    let folder = assignment.folder.join("oddities");
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

/// Files of an assignment, by their names in its folder.
fn files_of(assignment: &Assignment) -> Result<Vec<(PathBuf, Vec<u8>)>, Usage> {
    let mut all = Vec::new();
    match &assignment.place {
        Root::Bundled => {
            let mut found = bundled().into_iter().filter(|(name, _)| *name == assignment.name);
            let inside = found.next().map(|(_, inside)| inside).unwrap_or_default();
            all.extend(inside.into_iter().map(|(file, bytes)| (file, bytes.to_vec())));
        }
        Root::Folder(_) => in_folder(&assignment.folder, Path::new(""), &mut all)?,
        Root::Given(files) => {
            all.extend(files.iter().map(|(file, bytes)| (file.clone(), bytes.clone())));
        }
    }
    Ok(all)
}

/// Adds all files below a folder, except hidden ones.
fn in_folder(folder: &Path, inside: &Path, all: &mut Vec<(PathBuf, Vec<u8>)>) -> Result<(), Usage> {
    let failed = |why: std::io::Error| Usage(format!("{}: {why}", files::shown(folder)));
    let mut names = Vec::new();
    for entry in folder.join(inside).read_dir().map_err(failed)? {
        names.push(entry.map_err(failed)?.file_name());
    }
    names.sort();
    for name in names.iter().filter(|name| !name.to_string_lossy().starts_with('.')) {
        let inside = inside.join(name);
        let path = folder.join(&inside);
        if path.is_dir() && !path.is_symlink() {
            in_folder(folder, &inside, all)?;
        } else if path.is_file() {
            all.push((inside, files::read(&path, files::SOURCE_LIMIT_BYTES)?));
        }
    }
    Ok(())
}

fn shown(checked: &AssignmentCheck, list: bool) -> String {
    let mut text = String::new();
    let mut line = |words: String| text.push_str(&(words + "\n"));
    let grade = |graded: &Graded| grading::show::total(graded);
    line(format!("reference: {}", grade(&checked.reference)));
    earned(&checked.reference, false).into_iter().for_each(&mut line);
    for (_, finding) in checked.reference.all_findings() {
        line(format!("  {}", finding.rendered));
    }
    line(format!("scaffold: {}", grade(&checked.scaffold)));
    earned(&checked.scaffold, true).into_iter().for_each(&mut line);
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
            line(format!("  {}: excused: {why}", judged.mutant.id));
        } else if !judged.is_caught() {
            survivor(judged, &found).into_iter().for_each(&mut line);
        }
    }
    for name in &checked.unknown {
        line(format!(
            "  `[equivalent]` names `{}`, which is not a mutant",
            asmkit::plain_name(name)
        ));
    }
    line(format!("mutants: {caught} of {} caught, {excused} excused", checked.mutants.len()));
    let well = checked.oddities.iter().filter(|oddity| oddity.is_well()).count();
    for oddity in &checked.oddities {
        let name = match oddity.functions.as_slice() {
            [] => oddity.file.clone(),
            functions => format!("{} ({})", oddity.file, functions.join(", ")),
        };
        if list && oddity.is_well() {
            line(format!("  {name}: {}", grade(&oddity.graded)));
        } else if !oddity.is_well() {
            line(format!("  {name} NOT ACCEPTED: {}", grade(&oddity.graded)));
            for (_, finding) in oddity.graded.all_findings() {
                line(finding.rendered.clone());
            }
        }
    }
    line(format!("odd solutions: {well} of {} without a finding", checked.oddities.len()));
    text
}

/// Points that the scaffold earns or the reference lacks: function, kind, case and reason of each.
fn earned(graded: &Graded, is_scaffold: bool) -> Vec<String> {
    let is_wrong = |kind: &&Kind| {
        if is_scaffold { kind.points > Points(0) } else { kind.points < kind.out_of }
    };
    let mut lines = Vec::new();
    for function in &graded.functions {
        let case = function.findings.iter().find_map(|finding| finding.case.as_ref());
        let case = case.map(|case| format!(", first in case {case}")).unwrap_or_default();
        for kind in function.kinds.iter().filter(is_wrong) {
            let (name, of) = (asmkit::plain_name(&function.name), kind.of.name());
            let (points, out_of) = (kind.points.show(), kind.out_of.show());
            lines.push(format!("  {name}: {of} {points} of {out_of}: {}{case}", kind.summary));
        }
    }
    lines
}

/// Number of lines shown of a change.
const MOST_CHANGED: usize = 4;

/// Report of a mutant that escaped its checks: other findings, and the change.
fn survivor(judged: &MutantResult, found: &str) -> Vec<String> {
    let found = match found {
        "" => "no check found anything".to_owned(),
        found => format!("found only by {found}, not by the expected check"),
    };
    let mut lines =
        vec![format!("  {} SURVIVED ({found}): {}", judged.mutant.id, judged.mutant.what)];
    let Change { line, before, after } = &judged.change;
    let sides = [("-", before), ("+", after)];
    for (sign, side) in sides {
        let shown = side.iter().zip(*line..).take(MOST_CHANGED);
        lines.extend(shown.map(|(text, number)| {
            format!("    {sign} {number:>4} | {}", asmkit::plain(text.trim()))
        }));
        if let Some(more @ 1..) = side.len().checked_sub(MOST_CHANGED) {
            lines.push(format!("    {sign}      | and {more} more"));
        }
    }
    lines
}
