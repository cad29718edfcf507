//! The file `assignment.toml`, and every mistake that can be in it.

mod cases;
mod functions;
mod program;
mod values;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use lanes::root::Root;
use machine::numbers::counted;
use machine::{AnyMachine, Machine as _};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use targets::target::{Target, UnknownTarget};
use toml::Spanned;

use super::{Assignment, Cells, FILE, Program, ROOM_UNITS, Task, WholeFile, Work};
use crate::graded::{Points, PointsCategory};
use crate::link::labels;
use crate::rules::{Rules, unknown_words};
use crate::value::Layout;
use cases::CasesRow;
pub(crate) use cases::is_date;
use program::ProgramRow;

/// Something wrong with an assignment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The file.
    pub file: String,
    /// The line, from 1, if any.
    pub line: Option<usize>,
    /// Error message.
    pub why: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.why),
            None => write!(f, "{}: {}", self.file, self.why),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AssignmentFile {
    title: String,
    machine: Spanned<String>,
    dialect: Spanned<String>,
    #[serde(default)]
    switches: Vec<String>,
    submission: String,
    scaffold: Spanned<String>,
    reference: Spanned<String>,
    profile: Option<Spanned<String>>,
    #[serde(default)]
    seed: u64,
    separator: Option<Spanned<String>>,
    #[serde(default)]
    names: BTreeMap<String, Spanned<String>>,
    cells: Option<Cells>,
    #[serde(default)]
    allowed: Vec<Spanned<String>>,
    #[serde(default)]
    forbidden: Vec<Spanned<String>>,
    whole_file: Option<Spanned<WholeFile>>,
    #[serde(default)]
    function: Vec<Spanned<FunctionRow>>,
    #[serde(default)]
    procedure: Vec<Spanned<FunctionRow>>,
    program: Option<Spanned<ProgramRow>>,
    #[serde(default)]
    equivalent: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FunctionRow {
    name: String,
    #[serde(default)]
    arguments: Vec<Spanned<String>>,
    result: Option<Spanned<String>>,
    #[serde(default)]
    writes: Vec<Spanned<String>>,
    calls: Option<Vec<String>>,
    #[serde(default)]
    system_calls: Vec<u64>,
    instructions: Option<u64>,
    rules: Option<Spanned<Rules>>,
    #[serde(default)]
    points: BTreeMap<PointsCategory, f64>,
    #[serde(rename = "in", default)]
    inward: Vec<Spanned<String>>,
    out: Option<Spanned<String>>,
    clobbers: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    skips: u64,
    #[serde(default)]
    prints: bool,
    exact: Option<Spanned<bool>>,
    input: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    heap: bool,
    tolerance: Option<f64>,
    #[serde(default)]
    cases: Vec<Spanned<CasesRow>>,
}

/// The file being read, and what was found wrong.
struct Reader<'r> {
    file: String,
    text: &'r str,
    /// Root of its folder, and the path within that root.
    place: Root,
    inside: PathBuf,
    mistakes: Vec<Mistake>,
    /// Further files of the folder that were read.
    data: BTreeMap<String, Vec<u8>>,
    /// Labels that the reference must have, and where they are named.
    labels_used: Vec<(Range<usize>, String)>,
}

impl Reader<'_> {
    fn wrong(&mut self, at: Range<usize>, why: impl Into<String>) {
        let line = self.text.get(..at.start).map(|before| before.matches('\n').count() + 1);
        let mistake = Mistake { file: self.file.clone(), line, why: why.into() };
        if !self.mistakes.contains(&mistake) {
            self.mistakes.push(mistake);
        }
    }

    /// The content of a further file of the folder, which is named at a place.
    fn data(&mut self, name: &str, at: &Range<usize>) -> Vec<u8> {
        let path = Path::new(name);
        let is_below = path.components().all(|part| matches!(part, Component::Normal(_)));
        let read = if is_below && !name.is_empty() {
            self.place.source(&self.inside.join(path)).map_err(|why| why.to_string())
        } else {
            Err("files of the assignment must be in its folder, and named without `..`".to_owned())
        };
        let content = read.unwrap_or_else(|why| {
            self.wrong(at.clone(), format!("`{}`: {why}", asmkit::plain_name(name)));
            Vec::new()
        });
        self.data.insert(name.to_owned(), content.clone());
        content
    }
}

