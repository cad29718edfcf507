//! The file `assignment.toml`, and every mistake that can be in it.

mod cases;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::Path;

use lanes::exchange::{Feed, Read};
use lanes::root::Root;
use machine::numbers::counted;
use machine::{AnyMachine, Machine as _};
use machines::target::{Target, UnknownTarget};
use reference::Size;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use toml::Spanned;

use super::{
    Argument, Assignment, Cells, Contract, Decisions, FILE, Gives, Program, ROOM_UNITS, Registers,
    Task, WholeFile, Work,
};
use crate::graded::{Of, Points};
use crate::link::labels;
use crate::rig;
use crate::rules::{Rules, unknown_words};
use crate::value::Layout;
use cases::CasesRow;

/// Something wrong with an assignment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The file.
    pub file: String,
    /// The line, from 1, where there is one.
    pub line: Option<usize>,
    /// What is wrong, in a sentence.
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
struct File {
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
    points: BTreeMap<Of, f64>,
    #[serde(rename = "in", default)]
    inward: Vec<Spanned<String>>,
    out: Option<Spanned<String>>,
    clobbers: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    skips: u64,
    #[serde(default)]
    cases: Vec<Spanned<CasesRow>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ProgramRow {
    size: u8,
    feed: Feed,
    read: Read,
    #[serde(default)]
    points: BTreeMap<Of, f64>,
    leaderboard: Option<Spanned<String>>,
    rules: Option<Spanned<Rules>>,
    instructions: Option<u64>,
    decisions: Option<Decisions>,
    #[serde(default)]
    cases: Vec<Spanned<CasesRow>>,
}

/// The file being read, and what was found wrong.
struct Reader<'r> {
    file: String,
    text: &'r str,
    mistakes: Vec<Mistake>,
}

impl Reader<'_> {
    fn wrong(&mut self, at: Range<usize>, why: impl Into<String>) {
        let line = self.text.get(..at.start).map(|before| before.matches('\n').count() + 1);
        self.mistakes.push(Mistake { file: self.file.clone(), line, why: why.into() });
    }
}

/// Reads an assignment whose files lie below `inside` of a place.
pub(super) fn read(place: Root, inside: &Path, folder: &Path) -> Result<Assignment, Vec<Mistake>> {
    let shown = machines::files::shown(&folder.join(FILE));
    let alone = |why: String| vec![Mistake { file: shown.clone(), line: None, why }];
    let text = place.text(&inside.join(FILE)).map_err(|_| {
        alone(format!(
            "there is no such file: an assignment is a folder with {FILE}, as `isagrid assignment new FOLDER` \
             writes one, or the name of one that came with isagrid: {}",
            super::bundled().join(", ")
        ))
    })?;
    let mut reader = Reader { file: shown.clone(), text: &text, mistakes: Vec::new() };
    let file: File = match toml::from_str(&text) {
        Ok(file) => file,
        Err(error) => {
            let at = error.span().unwrap_or(0..0);
            let why = error.message().replace('\n', " ");
            reader.wrong(at, why.replace("expected u64", "expected a number from 0 on"));
            return Err(reader.mistakes);
        }
    };
    let target = reader.target(&file);
    let mut source = |name: &Spanned<String>| {
        let read = place.text(&inside.join(name.get_ref()));
        read.unwrap_or_else(|why| {
            reader.wrong(name.span(), why);
            String::new()
        })
    };
    let (scaffold, reference) = (source(&file.scaffold), source(&file.reference));
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
    let mut digest = Sha256::new();
    for part in [&text, &scaffold, &reference] {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part.as_bytes());
    }
    let digest = data_encoding::HEXLOWER.encode(&digest.finalize());
    let separators = file.separator.iter().flat_map(|separator| {
        let begins = move |line: &&str| line.trim_start().starts_with(separator.get_ref().as_str());
        reference.lines().filter(begins)
    });
    let separators = separators.count();
    let has_head = separators == file.function.len() + 1;
    if let Some(separator) = &file.separator
        && !has_head
        && separators != file.function.len()
    {
        let functions = counted(file.function.len() as u64, "function");
        let why = format!(
            "{} of the reference begin so, for {functions}: there is one behind each, or one more before the first",
            counted(separators as u64, "line")
        );
        reader.wrong(separator.span(), why);
    }
    let folder = if place == Root::Bundled { inside } else { folder };
    let absolute = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let name =
        absolute.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let assignment = Assignment {
        name: asmkit::plain_name(&name),
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
        files: [FILE.to_owned(), file.scaffold.get_ref().clone(), file.reference.get_ref().clone()],
        digest,
    };
    reader.labels(&file, &assignment);
    if reader.mistakes.is_empty() { Ok(assignment) } else { Err(reader.mistakes) }
}

