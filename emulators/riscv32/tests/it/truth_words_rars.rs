//! Output of the RARS dialect, compared with that of the real RARS 1.6 for the same programs.

#![expect(clippy::unwrap_used, reason = "a test stops at a file that is not there")]

use std::path::{Path, PathBuf};

use asmkit::{Library, OpenError, Sources};
use machine::{Data, Image};
use riscv32::assembler::assemble;
use riscv32::{Dialect, Layout, Options};
use serde_json::Value;

/// Intentional differences: program, reason.
const EXCEPTIONS: &[(&str, &str)] = &[(
    "except-store-text-with-smc.s",
    "the words were read after the run, in which the program writes its own text",
)];

/// Folder of a program, for `.include`.
struct Folder;

impl Library for Folder {
    fn open(&self, from: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let path = Path::new(from).parent().unwrap_or(Path::new("")).join(name);
        let bytes = std::fs::read(&path).map_err(|_| OpenError::NotFound)?;
        Ok((path.display().to_string(), bytes))
    }
}

struct Record {
    folder: PathBuf,
    json: Value,
}

fn records() -> Vec<Record> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth/rars");
    let lines = std::fs::read_to_string(folder.join("truth.jsonl")).unwrap();
    let json = lines.lines().map(|line| serde_json::from_str(line).unwrap());
    json.map(|json| Record { folder: folder.clone(), json }).collect()
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

impl Record {
    fn name(&self) -> &str {
        self.json["program"].as_str().unwrap_or_default()
    }

    fn options(&self) -> Options {
        let mut options = Options::of(Dialect::Rars);
        for flag in strings(&self.json["flags"]) {
            match flag {
                "np" => options.pseudo = false,
                "we" => options.warnings_are_errors = true,
                "sm" => options.start_at_main = true,
                "smc" => options.self_modifying = true,
                "CompactDataAtZero" => options.layout = Layout::CompactDataAtZero,
                "CompactTextAtZero" => options.layout = Layout::CompactTextAtZero,
                _ => {}
            }
        }
        options
    }

    fn was_rejected(&self) -> bool {
        let messages = self.json["messages"].as_str().unwrap_or_default();
        messages.contains("Processing terminated due to errors.")
    }

    /// Difference from the record, if any.
    fn check(&self) -> Option<String> {
        let mut sources = Sources::new();
        let mut files = Vec::new();
        for file in strings(&self.json["flags"]).iter().filter(|flag| flag.ends_with(".s")) {
            let path = self.folder.join(file);
            let bytes = std::fs::read(&path).unwrap();
            files.push(sources.add(&path.display().to_string(), &bytes));
        }
        match assemble(&mut sources, &files, &self.options(), &Folder) {
            Err(_) if self.was_rejected() => None,
            Err(diagnostics) => Some(format!("refused: {}", diagnostics[0].message)),
            Ok(_) if self.was_rejected() => Some("accepted what RARS refuses".to_owned()),
            Ok(assembly) => self.differences(&assembly.image),
        }
    }

    fn differences(&self, image: &Image) -> Option<String> {
        let expected = strings(&self.json["words"]).join(" ");
        let texts = image.segments.iter().filter(|segment| segment.executable);
        let words = texts.flat_map(|segment| match &segment.data {
            Data::Bytes(bytes) => bytes.chunks(4),
            Data::Words(_) => [].chunks(4),
        });
        let word = |word: &[u8]| format!("{:08x}", u32::from_le_bytes(word.try_into().unwrap()));
        let found = words.map(word).collect::<Vec<_>>().join(" ");
        (found != expected).then(|| format!("gives {found}\n    instead of {expected}"))
    }
}

#[test]
fn the_words_are_those_of_rars() {
    let records = records();
    let mut problems = Vec::new();
    for record in &records {
        let excepted = EXCEPTIONS.iter().find(|(program, _)| *program == record.name());
        match (record.check(), excepted) {
            (Some(problem), None) => problems.push(format!("{}: {problem}", record.name())),
            (None, Some((program, reason))) => {
                problems.push(format!("{program}: agrees, though excepted for: {reason}"));
            }
            _ => {}
        }
    }
    println!("{} records compared", records.len());
    assert!(problems.is_empty(), "{} differ:\n{}", problems.len(), problems.join("\n"));
}