/// Reads an assignment with its files below `inside` of a root.
pub(super) fn read(place: Root, inside: &Path, folder: &Path) -> Result<Assignment, Vec<Mistake>> {
    let shown = targets::files::shown(&folder.join(FILE));
    let text = place.text(&inside.join(FILE)).map_err(|_| vec![no_file(&shown)])?;
    let mut reader = Reader {
        file: shown,
        text: &text,
        place: place.clone(),
        inside: inside.to_owned(),
        mistakes: Vec::new(),
        data: BTreeMap::new(),
        labels_used: Vec::new(),
    };
    let Some(file) = reader.parse() else { return Err(reader.mistakes) };
    let target = reader.target(&file);
    let (scaffold, reference) = (reader.source(&file.scaffold), reader.source(&file.reference));
    let is_strict = reader.is_strict(&file);
    let Some(target) = target else { return Err(reader.mistakes) };
    let names = reader.names(&file, &target);
    let work = reader.work(&file, &target, &names);
    reader.whole_file(&file, &work);
    reader.words(&file, &target);
    reader.rules(&file, &work);
    if !reader.mistakes.is_empty() {
        return Err(reader.mistakes);
    }
    let digest = reader.digest(&scaffold, &reference);
    let has_head = reader.has_head(&file, &reference);
    let own = [FILE, file.scaffold.get_ref().as_str(), file.reference.get_ref().as_str()];
    let files = own.map(str::to_owned).into_iter().chain(reader.data.keys().cloned()).collect();
    let folder = if place == Root::Bundled { inside } else { folder };
    let assignment = Assignment {
        name: name_of(folder),
        place,
        folder: folder.to_owned(),
        title: file.title.clone(),
        target,
        submission: file.submission.clone(),
        scaffold,
        reference,
        is_strict,
        seed: file.seed,
        separator: file.separator.as_ref().map(|separator| separator.get_ref().clone()),
        has_head,
        names: names.into_iter().map(|(name, register)| (register, name)).collect(),
        cells: file.cells.unwrap_or(Cells::Strings),
        allowed: file.allowed.iter().map(|name| name.get_ref().clone()).collect(),
        forbidden: file.forbidden.iter().map(|name| name.get_ref().clone()).collect(),
        whole_file: file.whole_file.as_ref().map_or_else(WholeFile::default, |row| *row.get_ref()),
        work,
        equivalent: file.equivalent.clone(),
        files,
        digest,
    };
    reader.labels(&file, &assignment);
    if reader.mistakes.is_empty() { Ok(assignment) } else { Err(reader.mistakes) }
}

/// A folder's name, without what could harm a terminal.
fn name_of(folder: &Path) -> String {
    let absolute = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    absolute
        .file_name()
        .map_or_else(String::new, |name| asmkit::plain_name(&name.to_string_lossy()))
}

fn no_file(shown: &str) -> Mistake {
    let why = format!(
        "there is no such file: an assignment is a folder with {FILE}, as `isagrid assignment new FOLDER` \
         writes one, or the name of one that came with isagrid: {}",
        super::bundled().join(", ")
    );
    Mistake { file: shown.to_owned(), line: None, why }
}