impl Reader<'_> {
    fn target(&mut self, file: &File) -> Option<Target> {
        let (machine, dialect) = (file.machine.get_ref(), file.dialect.get_ref());
        match Target::named(machine, dialect, &file.switches) {
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
            Err(UnknownTarget::Switch(why)) => self.wrong(file.dialect.span(), why),
        }
        None
    }

    /// Refuses names of instructions that the dialect does not have.
    fn words(&mut self, file: &File, target: &Target) {
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
    fn rules(&mut self, file: &File, work: &Work) {
        let has_lists = !file.allowed.is_empty() || !file.forbidden.is_empty();
        let rows = file.function.iter();
        let rows = rows.map(|row| (row.span(), row.get_ref().rules.as_ref()));
        let Work::Functions { graded, given } = work else {
            if let Some(row) = &file.program
                && let Some(program) = program_of(work)
                && program.points.contains_key(&Of::Rules)
                && !has_lists
                && program.rules.is_empty()
            {
                self.wrong(row.span(), "there are points for rules, and there is no rule");
            }
            return;
        };
        for ((at, rules), task) in rows.zip(graded) {
            let (name, points) = (&task.contract.name, &task.points);
            let has_rules = !task.rules.is_empty();
            if points.contains_key(&Of::Rules) && !has_rules && !has_lists {
                let why = format!("`{name}` has points for rules, and there is no rule");
                self.wrong(at.clone(), why);
            }
            let can_pay = points.contains_key(&Of::Rules) || points.contains_key(&Of::Convention);
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
    fn whole_file(&mut self, file: &File, work: &Work) {
        let Some(row) = &file.whole_file else { return };
        let has_points = match work {
            Work::Functions { graded, .. } => {
                graded.iter().any(|task| task.points.contains_key(&Of::Integration))
            }
            Work::Program(_) => false,
        };
        if *row.get_ref() == WholeFile::Integration && !has_points {
            let why = "nothing has points for integration, which a file would lose that does not assemble as a whole";
            self.wrong(row.span(), why);
        }
    }

    fn is_strict(&mut self, file: &File) -> bool {
        match file.profile.as_ref().map(|profile| (profile.get_ref().as_str(), profile.span())) {
            None | Some(("classroom", _)) => false,
            Some(("abi", _)) => true,
            Some((other, at)) => {
                self.wrong(
                    at,
                    format!("there is no profile `{other}`: there are classroom and abi"),
                );
                false
            }
        }
    }

    /// Functions that are not there, or twice, and calls of what is none.
    fn labels(&mut self, file: &File, assignment: &Assignment) {
        let known = labels(&assignment.reference, assignment);
        let rows = || file.function.iter().chain(&file.procedure);
        let mut seen: Vec<&str> = Vec::new();
        for row in rows() {
            let name = row.get_ref().name.as_str();
            if seen.contains(&name) {
                self.wrong(row.span(), format!("`{name}` stands here twice"));
            } else if !known.iter().any(|(label, _)| label == name) {
                self.wrong(row.span(), format!("the reference has no label `{name}`"));
            }
            seen.push(name);
        }
        for row in rows() {
            for call in row.get_ref().calls.iter().flatten() {
                if call != "*" && !seen.contains(&call.as_str()) {
                    let why = format!("`{call}` is no [[function]] and no [[procedure]] here");
                    self.wrong(row.span(), why);
                }
            }
        }
    }

    /// Names that sources give registers: by the name, the machine's.
    fn names(&mut self, file: &File, target: &Target) -> BTreeMap<String, &'static str> {
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
        file: &File,
        target: &Target,
        names: &BTreeMap<String, &'static str>,
    ) -> Work {
        if let Some(program) = &file.program {
            if let Some(function) = file.function.first() {
                self.wrong(function.span(), "an assignment has either functions or a program");
            }
            return Work::Program(self.program(program));
        }
        if file.function.is_empty() {
            self.wrong(0..0, "nothing is graded: it has neither a [[function]] nor a [program]");
        }
        let tasks = file.function.iter().map(|row| self.task(row, target, names));
        let graded: Vec<Task> = tasks.collect();
        let given = file.procedure.iter().map(|row| self.contract(row, target, names)).collect();
        let layout = Layout {
            cells: file.cells.unwrap_or(Cells::Strings),
            unit_bits: target.spec().unit_bits,
            is_big_endian: target.is_big_endian(),
        };
        for (row, task) in file.function.iter().zip(&graded) {
            let units = task.contract.arguments.iter().map(|&kind| rig::room(layout, kind));
            if units.sum::<u64>() > ROOM_UNITS {
                let why =
                    format!("its arguments take more memory than the {ROOM_UNITS} units there are");
                self.wrong(row.span(), why);
            }
        }
        Work::Functions { graded, given }
    }

    fn program(&mut self, row: &Spanned<ProgramRow>) -> Program {
        let (at, program) = (row.span(), row.get_ref());
        let size = match program.size {
            4 => Size::Four,
            9 => Size::Nine,
            other => {
                self.wrong(
                    at.clone(),
                    format!("a program's puzzles have size 4 or 9, and not {other}"),
                );
                Size::Nine
            }
        };
        let leaderboard = program.leaderboard.as_ref();
        if let Some(other) = leaderboard.filter(|name| name.get_ref() != "instructions") {
            self.wrong(other.span(), "what is compared is `instructions`");
        }
        let points = self.points(&program.points, &at);
        let decisions = program.decisions.is_some();
        let is_known =
            |of| matches!(of, Of::Results | Of::Rules) || of == Of::Decisions && decisions;
        if let Some(of) = points.keys().find(|&&of| !is_known(of)) {
            let why = match of {
                Of::Decisions => {
                    "points for decisions need `decisions`: whose they must be".to_owned()
                }
                other => format!(
                    "a program earns points for results, decisions and rules, and not for {}",
                    other.name()
                ),
            };
            self.wrong(at.clone(), why);
        }
        if program.cases.is_empty() {
            self.wrong(at.clone(), "the program has no cases: nothing would be tested");
        }
        let groups = program.cases.iter().map(|cases| self.puzzles(cases, size)).collect();
        Program {
            size,
            feed: program.feed,
            read: program.read,
            points,
            instructions: program.instructions,
            decisions: program.decisions.clone(),
            leaderboard: leaderboard.is_some(),
            rules: rules_of(program.rules.as_ref()),
            groups,
        }
    }

    fn task(
        &mut self,
        row: &Spanned<FunctionRow>,
        target: &Target,
        names: &BTreeMap<String, &'static str>,
    ) -> Task {
        let contract = self.contract(row, target, names);
        let points = self.points(&row.get_ref().points, &row.span());
        if points.contains_key(&Of::Decisions) {
            self.wrong(row.span(), "decisions are of whole programs, and not of functions");
        }
        if row.get_ref().cases.is_empty() {
            let why = format!("`{}` has no cases: nothing would be tested", contract.name);
            self.wrong(row.span(), why);
        }
        let cases = row.get_ref().cases.iter();
        let groups = cases.map(|cases| self.group(cases, &contract.arguments)).collect();
        Task { contract, points, rules: rules_of(row.get_ref().rules.as_ref()), groups }
    }

    fn points(&mut self, row: &BTreeMap<Of, f64>, at: &Range<usize>) -> BTreeMap<Of, Points> {
        let mut points = BTreeMap::new();
        for (&of, &number) in row {
            if !(0.0..=10_000.0).contains(&number) {
                self.wrong(
                    at.clone(),
                    format!("points are a number from 0 to 10000, and not {number}"),
                );
            } else {
                points.insert(of, Points((number * 100.0).round() as u32));
            }
        }
        points
    }

    fn contract(
        &mut self,
        row: &Spanned<FunctionRow>,
        target: &Target,
        names: &BTreeMap<String, &'static str>,
    ) -> Contract {
        let (at, function) = (row.span(), row.get_ref());
        let mut arguments = Vec::new();
        for name in &function.arguments {
            match Argument::named(name.get_ref()) {
                Some(argument) => arguments.push(argument),
                None => {
                    let why = format!(
                        "no argument is called `{}`: there are cell, board, place, digit, `int LOW..HIGH`, `words COUNT LOW..HIGH` and `text MOST`",
                        name.get_ref()
                    );
                    self.wrong(name.span(), why);
                }
            }
        }
        let gives = function
            .result
            .as_ref()
            .map_or(Some(Gives::Nothing), |name| Gives::named(name.get_ref()));
        let gives = gives.unwrap_or_else(|| {
            let at = function.result.as_ref().map_or(at.clone(), Spanned::span);
            self.wrong(at, "a result is `none`, `int LOW..HIGH`, `pointer` or `skip`");
            Gives::Nothing
        });
        let mut writes = Vec::new();
        for name in &function.writes {
            let kind = Argument::named(name.get_ref());
            let found = arguments
                .iter()
                .position(|&argument| Some(argument) == kind && argument.is_memory());
            match found {
                Some(found) => writes.push(found),
                None => self.wrong(
                    name.span(),
                    format!("it has no argument `{}` whose memory it could write", name.get_ref()),
                ),
            }
        }
        let registers = self.registers(row, target, names, arguments.len(), gives);
        Contract {
            name: function.name.clone(),
            arguments,
            gives,
            writes,
            calls: function.calls.clone().filter(|calls| !calls.iter().any(|name| name == "*")),
            system_calls: function.system_calls.clone(),
            instructions: function.instructions,
            registers,
            skips: function.skips,
        }
    }

    fn registers(
        &mut self,
        row: &Spanned<FunctionRow>,
        target: &Target,
        names: &BTreeMap<String, &'static str>,
        arguments: usize,
        gives: Gives,
    ) -> Registers {
        let Some(convention) = target.convention() else {
            let title = target.architecture().title();
            let why = format!("functions of {title} have no calling convention to check");
            self.wrong(row.span(), why);
            return Registers::none();
        };
        let function = row.get_ref();
        let mut registers = Registers::of(convention, arguments);
        let machine = target.machine();
        let mut register = |name: &Spanned<String>| {
            let found = names.get(name.get_ref()).copied();
            let found = found.or_else(|| register_of(&machine, name.get_ref()));
            if found.is_none() {
                self.wrong(name.span(), format!("no register is called `{}`", name.get_ref()));
            }
            found
        };
        if !function.inward.is_empty() {
            registers.arguments = function.inward.iter().filter_map(&mut register).collect();
        }
        if let Some(out) = &function.out {
            registers.result = register(out);
        }
        if let Some(clobbers) = &function.clobbers {
            let clobbers: Vec<&'static str> = clobbers.iter().filter_map(&mut register).collect();
            let all = registers.preserved.iter().chain(&registers.volatile).copied();
            let result = registers.result.filter(|name| !clobbers.contains(name));
            let volatile: Vec<&'static str> = clobbers.into_iter().chain(result).collect();
            registers.preserved = all.filter(|name| !volatile.contains(name)).collect();
            registers.volatile = volatile;
        }
        if registers.arguments.len() != arguments {
            let why = format!(
                "`{}` has {arguments} arguments, and registers for {}: give `in`",
                function.name,
                registers.arguments.len()
            );
            self.wrong(row.span(), why);
        }
        if gives == Gives::Number && registers.result.is_none() {
            self.wrong(
                row.span(),
                format!(
                    "`{}` gives a number, and nothing says in which register: give `out`",
                    function.name
                ),
            );
        }
        registers
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

/// A machine's own name of a register, which is a number on some.
fn register_of(machine: &AnyMachine, name: &str) -> Option<&'static str> {
    let is = |known: &&str| *known == name || known.strip_prefix("AC") == Some(name);
    machine.registers().iter().map(|(known, _)| *known).find(is)
}
