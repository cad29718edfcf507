//! Programs of the real ITS on our machine: above all MIDAS 433 of 1983, which assembles the same
//! sources as our MIDAS and must produce the same words.
//!
//! They are files of the public repository PDP-10/its, which is not part of this one: the
//! environment variable `ISAGRID_ITS` names a clone. Without it the tests say so. Each runs in
//! every engine, with equal results.

#![expect(clippy::print_stdout, reason = "reports what was not checked")]

use std::path::{Path, PathBuf};

use asmkit::{Library, OpenError, Sources};
use machine::{Host, Image, Input, Stop};
use pdp10::binary::Binary;
use pdp10::files::{self, evacuate};
use pdp10::{Options, Pdp10, assembler};

use crate::engines;

/// Sources that the two assemble differently, with the reason.
#[rustfmt::skip]
const EXCEPTIONS: &[(&str, &str)] = &[
    ("irp-count.mid", COUNT),
    ("repeat-count.mid", COUNT),
    ("not-sixbit.mid", "MIDAS counts a line end as two characters, and reports both"),
    ("text-without-end.mid", "the characters of an unfinished text are counted differently"),
    ("go-endless.mid", ENDLESS),
    ("go-far-endless.mid", ENDLESS),
    ("insrt-endless.mid", ENDLESS),
    ("irp-nested-endless.mid", ENDLESS),
    ("macro-doubling-endless.mid", ENDLESS),
    ("macro-nested-endless.mid", ENDLESS),
    ("repeat-endless.mid", ENDLESS),
    ("repeat-nested-endless.mid", ENDLESS),
    ("macro-endless.mid", "MIDAS ends where its own stack does"),
    ("insrt-of-itself.mid", "the same"),
    ("insrt-missing.mid", ASKS),
    ("arguments-nested-too-deep.mid", "MIDAS names no symbol; ours names the conditional"),
    ("130-asm-error-insrt-missing.txt", ASKS),
    ("relocatable.mid", "MIDAS also writes programs for a linking loader"),
    ("075-asm-macro-equals.txt", "MIDAS's bug in EQUALS without a second name is not reproduced"),
];

const COUNT: &str = "after a REPEAT, MIDAS restores only the right half of the outer count";
const ENDLESS: &str = "MIDAS does not limit expansions, and continues";
const ASKS: &str = "MIDAS asks the terminal for another file, and names it with its directory";

/// Programs that need only files and the terminal: source, command line, input, and part of the
/// expected output.
#[rustfmt::skip]
const RUNS: &[(&str, &str, &str, &str)] = &[
    ("hello/hello.mid",   "",                "",           "hello world"),
    ("games/guess.21",    "",                "y",          "Ok. Is your number 7?"),
    ("games/wumpus.103",  "",                "N\n",        "I SMELL A WUMPUS."),
    ("as/chess.144",      "",                "P-K4\n",     "W 1   B 1   P/Q2-Q3"),
    ("sysen3/zork.21",    "",                "",           "This is not the machine of the Zork Implementors!"),
    ("gren/octpus.21",    "",                "A",          "000001000001  101   65  41  A   A Uppercase A"),
    ("gren/crc.70",       "GUEST;SOME TEXT", "",           "Type: ASCII text"),
    ("sysen2/print.1",    "GUEST;SOME TEXT", "",           "some text\n"),
    ("sysen1/pr.87",      "GUEST;",          "",           "SOME   TEXT"),
    ("ejs/scrmbl.73",     "GUEST;SOME TEXT,GUEST;OUT TEXT", "KEY\n", "Password?"),
    ("sysen2/time.28",    "",                "",           "Today is Thursday, the 1st of January, 1970."),
    ("sysen1/hsname.16",  "",                "",           "GUEST ==> GUEST"),
    ("teach/no.8",        "",                "",           "No.  Tell person's LISP job that you are unable to help."),
    ("rz/factor.29",      "",                "",           "#"),
];

/// Maximum instructions of a run; an assembly takes several hundred thousand.
const BUDGET: u64 = 20_000_000;

