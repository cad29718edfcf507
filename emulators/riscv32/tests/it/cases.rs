//! The dialects, one file per case: `tests/cases/DIALECT/ok/NAME.s` assembles, `err/NAME.s` does
//! not.
//!
//! The result is in `NAME.snap` in the same folder, and is reviewed like code. A first line
//! `# options: norvc norelax` sets switches; `NAME.2.s` is assembled together with `NAME.s`.

#![expect(clippy::unwrap_used, reason = "a test stops at a file that is not there")]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use asmkit::{Assembly, Diagnostic, Library, OpenError, Sources, render};
use machine::numbers::counted;
use machine::{Data, Image};
use riscv32::assembler::assemble;
use riscv32::isa::disassemble;
use riscv32::{Dialect, Layout, Options, Profile, System};

/// Folder of the cases; files outside it cannot be included.
struct Folder(PathBuf);

impl Library for Folder {
    fn open(&self, _: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        if name.contains("..") || name.starts_with('/') {
            return Err(OpenError::Outside(None));
        }
        let bytes = std::fs::read(self.0.join(name)).map_err(|_| OpenError::NotFound)?;
        Ok((name.to_owned(), bytes))
    }
}

#[test]
fn gnu() {
    check("gnu", Dialect::Gnu);
}

#[test]
fn rars() {
    check("rars", Dialect::Rars);
}

#[test]
fn venus() {
    check("venus", Dialect::Venus);
}

fn check(name: &str, dialect: Dialect) {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(name);
    for outcome in ["ok", "err"] {
        check_folder(&cases.join(outcome), outcome, dialect);
    }
}

fn check_folder(folder: &Path, outcome: &str, dialect: Dialect) {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    cases.retain(|path| path.extension().is_some_and(|extension| extension == "s"));
    cases.sort();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for case in cases {
        let stem = case.file_stem().unwrap().to_string_lossy().into_owned();
        if stem.ends_with(".2") {
            continue;
        }
        let (assembled, sources) = assemble_case(folder, &stem, dialect);
        let shown = match (assembled, outcome) {
            (Ok(assembly), "ok") => show(&assembly, &sources),
            (Err(diagnostics), "err") => show_messages(&diagnostics, &sources),
            (Ok(_), _) => panic!("{stem} is accepted"),
            (Err(diagnostics), _) => {
                panic!("{stem} is refused:\n{}", show_messages(&diagnostics, &sources))
            }
        };
        settings.bind(|| insta::assert_snapshot!(stem, shown));
    }
}

fn assemble_case(
    folder: &Path,
    stem: &str,
    dialect: Dialect,
) -> (Result<Assembly, Vec<Diagnostic>>, Sources) {
    let mut sources = Sources::new();
    let mut files = Vec::new();
    let mut options = Options::of(dialect);
    for name in [format!("{stem}.s"), format!("{stem}.2.s")] {
        let Ok(bytes) = std::fs::read(folder.join(&name)) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        let switches = text.lines().next().and_then(|line| line.strip_prefix("# options:"));
        let switches = switches.unwrap_or_default().split_whitespace();
        switches.for_each(|switch| set(&mut options, switch));
        files.push(sources.add(&name, &bytes));
    }
    let assembled = assemble(&mut sources, &files, &options, &Folder(folder.to_owned()));
    (assembled, sources)
}

fn set(options: &mut Options, switch: &str) {
    match switch {
        "norvc" => options.compress = false,
        "norelax" => options.relax = false,
        "np" => options.pseudo = false,
        "sm" => options.start_at_main = true,
        "CompactDataAtZero" => options.layout = Layout::CompactDataAtZero,
        "CompactTextAtZero" => options.layout = Layout::CompactTextAtZero,
        "we" => options.warnings_are_errors = true,
        "bare" => options.system = System::Bare,
        "esp32c3" => *options = Options::esp32c3(),
        name => options.profile = Profile::named(name).unwrap(),
    }
}

fn show_messages(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let shown: Vec<String> = diagnostics.iter().map(|d| render(d, sources, false)).collect();
    shown.join("\n\n")
}

/// Messages, entry, symbols, instructions and data of an assembly.
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
        let _ = writeln!(shown, "{name} at {base:08x}, {}", counted(size, "byte"));
        let Data::Bytes(bytes) = &segment.data else { continue };
        if segment.executable {
            show_code(image, base, bytes, &mut shown)
        } else {
            show_data(base, bytes, &mut shown)
        }
    }
    shown
}

/// Instructions with their source lines. Only the first of many equal ones is shown.
fn show_code(image: &Image, base: u64, bytes: &[u8], shown: &mut String) {
    let (mut at, mut last) = (0, String::new());
    while at < bytes.len() {
        let address = base + at as u64;
        let rest = &bytes[at..];
        let length = if rest[0] & 3 == 3 && rest.len() >= 4 { 4 } else { rest.len().min(2) };
        let word =
            rest[..length].iter().rev().fold(0u32, |word, &byte| word << 8 | u32::from(byte));
        let text = disassemble(word, address as u32).unwrap_or_default();
        let line = image.line(address).map_or_else(String::new, |line| {
            let place = format!("{}:{}", image.files[line.file as usize], line.line);
            let used = line.used_at.map(|(file, used)| (&image.files[file as usize], used));
            used.map_or(place.clone(), |(file, used)| format!("{place} for {file}:{used}"))
        });
        let row = format!("{word:0width$x}\t{text}\t{line}", width = 2 * length);
        if row != last {
            let _ = writeln!(shown, "{address:08x} {row}");
        }
        last = row;
        at += length;
    }
}

fn show_data(base: u64, bytes: &[u8], shown: &mut String) {
    for (index, row) in bytes.chunks(16).enumerate() {
        let hex: Vec<String> = row.iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(shown, "{:08x} {}", base + 16 * index as u64, hex.join(" "));
    }
}
