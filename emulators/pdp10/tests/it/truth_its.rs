//! Replays the output of a genuine ITS 1648 with DDT 1546 for programs written to test it.
//!
//! Every disagreement must be in the table below with its reason, and every row of the table must
//! still be needed. The terminal's text is compared with the program's output followed by what DDT
//! types, without the echo of the command, the lines ITS continued and the blank lines at the ends.
//! Each program runs in every engine, with equal results.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use asmkit::{Library, OpenError, Sources};
use machine::{Cause, Fault, Host, Input, Machine as _, Stop};
use pdp10::{Options, Pdp10, assembler, text};

use crate::engines;

/// Known disagreements: record, reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("003-run-jcl", JCL_BITS),
    ("066-run-jcl-long", JCL_BITS),
    ("067-run-jcl-small-buffer", JCL_BITS),
    ("041-run-no-start", "ITS starts such a program at 0; here a missing start is reported"),
    ("071-run-byte-pointer-forms", "a byte pointer that steps past 777777 carries on the KA10"),
    ("065-run-tty-read", "the record's terminal echoes what is typed; here the host's does"),
];

const JCL_BITS: &str = "bit 35 of the command line's words is left over from DDT's buffer";

/// The file on the disk.
const DATA: (&[u8], &[u8]) = (b"DB;DATA1 TXT", b"ab\ncde\nlast line!");
/// Maximum instructions of a program that is stopped by hand.
const BUDGET: u64 = 1_000_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth/midas")
}

struct Record {
    name: String,
    sections: BTreeMap<String, String>,
}

impl Record {
    fn read(path: &Path) -> Self {
        let text = String::from_utf8_lossy(&std::fs::read(path).expect("a record")).into_owned();
        let part = |part: &str| {
            let (name, lines) = part.split_once('\n').unwrap_or((part, ""));
            (name.to_owned(), lines.to_owned())
        };
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        Record { name, sections: text.split("\n== ").skip(1).map(part).collect() }
    }

    fn section(&self, name: &str) -> &str {
        self.sections.get(name).map_or("", String::as_str)
    }

    /// Name in the command that started the program.
    fn command(&self) -> &str {
        self.section("console").split(['\n', ' ']).next().unwrap_or("").trim_start_matches(':')
    }

    /// Text after the command, without what DDT types at a killed job.
    fn shown(&self) -> String {
        let console = self.section("console").replace("!\n", "");
        let after = console.split_once('\n').map_or("", |(_, after)| after);
        let after = after.trim_end().strip_suffix('*').unwrap_or(after);
        plain(after.trim_end().strip_suffix(":KILL").unwrap_or(after))
    }

    /// End of the program.
    fn end(&self) -> End {
        let console = self.section("console").trim_end();
        match () {
            () if self.sections.contains_key("ctrl-z") => End::Running,
            () if console.ends_with(":KILL \n*") => End::Killed,
            () => End::Stopped,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Killed,
    Stopped,
    Running,
}

/// Lines without trailing spaces, and no blank lines around them.
fn plain(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// The file that some programs include.
struct Lib;

impl Library for Lib {
    fn open(&self, _: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let bytes = std::fs::read(folder().join("lib.mid.txt")).map_err(|_| OpenError::NotFound)?;
        Ok((name.to_owned(), bytes))
    }
}

fn host(record: &Record) -> Host {
    let typed = record.section("typed").trim_end_matches('\n').replace("\\r", "\n");
    let jcl = record.section("jcl").trim_end_matches('\n');
    let mut host = Host {
        program: record.command().as_bytes().to_vec(),
        input: Input::closed(typed.as_bytes()),
        ..Host::default()
    };
    host.arguments.extend((!jcl.is_empty()).then(|| jcl.as_bytes().to_vec()));
    host.files.give(DATA.0.to_vec(), DATA.1.to_vec());
    host
}

/// Output and end of a record's program here.
fn run(record: &Record) -> Result<(String, End), String> {
    let mut sources = Sources::new();
    let options = Options { user: text::sixbit("DB"), ..Options::default() };
    let file = sources.add("r.mid", record.section("source").as_bytes());
    let assembled = assembler::assemble(&mut sources, &[file], &options, &Lib);
    let assembled = assembled.map_err(|diagnostics| format!("{diagnostics:?}"))?;
    let (image, new) = (assembled.binary.image(), || Pdp10::new(options));
    new().load(&image).map_err(|error| error.to_string())?;
    let (_, host, stop) = engines::agreed(&record.name, &image, &host(record), BUDGET, new, |_| {});
    let end = match stop {
        Stop::Exit { status: 0 } => End::Killed,
        Stop::Budget => End::Running,
        Stop::Fault(Fault { cause: Cause::CallNotHere { .. }, .. }) => {
            return Err(format!("{stop:?}"));
        }
        _ => End::Stopped,
    };
    let output = [host.output.bytes(), host.errors.bytes()].concat();
    Ok((plain(&String::from_utf8_lossy(&output)), end))
}

#[test]
fn programs_print_the_same_as_on_its() {
    let entries = std::fs::read_dir(folder()).expect("the records");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.to_string_lossy().contains("-run-"));
    paths.sort();
    let mut different = BTreeSet::new();
    for record in paths.iter().map(|path| Record::read(path)) {
        let expected = Ok((record.shown(), record.end()));
        let here = run(&record);
        if here != expected {
            if !EXCEPTIONS.iter().any(|(name, _)| *name == record.name) {
                println!("{}: expected {expected:#?}\nhere {here:#?}", record.name);
            }
            different.insert(record.name);
        }
    }
    println!("{} of {} records of ITS agree", paths.len() - different.len(), paths.len());
    let known: BTreeSet<String> = EXCEPTIONS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(different, known, "records that differ, and those known to");
}