/// A file of the clone.
fn its(file: &str) -> Option<Vec<u8>> {
    let clone = std::env::var_os("ISAGRID_ITS");
    if clone.is_none() {
        println!("not checked: ISAGRID_ITS does not name a clone of PDP-10/its");
    }
    let bytes = std::fs::read(Path::new(&clone?).join(file));
    bytes.inspect_err(|error| println!("{file}: {error}")).ok()
}

fn program(file: &str) -> Option<Image> {
    Some(files::read(&its(file)?).expect(file).binary.image())
}

/// Result of a program: its output, DDT's output, and its end.
fn run(image: &Image, host: &mut Host) -> (String, Stop) {
    host.input = Input::closed(host.input.rest());
    let name = String::from_utf8_lossy(&host.program).into_owned();
    let new = || Pdp10::new(Options::default());
    let (_, left, stop) = engines::agreed(&name, image, host, BUDGET, new, |_| {});
    *host = left;
    let typed = [host.output.bytes(), host.errors.bytes()].concat();
    (String::from_utf8_lossy(&typed).into_owned(), stop)
}

/// Result of a MIDAS: its output and the program, if any.
#[derive(Debug, PartialEq, Eq)]
struct Made {
    typed: Vec<String>,
    binary: Option<Binary>,
}

/// Files inserted by a program of the clone: `DIR;FIRST SECOND` is `src/dir/first.second` there.
struct Clone;

impl Library for Clone {
    fn open(&self, _: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let file = name.trim().to_lowercase().replace(';', "/").replace(' ', ".");
        Ok((file.clone(), its(&format!("src/{file}")).ok_or(OpenError::NotFound)?))
    }
}

/// A program without the note of its origin and date.
fn undated(words: &[pdp10::Word36]) -> Binary {
    let (mut binary, _) = files::read_words(words).expect("a program");
    binary.notes.retain(|note| note.kind != 3);
    binary
}

/// A line as a terminal shows it: tabs advance to multiples of eight columns.
fn untabbed(line: &str) -> String {
    line.chars().fold(String::new(), |shown, character| match character {
        '\t' => format!("{shown:width$}", width = shown.len() / 8 * 8 + 8),
        _ => format!("{shown}{character}"),
    })
}

/// Lines without trailing spaces, and without those about MIDAS instead of the source: its time,
/// and its number of symbols.
fn lines(text: &str) -> Vec<String> {
    let line = |line: &str| {
        let end = line.find("Run time = ").unwrap_or(line.len());
        untabbed(&line[..end]).trim_end().to_owned()
    };
    let lines = text.lines().map(line);
    lines.filter(|line| !line.is_empty() && !line.contains(" Symbols including")).collect()
}

struct Source {
    name: String,
    text: Vec<u8>,
    /// Folder of inserted files, by name in lower case with a period.
    folder: PathBuf,
}

impl Library for Source {
    fn open(&self, _: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let name = name.to_lowercase().replace(' ', ".");
        let bytes = std::fs::read(self.folder.join(&name)).map_err(|_| OpenError::NotFound)?;
        Ok((name, bytes))
    }
}

fn here(source: &Source) -> Made {
    let mut sources = Sources::new();
    let file = sources.add("source.mid", &source.text);
    let (assembled, _) = assembler::midas(&mut sources, &[file], &Options::default(), source);
    let binary = (!assembled.file.is_empty()).then(|| undated(&assembled.file));
    Made { typed: lines(&assembled.console), binary }
}

fn there(midas: &Image, source: &Source) -> (Made, Stop) {
    let mut host = Host { program: b"MIDAS".to_vec(), ..Host::default() };
    host.arguments.push(b"SOURCE".to_vec());
    host.files.give(b"GUEST;SOURCE MID".to_vec(), source.text.clone());
    for entry in std::fs::read_dir(&source.folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().to_uppercase().replace('.', " ");
        if let (false, Ok(bytes)) = (name.contains(".SNAP"), std::fs::read(entry.path())) {
            host.files.give(format!("GUEST;{name}").into_bytes(), bytes);
        }
    }
    let (typed, stop) = run(midas, &mut host);
    let written = ["BIN", "SAV"]
        .iter()
        .find_map(|second| host.files.get(format!("GUEST;SOURCE {second}").as_bytes()));
    let binary = written.map(|bytes| undated(&evacuate::decode(bytes).expect("a file of MIDAS")));
    (Made { typed: lines(&typed), binary }, stop)
}

