//! The Venus dialect, one file a case: `tests/cases/venus/ok/NAME.s` assembles, `err/NAME.s` does
//! not. What comes out lies beside it in `NAME.snap`, to be reviewed like code.

#![expect(clippy::unwrap_used, reason = "a test stops at a file that is not there")]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use asmkit::{Assembly, Diagnostic, Library, OpenError, Sources, render};
use machine::{Data, Image};
use riscv32::assembler::assemble;
use riscv32::{Dialect, Options};

/// The folder of the cases; nothing outside it can be imported.
struct Folder(PathBuf);

impl Library for Folder {
    fn open(&self, _: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        if name.contains("..") || name.starts_with('/') {
            return Err(OpenError::Outside);
        }
        let bytes = std::fs::read(self.0.join(name)).map_err(|_| OpenError::NotFound)?;
        Ok((name.to_owned(), bytes))
    }
}

#[test]
fn venus_accepts() {
    check_folder("ok");
}

#[test]
fn venus_refuses() {
    check_folder("err");
}

fn check_folder(outcome: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/venus").join(outcome);
    let entries = std::fs::read_dir(&folder).unwrap();
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    cases.retain(|path| path.extension().is_some_and(|extension| extension == "s"));
    cases.sort();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(&folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for case in cases {
        let stem = case.file_stem().unwrap().to_string_lossy().into_owned();
        let mut sources = Sources::new();
        let file = sources.add(&format!("{stem}.s"), &std::fs::read(&case).unwrap());
        let options = Options::of(Dialect::Venus);
        let assembled = assemble(&mut sources, &[file], &options, &Folder(folder.clone()));
        let shown = match (assembled, outcome) {
            (Ok(assembly), "ok") => show(&assembly, &sources),
            (Err(messages), "err") => show_messages(&messages, &sources),
            (Ok(_), _) => panic!("{stem} is accepted"),
            (Err(messages), _) => {
                panic!("{stem} is refused:\n{}", show_messages(&messages, &sources))
            }
        };
        settings.bind(|| insta::assert_snapshot!(stem, shown));
    }
}

fn show_messages(messages: &[Diagnostic], sources: &Sources) -> String {
    let shown: Vec<String> = messages.iter().map(|d| render(d, sources, false)).collect();
    shown.join("\n\n")
}

/// Messages, entry, symbols, and words with what they mean.
fn show(assembly: &Assembly, sources: &Sources) -> String {
    let image = &assembly.image;
    let mut shown = show_messages(&assembly.warnings, sources);
    if !shown.is_empty() {
        shown.push_str("\n\n");
    }
    let _ = writeln!(shown, "entry {:08x}", image.entry);
    for symbol in &image.symbols {
        let global = if symbol.global { " global" } else { "" };
        let _ = writeln!(shown, "{:08x} {}{global}", symbol.value, symbol.name);
    }
    for segment in &image.segments {
        let (name, base, size) = (&segment.name, segment.base, segment.size);
        let _ = writeln!(shown, "{name} at {base:08x}, {size} bytes");
        let Data::Bytes(bytes) = &segment.data else { continue };
        match segment.executable {
            true => show_text(image, base, bytes, &mut shown),
            false => show_data(base, bytes, &mut shown),
        }
    }
    shown
}

fn show_text(image: &Image, base: u64, bytes: &[u8], shown: &mut String) {
    for (word, address) in bytes.chunks_exact(4).zip((base..).step_by(4)) {
        let word = u32::from_le_bytes(word.try_into().unwrap());
        let meaning = riscv32::isa::disassemble(word, address as u32).unwrap_or_default();
        let line = image.line(address).unwrap();
        let place = format!("{}:{}", image.files[line.file as usize], line.line);
        let _ = writeln!(shown, "{address:08x} {word:08x} {meaning:<32} {place}");
    }
}

fn show_data(base: u64, bytes: &[u8], shown: &mut String) {
    for (row, address) in bytes.chunks(16).zip((base..).step_by(16)) {
        let hex: Vec<String> = row.iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(shown, "{address:08x} {}", hex.join(" "));
    }
}