impl Reader<'_> {
    fn parse(&mut self) -> Option<AssignmentFile> {
        let error = match toml::from_str(self.text) {
            Ok(file) => return Some(file),
            Err(error) => error,
        };
        let why = error.message().replace('\n', " ");
        let why = why.replace("expected u64", "expected a number of at least 0");
        self.wrong(error.span().unwrap_or(0..0), why);
        None
    }

    /// The text of a source in the folder.
    fn source(&mut self, name: &Spanned<String>) -> String {
        let read = self.place.text(&self.inside.join(name.get_ref()));
        read.unwrap_or_else(|why| {
            self.wrong(name.span(), why);
            String::new()
        })
    }

    /// Digest of everything that was read.
    fn digest(&self, scaffold: &str, reference: &str) -> String {
        let mut digest = Sha256::new();
        let texts = [self.text, scaffold, reference].map(str::as_bytes);
        for part in texts.into_iter().chain(self.data.values().map(Vec::as_slice)) {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        data_encoding::HEXLOWER.encode(&digest.finalize())
    }

    /// Whether the reference has a separator before its first function.
    fn has_head(&mut self, file: &AssignmentFile, reference: &str) -> bool {
        let Some(separator) = &file.separator else { return false };
        let begins = |line: &&str| line.trim_start().starts_with(separator.get_ref());
        let (separators, functions) =
            (reference.lines().filter(begins).count(), file.function.len());
        if separators != functions && separators != functions + 1 {
            let why = format!(
                "{} of the reference begin with it, for {}: write one after each function, and optionally one before the first",
                counted(separators as u64, "line"),
                counted(functions as u64, "function")
            );
            self.wrong(separator.span(), why);
        }
        separators == functions + 1
    }

    fn target(&mut self, file: &AssignmentFile) -> Option<Target> {
        self.switched(file, &file.switches, &file.dialect.span())
    }

    /// The machine with these switches.
    fn switched(
        &mut self,
        file: &AssignmentFile,
        switches: &[String],
        at: &Range<usize>,
    ) -> Option<Target> {
        let (machine, dialect) = (file.machine.get_ref(), file.dialect.get_ref());
        match Target::named(machine, dialect, switches) {
            Ok(target) => return Some(target),
            Err(UnknownTarget::Machine { known }) => {
                let why =
                    format!("no machine is called `{machine}`: there are {}", known.join(", "));
                self.wrong(file.machine.span(), why);
            }
            Err(UnknownTarget::Dialect { known }) => {
                let why =
                    format!("{machine} has no dialect `{dialect}`: it has {}", known.join(", "));
                self.wrong(file.dialect.span(), why);
            }
            Err(UnknownTarget::Switch(why)) => self.wrong(at.clone(), why),
        }
        None
    }

    /// Refuses names of instructions that the dialect does not have.
    fn words(&mut self, file: &AssignmentFile, target: &Target) {
        let rows = || file.allowed.iter().chain(&file.forbidden);
        let unknown = unknown_words(target, rows().map(|name| name.get_ref().as_str()));
        for (name, near) in unknown {
            let row = rows().find(|row| row.get_ref() == name);
            let near = near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
            let name = asmkit::plain_name(name);
            let why = format!("no instruction of the dialect is called `{name}`{near}");
            self.wrong(row.map_or(0..0, Spanned::span), why);
        }
    }

    /// Refuses rules that cost nothing, points for rules that are not there, and calls of nothing.
    fn rules(&mut self, file: &AssignmentFile, work: &Work) {
        let has_lists = !file.allowed.is_empty() || !file.forbidden.is_empty();
        let rows = file.function.iter();
        let rows = rows.map(|row| (row.span(), row.get_ref().rules.as_ref()));
        let Work::Functions { graded, given, .. } = work else {
            if let Some(row) = &file.program
                && let Some(program) = program_of(work)
                && program.points.contains_key(&PointsCategory::Rules)
                && !has_lists
                && program.rules.is_empty()
            {
                self.wrong(row.span(), "there are points for rules, but no rules");
            }
            return;
        };
        for ((at, rules), task) in rows.zip(graded) {
            let (name, points) = (&task.contract.name, &task.points);
            let has_rules = !task.rules.is_empty();
            if points.contains_key(&PointsCategory::Rules) && !has_rules && !has_lists {
                let why = format!("`{name}` has points for rules, but no rules");
                self.wrong(at.clone(), why);
            }
            let can_pay = points.contains_key(&PointsCategory::Rules)
                || points.contains_key(&PointsCategory::Convention);
            if has_rules && !can_pay {
                let why = format!("the rules of `{name}` cost nothing: give it points for rules");
                self.wrong(rules.map_or(at.clone(), Spanned::span), why);
            }
            let is_known = |other: &String| {
                graded.iter().any(|task| task.contract.name == *other)
                    || given.iter().any(|given| given.name == *other)
            };
            if let Some(other) = task.rules.must_call.iter().find(|other| !is_known(other)) {
                let other = asmkit::plain_name(other);
                let why = format!("`{other}` is neither a [[function]] nor a [[procedure]] here");
                self.wrong(rules.map_or(at, Spanned::span), why);
            }
        }
    }

    /// Refuses a cost that no function can pay.
    fn whole_file(&mut self, file: &AssignmentFile, work: &Work) {
        let Some(row) = &file.whole_file else { return };
        let has_points = match work {
            Work::Functions { graded, .. } => {
                graded.iter().any(|task| task.points.contains_key(&PointsCategory::Integration))
            }
            Work::Program(_) => false,
        };
        if *row.get_ref() == WholeFile::Integration && !has_points {
            let why = "a file that does not assemble as a whole loses its points for integration, but nothing has such points";
            self.wrong(row.span(), why);
        }
    }

    fn is_strict(&mut self, file: &AssignmentFile) -> bool {
        match file.profile.as_ref().map(|profile| (profile.get_ref().as_str(), profile.span())) {
            None | Some(("classroom", _)) => false,
            Some(("abi", _)) => true,
            Some((other, at)) => {
                self.wrong(at, format!("there is no profile `{other}`: write classroom or abi"));
                false
            }
        }
    }

    /// Functions that are not there, or twice, and calls of what is none.
    fn labels(&mut self, file: &AssignmentFile, assignment: &Assignment) {
        let known = labels(&assignment.reference, assignment);
        let rows = || file.function.iter().chain(&file.procedure);
        let mut seen: Vec<&str> = Vec::new();
        for row in rows() {
            let name = row.get_ref().name.as_str();
            if seen.contains(&name) {
                self.wrong(row.span(), format!("`{name}` is listed twice"));
            } else if !known.iter().any(|(label, _)| label == name) {
                self.wrong(row.span(), format!("the reference has no label `{name}`"));
            }
            seen.push(name);
        }
        for (at, label) in std::mem::take(&mut self.labels_used) {
            if !known.iter().any(|(known, _)| *known == label) {
                let label = asmkit::plain_name(&label);
                self.wrong(at, format!("the reference has no label `{label}`"));
            }
        }
        for row in rows() {
            for call in row.get_ref().calls.iter().flatten() {
                if call != "*" && !seen.contains(&call.as_str()) {
                    let why =
                        format!("`{call}` is neither a [[function]] nor a [[procedure]] here");
                    self.wrong(row.span(), why);
                }
            }
        }
    }

    /// Names that sources give registers: by the name, the machine's.
    fn names(&mut self, file: &AssignmentFile, target: &Target) -> BTreeMap<String, &'static str> {
        let machine = target.machine();
        let mut names = BTreeMap::new();
        for (name, register) in &file.names {
            let found = register_of(&machine, register.get_ref());
            match found {
                Some(found) => drop(names.insert(name.clone(), found)),
                None => {
                    self.wrong(
                        register.span(),
                        format!("no register is called `{}`", register.get_ref()),
                    );
                }
            }
        }
        names
    }

    fn work(
        &mut self,
        file: &AssignmentFile,
        target: &Target,
        names: &BTreeMap<String, &'static str>,
    ) -> Work {
        if let Some(program) = &file.program {
            if let Some(function) = file.function.first() {
                self.wrong(function.span(), "an assignment has either functions or a program");
            }
            return Work::Program(self.program(program, file, target, names));
        }
        if file.function.is_empty() {
            self.wrong(0..0, "nothing is graded: it has neither a [[function]] nor a [program]");
        }
        let tasks = file.function.iter().map(|row| self.task(row, target, names));
        let graded: Vec<Task> = tasks.collect();
        let given = file.procedure.iter().map(|row| self.contract(row, target, names)).collect();
        let layout = Layout::of(target, file.cells.unwrap_or(Cells::Strings));
        for (row, task) in file.function.iter().zip(&graded) {
            let units = task.contract.arguments.iter().map(|&kind| layout.room(kind));
            if units.sum::<u64>() > ROOM_UNITS {
                let why =
                    format!("its arguments need more memory than the available {ROOM_UNITS} units");
                self.wrong(row.span(), why);
            }
        }
        Work::Functions { graded, given, helpers: Vec::new() }
    }

    fn points(
        &mut self,
        row: &BTreeMap<PointsCategory, f64>,
        at: &Range<usize>,
    ) -> BTreeMap<PointsCategory, Points> {
        let mut points = BTreeMap::new();
        for (&of, &number) in row {
            if !(0.0..=10_000.0).contains(&number) {
                self.wrong(at.clone(), format!("points must be from 0 to 10000, not {number}"));
            } else {
                points.insert(of, Points((number * 100.0).round() as u32));
            }
        }
        points
    }
}

/// The rules of a row.
fn rules_of(row: Option<&Spanned<Rules>>) -> Rules {
    row.map_or_else(Rules::default, |row| row.get_ref().clone())
}

/// The program that is graded, if one is.
fn program_of(work: &Work) -> Option<&Program> {
    match work {
        Work::Program(program) => Some(program),
        Work::Functions { .. } => None,
    }
}

/// A machine's own name of a register, which is a number on some; with its sigil or without.
fn register_of(machine: &AnyMachine, name: &str) -> Option<&'static str> {
    let sigil = machine.spec().syntax.sigil;
    let bare = name.strip_prefix(sigil).unwrap_or(name);
    let is = |known: &&str| *known == bare || known.strip_prefix("AC") == Some(bare);
    let registers = machine.registers();
    let numbered = || {
        let number: usize = bare.parse().ok().filter(|_| !sigil.is_empty())?;
        registers.get(number)
    };
    let mut names = registers.iter().map(|(known, _)| *known);
    names.find(is).or_else(|| numbered().map(|(known, _)| *known))
}