/// Checks that both MIDAS versions give equal results for all sources except the exceptions.
fn compare(sources: &[Source]) {
    let Some(midas) = program("bin/minsys/sys/ts.midas") else { return };
    let (mut agree, mut wrong) = (0, Vec::new());
    for source in sources {
        let (ours, (theirs, stop)) = (here(source), there(&midas, source));
        agree += u32::from(ours == theirs);
        let listed = EXCEPTIONS.iter().any(|(name, _)| *name == source.name);
        match (ours == theirs, listed) {
            (true, true) => wrong.push(format!("{} agrees now", source.name)),
            (false, false) => {
                let ours = format!("{ours:#?}");
                let theirs = format!("{theirs:#?}");
                let both = ours.lines().zip(theirs.lines());
                let line = both.filter(|(ours, theirs)| ours != theirs).take(1);
                wrong.push(format!("{}: {stop:?} {:?}", source.name, line.collect::<Vec<_>>()));
            }
            _ => {}
        }
    }
    println!("{agree} of {} sources: the same words and messages", sources.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn repository(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)
}

/// Sources in a folder.
fn sources(folder: &str, inserted: &str) -> Vec<Source> {
    let entries = std::fs::read_dir(repository(folder)).expect(folder);
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "mid"));
    paths.sort();
    let source = |path: &PathBuf| Source {
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        text: std::fs::read(path).expect("a source"),
        folder: repository(inserted),
    };
    paths.iter().map(source).collect()
}

#[test]
fn midas_of_1983_leaves_the_words_of_ours() {
    const CASES: &str = "emulators/pdp10/tests/assembler_cases";
    let mut all = sources("asm/backtrack", "");
    for folder in ["ok", "err"] {
        all.extend(sources(&format!("{CASES}/{folder}"), &format!("{CASES}/files")));
    }
    compare(&all);
}

#[test]
fn midas_of_1983_leaves_the_words_of_ours_for_the_records() {
    let entries = std::fs::read_dir(repository("emulators/pdp10/tests/truth/midas"));
    let entries = entries.expect("the records");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.to_string_lossy().contains("-asm-"));
    paths.sort();
    let source = |path: &PathBuf| {
        let text = String::from_utf8_lossy(&std::fs::read(path).expect("a record")).into_owned();
        let part = text.split("\n== ").find_map(|part| part.strip_prefix("source\n"));
        let text = part.expect("a source").replace("<014>", "\x0c") + "\n";
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Source { name, text: text.into_bytes(), folder: PathBuf::new() }
    };
    compare(&paths.iter().map(source).collect::<Vec<_>>());
}

#[test]
fn programs_of_its_assemble_and_run() {
    let mut wrong = Vec::new();
    for &(file, line, typed, printed) in RUNS {
        let Some(text) = its(&format!("src/{file}")) else { return };
        let mut sources = Sources::new();
        let source = sources.add(file, &text);
        let assembled = assembler::assemble(&mut sources, &[source], &Options::default(), &Clone);
        let Ok(assembled) = assembled else {
            wrong.push(format!("{file} does not assemble"));
            continue;
        };
        let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        let mut host = Host { program: name.to_uppercase().into_bytes(), ..Host::default() };
        host.arguments.extend((!line.is_empty()).then(|| line.as_bytes().to_vec()));
        host.files.give(b"GUEST;SOME TEXT".to_vec(), b"some text\n".to_vec());
        host.input = Input::closed(typed.as_bytes());
        let (shown, stop) = run(&assembled.assembly.image, &mut host);
        if !shown.replace('\r', "").contains(printed) {
            wrong.push(format!("{file}: {stop:?}\n{shown}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
