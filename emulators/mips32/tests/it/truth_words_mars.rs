//! Compares the words of the MARS dialect with records of the real MARS 4.6.

#![expect(clippy::unwrap_used, reason = "a test stops at a file that is not there")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use asmkit::{Library, OpenError, Sources};
use machine::{Data, Image};
use mips32::{Dialect, Layout, Options};
use serde_json::Value;

/// Records that differ on purpose: area, program, reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[];

struct Record {
    area: String,
    folder: PathBuf,
    json: Value,
}

/// Folder of a program, for `.include`.
struct Folder;

impl Library for Folder {
    fn open(&self, from: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let path = Path::new(from).parent().unwrap_or(Path::new("")).join(name);
        let bytes = std::fs::read(&path).map_err(|_| OpenError::NotFound)?;
        Ok((path.display().to_string(), bytes))
    }
}

fn records() -> Vec<Record> {
    let areas = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth").read_dir().unwrap();
    let mut folders: Vec<PathBuf> = areas.map(|area| area.unwrap().path()).collect();
    folders.sort();
    let mut records = Vec::new();
    for folder in folders {
        let Ok(lines) = std::fs::read_to_string(folder.join("truth.jsonl")) else { continue };
        let area = folder.file_name().unwrap().to_string_lossy().into_owned();
        for line in lines.lines() {
            let json: Value = serde_json::from_str(line).unwrap();
            if json["simulator"] == "mars" {
                records.push(Record { area: area.clone(), folder: folder.clone(), json });
            }
        }
    }
    records
}

fn strings(value: &Value) -> Vec<String> {
    let strings = value.as_array().into_iter().flatten();
    strings.map(|string| string.as_str().unwrap_or_default().to_owned()).collect()
}

impl Record {
    fn name(&self) -> &str {
        self.json["program"].as_str().unwrap_or_default()
    }

    fn options(&self) -> Options {
        let mut options = Options::of(Dialect::Mars);
        for flag in strings(&self.json["flags"]) {
            match flag.as_str() {
                "db" => options.delayed_branches = true,
                "np" | "ne" => options.pseudo = false,
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
        let printed = self.json["stdout"].as_str().unwrap_or_default();
        printed.contains("Processing terminated due to errors.")
            && !printed.contains("Runtime")
            && self.json["instructions"].is_null()
    }

    /// Difference, if there is one.
    fn check(&self) -> Option<String> {
        let mut sources = Sources::new();
        let flags = strings(&self.json["flags"]);
        let files = flags.iter().filter(|flag| flag.ends_with(".s") && !flag.starts_with("t."));
        let mut ids = Vec::new();
        for file in files {
            let path = self.folder.join(file);
            let bytes = std::fs::read(&path).unwrap();
            ids.push(sources.add(&path.display().to_string(), &bytes));
        }
        let options = self.options();
        match mips32::assembler::assemble(&mut sources, &ids, &options, &Folder) {
            Err(_) if self.was_rejected() => None,
            Err(diagnostics) => Some(format!("refused: {}", diagnostics[0].message)),
            Ok(_) if self.was_rejected() => Some("accepted what MARS refuses".to_owned()),
            Ok(assembly) => self.differences(&assembly.image, options.layout),
        }
    }

    fn differences(&self, image: &Image, layout: Layout) -> Option<String> {
        let bytes = bytes(image);
        let (text, data, kernel) = match layout {
            Layout::Default => (0x0040_0000, 0x1001_0000, 0x8000_0180),
            Layout::CompactDataAtZero => (0x3000, 0, 0x4180),
            Layout::CompactTextAtZero => (0, 0x2000, 0x4180),
        };
        let sections = [
            ("words", text, true),
            ("data_words", data, false),
            ("ktext_words_from_0x80000180", kernel, true),
        ];
        for (field, base, is_text) in sections {
            let expected = strings(&self.json[field]);
            let same = |(index, expected): (usize, &String)| {
                let word = word(&bytes, base + 4 * index as u64);
                let expected = u32::from_str_radix(expected, 16).unwrap();
                word == expected || is_text && as_mars_writes(word) == expected
            };
            if let Some(at) = expected.iter().enumerate().position(|word| !same(word)) {
                let found = word(&bytes, base + 4 * at as u64);
                return Some(format!("{field}[{at}] is {found:08x}, not {}", expected[at]));
            }
            let end = base + 4 * expected.len() as u64;
            // Real MARS stops at the first gap.
            let first = image.segments.iter().find(|segment| segment.base == base);
            let last = first.filter(|_| is_text).map_or(end, |segment| base + segment.size);
            if !expected.is_empty() && last > end {
                return Some(format!("{field} has more than {} words", expected.len()));
            }
        }
        None
    }
}

fn bytes(image: &Image) -> BTreeMap<u64, u8> {
    let mut bytes = BTreeMap::new();
    for segment in &image.segments {
        if let Data::Bytes(data) = &segment.data {
            bytes.extend((segment.base..).zip(data.iter().copied()));
        }
    }
    bytes
}

fn word(bytes: &BTreeMap<u64, u8>, address: u64) -> u32 {
    let byte = |offset| bytes.get(&(address + offset)).copied().unwrap_or(0);
    u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)])
}

/// MARS 4.6 leaves the code field of `syscall` and of the traps as letters `c` in its bit string,
/// and adds their character codes up as if they were bits.
fn as_mars_writes(word: u32) -> u32 {
    let code_bits: std::ops::Range<u32> = match word & 0xfc00_003f {
        0x0c => 6..26,
        0x30..=0x34 | 0x36 => 6..16,
        _ => return word,
    };
    (0..32).rev().fold(0u32, |sum, bit| {
        let digit =
            if code_bits.contains(&bit) { 'c' as u32 - '0' as u32 } else { word >> bit & 1 };
        sum << 1 | digit
    })
}

#[test]
fn the_words_are_those_of_mars() {
    let records = records();
    let mut problems = Vec::new();
    for record in &records {
        let excepted = EXCEPTIONS
            .iter()
            .find(|(area, program, _)| *area == record.area && *program == record.name());
        match (record.check(), excepted) {
            (Some(problem), None) => {
                problems.push(format!("{}/{}: {problem}", record.area, record.name()));
            }
            (None, Some((area, program, reason))) => {
                problems.push(format!("{area}/{program}: agrees, though excepted for: {reason}"));
            }
            _ => {}
        }
    }
    println!("{} records compared", records.len());
    assert!(problems.is_empty(), "{} differ:\n{}", problems.len(), problems.join("\n"));
}
