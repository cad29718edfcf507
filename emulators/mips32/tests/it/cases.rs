//! One file per case: `tests/cases/<dialect>/ok/NAME.s` assembles, `err/NAME.s` does not.
//!
//! The result is in `NAME.snap` next to it, to be reviewed like code. A first line
//! `# options: db np` sets switches with MARS's names; `NAME.2.s` is assembled with `NAME.s`.

#![expect(clippy::unwrap_used, reason = "a test stops at a file that is not there")]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use asmkit::{Assembly, Diagnostic, Library, OpenError, Sources, render};
use machine::numbers::counted;
use machine::{Data, Image};
use mips32::assembler::assemble;
use mips32::{Dialect, Layout, Options};

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
fn mars_accepts() {
    check_folder(Dialect::Mars, "mars", "ok");
}

#[test]
fn mars_refuses() {
    check_folder(Dialect::Mars, "mars", "err");
}

#[test]
fn spim_accepts() {
    check_folder(Dialect::Spim, "spim", "ok");
}

#[test]
fn spim_refuses() {
    check_folder(Dialect::Spim, "spim", "err");
}

fn check_folder(dialect: Dialect, name: &str, outcome: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let folder = root.join(name).join(outcome);
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
        if stem.ends_with(".2") {
            continue;
        }
        let (assembled, sources) = assemble_case(&folder, &stem, dialect);
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
        if let Some(switches) = text.lines().next().and_then(|line| line.strip_prefix("# options:"))
        {
            switches.split_whitespace().for_each(|switch| set(&mut options, switch));
        }
        files.push(sources.add(&name, &bytes));
    }
    let assembled = assemble(&mut sources, &files, &options, &Folder(folder.to_owned()));
    (assembled, sources)
}

fn set(options: &mut Options, switch: &str) {
    match switch {
        "db" => options.delayed_branches = true,
        "dl" => options.delayed_loads = true,
        "np" => options.pseudo = false,
        "sm" => options.start_at_main = true,
        "we" => options.warnings_are_errors = true,
        "bare" => options.bare = true,
        "big" => options.big_endian = true,
        "none" => options.handler = mips32::Handler::None,
        "CompactDataAtZero" => options.layout = Layout::CompactDataAtZero,
        "CompactTextAtZero" => options.layout = Layout::CompactTextAtZero,
        other => panic!("no switch is called {other}"),
    }
}

fn show_messages(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let shown: Vec<String> = diagnostics.iter().map(|d| render(d, sources, false)).collect();
    shown.join("\n\n")
}

/// Messages, entry, symbols and words of an assembly.
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
    show_segments(image, &mut shown);
    shown
}

fn show_segments(image: &Image, shown: &mut String) {
    for segment in &image.segments {
        let (name, base, size) = (&segment.name, segment.base, segment.size);
        let _ = writeln!(shown, "{name} at {base:08x}, {}", counted(size, "byte"));
        let Data::Bytes(bytes) = &segment.data else { continue };
        for (index, row) in bytes.chunks(if segment.executable { 4 } else { 16 }).enumerate() {
            let address = base + (index * if segment.executable { 4 } else { 16 }) as u64;
            match <[u8; 4]>::try_from(row) {
                Ok(word) if segment.executable => {
                    let word = u32::from_le_bytes(word);
                    let source = source_line(image, address);
                    let _ = writeln!(shown, "{address:08x} {word:08x} {source}");
                }
                _ => {
                    let hex: Vec<String> = row.iter().map(|byte| format!("{byte:02x}")).collect();
                    let _ = writeln!(shown, "{address:08x} {}", hex.join(" "));
                }
            }
        }
    }
}

/// Source location of the instruction at an address.
fn source_line(image: &Image, address: u64) -> String {
    let Some(line) = image.line(address) else { return String::new() };
    let place = format!("{}:{}", image.files[line.file as usize], line.line);
    match line.used_at {
        Some((file, used)) => format!("{place} for {}:{used}", image.files[file as usize]),
        None => place,
    }
}
