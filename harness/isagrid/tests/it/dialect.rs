//! Accuracy of dialect detection on sources of the repository.
//!
//! The true dialect follows from a source's folder, first line or lane. For a program written for
//! both MARS and SPIM, it is the only dialect that assembles it, or in which it ends and finds its
//! system calls. A detection is right if it is that dialect or one in which the program behaves the
//! same, or, for a source that its own dialect refuses, if a message names that dialect.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lanes::lane;
use lanes::root::Root;
use machine::{Host, Input, Machine as _, Output, Stop};
use targets::dialect::{self, Evidence, Refusal, Source, choose};
use targets::files;
use targets::target::Target;

use crate::support::root;

/// Folders of the repository with sources of one dialect.
const FOLDERS: &[(&str, &str)] = &[
    ("emulators/mips32/tests/cases/mars", "mars"),
    ("emulators/mips32/tests/cases/spim", "spim"),
    ("emulators/riscv32/tests/cases/gnu", "gnu"),
    ("emulators/riscv32/tests/cases/rars", "rars"),
    ("emulators/riscv32/tests/cases/venus", "venus"),
    ("emulators/riscv32/tests/programs/isa", "gnu"),
    ("emulators/riscv32/tests/programs/rars", "rars"),
    ("emulators/riscv32/tests/programs/venus", "venus"),
    ("emulators/riscv32/tests/esp32c3", "gnu"),
    ("emulators/riscv32/tests/truth/isa", "gnu"),
    ("emulators/riscv32/tests/truth/encodings", "gnu"),
    ("emulators/riscv32/tests/truth/rars", "rars"),
    ("emulators/riscv32/tests/truth/venus", "venus"),
    ("emulators/pdp10/tests/assembler_cases", "midas"),
    ("emulators/esproc/tests/grids", "spl"),
];

/// Folders with sources for both MARS and SPIM.
const FOR_BOTH: &[&str] = &["emulators/mips32/tests/programs", "emulators/mips32/tests/truth"];

/// All sources below a folder, sorted.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> = match std::fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| entry.unwrap().path()).collect(),
        Err(_) => Vec::new(),
    };
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_second = name.matches('.').count() > 1;
        match path.extension().and_then(|extension| extension.to_str()) {
            None if path.is_dir() => found.extend(sources(&path)),
            Some("s" | "asm" | "mid" | "spl") if !is_second => found.push(path),
            _ => {}
        }
    }
    found
}

/// Behaviour of a source in one dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    /// First line with an error.
    Refused(Option<u32>),
    /// Output, and status or kind of stop.
    Ran { output: Vec<u8>, end: String, well: bool },
}

fn outcome(path: &Path, dialect: &str) -> Outcome {
    let target = Target::of(dialect).unwrap();
    let mut sources = asmkit::Sources::new();
    let bytes = files::read(path, files::SOURCE_LIMIT_BYTES).unwrap();
    let id = sources.add(&path.to_string_lossy(), &bytes);
    let library = target.library(path, &[], None);
    let assembly = match target.assemble(&mut sources, &[id], library.as_ref()) {
        Ok(assembly) => assembly,
        Err(messages) => {
            let errors = messages.iter().filter(|m| m.severity == asmkit::Severity::Error);
            let lines = errors.map(|m| sources.line_column(m.span).0);
            return Outcome::Refused(lines.min());
        }
    };
    let mut machine = target.machine();
    if let Err(error) = machine.load(&assembly.image) {
        return Outcome::Ran { output: Vec::new(), end: error.to_string(), well: false };
    }
    let input = std::fs::read(path.with_extension("in")).unwrap_or_default();
    let output = Output::with_cap(1 << 16);
    let mut host = Host { input: Input::closed(&input), output, ..Host::default() };
    let stop = machine.run(&mut host, 300_000, &mut ());
    let (end, well) = match stop {
        Stop::End => ("status 0".to_owned(), true),
        Stop::Exit { status } => (format!("status {status}"), true),
        Stop::Fault(fault) => {
            let cause = format!("{:?}", fault.cause);
            (cause.split([' ', '{']).next().unwrap_or_default().to_owned(), false)
        }
        other => (format!("{other:?}"), false),
    };
    let well = well && host.notes.is_empty();
    Outcome::Ran { output: host.output.bytes().to_vec(), end, well }
}

/// Dialect of a program written for both; `None` if both are equally good.
fn by_outcome(path: &Path) -> Option<&'static str> {
    let (mars, spim) = (outcome(path, "mars"), outcome(path, "spim"));
    let refused = |outcome: &Outcome| matches!(outcome, Outcome::Refused(_));
    // Other faults are responses to the program's requests.
    let lost = |outcome: &Outcome| matches!(outcome, Outcome::Ran { end, .. } if ["NoReturn", "RanOff", "UnknownCall"].contains(&end.as_str()));
    match (refused(&mars), refused(&spim)) {
        (true, false) => Some("spim"),
        (false, true) => Some("mars"),
        _ => match (lost(&mars), lost(&spim)) {
            (true, false) => Some("spim"),
            (false, true) => Some("mars"),
            _ => None,
        },
    }
}

