//! MIDAS, one fact per file: `tests/assembler_cases/ok/NAME.mid` assembles, `err/NAME.mid` does
//! not.
//!
//! The result is next to it in `NAME.snap`, reviewed like code: words and start in octal, symbols,
//! what MIDAS types except the title, and messages. `files/` holds files for .INSRT.

#![expect(clippy::unwrap_used, reason = "a test stops at a file that is not there")]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use asmkit::{Diagnostic, Library, OpenError, Severity, Sources, render};
use pdp10::Options;
use pdp10::assembler::{Assembled, midas};

/// Folder of inserted files: `LIB MID` is `lib.mid`.
struct Files(PathBuf);

impl Library for Files {
    fn open(&self, _: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let name = name.to_lowercase().replace(' ', ".");
        let bytes = std::fs::read(self.0.join(&name)).map_err(|_| OpenError::NotFound)?;
        Ok((name, bytes))
    }
}

#[test]
fn what_assembles() {
    check("ok");
}

#[test]
fn what_does_not() {
    check("err");
}

fn check(outcome: &str) {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/assembler_cases");
    let folder = cases.join(outcome);
    let entries = std::fs::read_dir(&folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "mid"));
    paths.sort();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(&folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let mut wrong = Vec::new();
    for path in paths {
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut sources = Sources::new();
        let file = sources.add(&format!("{stem}.mid"), &std::fs::read(&path).unwrap());
        let library = Files(cases.join("files"));
        let (assembled, messages) = midas(&mut sources, &[file], &Options::default(), &library);
        let failed = messages.iter().any(|message| message.severity == Severity::Error);
        let mut shown = show(&assembled, &messages, &sources);
        if stem.starts_with("format-") {
            let words: Vec<String> = assembled.file.iter().map(ToString::to_string).collect();
            shown = format!("{shown}the file:\n{}\n", words.join("\n"));
        }
        if failed != (outcome == "err") {
            wrong.push(format!("{stem}:\n{shown}"));
        }
        settings.bind(|| insta::assert_snapshot!(stem, shown));
    }
    assert!(wrong.is_empty(), "in the wrong folder:\n{}", wrong.join("\n\n"));
}

/// Words, start, symbols, console and messages.
fn show(assembled: &Assembled, messages: &[Diagnostic], sources: &Sources) -> String {
    let mut shown = String::new();
    for block in &assembled.binary.blocks {
        for (address, word) in (block.address..).zip(&block.words) {
            let _ = writeln!(shown, "{address:06o}  {:06o} {:06o}", word.left(), word.right());
        }
    }
    if let Some(start) = assembled.binary.start_address().filter(|&start| start != 0) {
        let _ = writeln!(shown, "start {start:06o}");
    }
    for entry in &assembled.binary.symbols {
        let flags = entry.flags;
        let marks = [
            (flags.is_header(), "header"),
            (flags.half_killed, "half-killed"),
            (flags.killed, "killed"),
            (flags.local, "local"),
            (flags.global, "global"),
        ];
        let marks: Vec<&str> = marks.iter().filter(|mark| mark.0).map(|mark| mark.1).collect();
        let _ = writeln!(shown, "{:6} {} {}", entry.name, entry.value, marks.join(" "));
    }
    let console = assembled.console.replace('\r', "");
    let typed: Vec<&str> = console.lines().filter(|&line| line != "T").collect();
    if !typed.is_empty() {
        let _ = writeln!(shown, "typed:\n{}", typed.join("\n"));
    }
    let messages: Vec<String> =
        messages.iter().map(|message| render(message, sources, false)).collect();
    shown + &messages.join("\n\n")
}