/// Detected dialect of a source, and other dialects named in the messages.
fn reported(path: &Path) -> (&'static str, Vec<&'static str>) {
    let bytes = files::read(path, files::SOURCE_LIMIT_BYTES).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let evidence = Evidence::of(&[Source { name: path, text: &text }]);
    let attempt = |dialect: &'static dialect::Dialect| {
        let target = Target::of(dialect.name).unwrap();
        let mut sources = asmkit::Sources::new();
        let id = sources.add(&path.to_string_lossy(), &bytes);
        let library = target.library(path, &[], None);
        let made = target.assemble(&mut sources, &[id], library.as_ref());
        made.err().map(|messages| Refusal::of(&messages, &sources))
    };
    let choice = choose(&evidence, &evidence.likely(), attempt, Option::clone);
    let messages = [choice.note.unwrap_or_default(), choice.hint.unwrap_or_default()].join(" ");
    let words: Vec<&str> = messages.split(|c: char| !c.is_alphanumeric()).collect();
    let named = ["mars", "spim", "gnu", "rars", "venus", "midas", "spl"].into_iter();
    (choice.dialect.name, named.filter(|dialect| words.contains(dialect)).collect())
}

/// Result of a detection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// The true dialect, or a message that names it.
    Right,
    /// Another dialect with the same behaviour, or an error in the same line.
    Same,
    /// A dialect that assembles a source which its own refuses on purpose.
    Assembles,
    /// Another dialect that assembles it: a fragment that does not end in its own either.
    Fragment,
    /// Undecidable: written for both and correct in both.
    Either,
    Wrong,
}

#[derive(Default)]
struct Figures {
    of: BTreeMap<Verdict, usize>,
    wrong: Vec<String>,
}

impl Figures {
    fn add(&mut self, path: &Path, known: Option<&'static str>, fragments: bool) {
        let verdict = known.map_or(Verdict::Either, |known| self.judge(path, known, fragments));
        *self.of.entry(verdict).or_default() += 1;
    }

    fn judge(&mut self, path: &Path, known: &'static str, fragments: bool) -> Verdict {
        let (dialect, named) = reported(path);
        if dialect == known || named.contains(&known) {
            return Verdict::Right;
        }
        let (there, here) = (outcome(path, known), outcome(path, dialect));
        match (&there, &here) {
            _ if there == here => return Verdict::Same,
            (Outcome::Refused(_), Outcome::Ran { .. }) => return Verdict::Assembles,
            (Outcome::Ran { well: false, .. }, Outcome::Ran { .. }) if fragments => {
                return Verdict::Fragment;
            }
            _ => {}
        }
        let show = |outcome: &Outcome| match outcome {
            Outcome::Refused(line) => format!("refused, line {}", line.unwrap_or_default()),
            Outcome::Ran { end, .. } => end.clone(),
        };
        self.wrong.push(format!(
            "{}: {} ({}), reported as {} ({})",
            path.display(),
            known,
            show(&there),
            dialect,
            show(&here)
        ));
        Verdict::Wrong
    }
}

type ByMachine = BTreeMap<&'static str, Figures>;

fn measure(root: &Path) -> ByMachine {
    let mut figures = ByMachine::new();
    for (folder, dialect) in FOLDERS {
        for path in sources(&root.join(folder)) {
            let is_form = path.file_name().unwrap().to_string_lossy().starts_with("form-");
            let fragments = is_form || folder.contains("cases") || folder.contains("encodings");
            let entry = figures.entry(Target::of(dialect).unwrap().isa()).or_default();
            entry.add(&path, Some(*dialect), fragments);
        }
    }
    for folder in FOR_BOTH {
        for path in sources(&root.join(folder)) {
            figures.entry("mips32").or_default().add(&path, by_outcome(&path), false);
        }
    }
    figures
}

/// Report of the figures and wrong detections, and whether 99 of 100 are right.
fn show(figures: &ByMachine) -> (String, bool) {
    let (mut text, mut all, mut all_wrong) = (String::new(), 0, 0);
    for (machine, figures) in figures {
        let of = |verdict| figures.of.get(&verdict).copied().unwrap_or(0);
        let wrong = of(Verdict::Wrong);
        let total = figures.of.values().sum::<usize>() - of(Verdict::Either);
        text += &format!(
            "{machine}: {} of {total} reported right; of these as another dialect in which they do the \
             same {}, as the one that assembles them {}, fragments {}. As good in one as in the \
             other: {}\n",
            total - wrong,
            of(Verdict::Same),
            of(Verdict::Assembles),
            of(Verdict::Fragment),
            of(Verdict::Either)
        );
        (all, all_wrong) = (all + total, all_wrong + wrong);
    }
    for wrong in figures.values().flat_map(|figures| &figures.wrong) {
        text += &format!("  {wrong}\n");
    }
    (text, all_wrong * 100 <= all)
}

#[test]
fn sources_of_the_repository() {
    let root = root();
    let mut figures = measure(&root);
    let lanes = lane::read_table(&Root::Folder(root.clone())).unwrap();
    for lane in lanes.into_iter().filter(|lane| lane.made_by.is_none()) {
        let dialect = lane.target.dialect().name;
        let entry = figures.entry(Target::of(dialect).unwrap().isa()).or_default();
        for source in &lane.sources {
            entry.add(&root.join(source), Some(dialect), false);
        }
    }
    for path in sources(&root.join("harness/isagrid/tests/cases")) {
        if let Some(dialect) = by_first_line(&path) {
            figures.entry(Target::of(dialect).unwrap().isa()).or_default().add(
                &path,
                Some(dialect),
                false,
            );
        }
    }
    let (text, good) = show(&figures);
    eprintln!("{text}");
    assert!(good, "fewer than 99 of 100:\n{text}");
}

/// Dialect that a case names in its first line.
fn by_first_line(path: &Path) -> Option<&'static str> {
    let text = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
    let words: Vec<&str> = text.lines().next()?.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "--dialect")?;
    let name = words.get(at + 1)?;
    ["mars", "spim", "gnu", "rars", "venus", "midas", "spl"]
        .into_iter()
        .find(|dialect| dialect == name)
}
