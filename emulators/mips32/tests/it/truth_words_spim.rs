//! Machine words, initial data, and acceptance of programs, against records of SPIM 9.1.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use asmkit::{Assembly, NoLibrary, Severity, Sources, render};
use machine::{Data, Image};
use mips32::assembler::assemble;
use mips32::{Dialect, Handler, Options};
use serde_json::Value;

/// Programs on which the dialect and SPIM 9.1 differ on purpose, and why.
#[rustfmt::skip]
const EXCEPTIONS: &[(&str, &str)] = &[
    ("assembly-errors/code-after-data-without-text.s", "`main` in data: SPIM says that the jump to it is too far, and jumps"),
];

fn truth() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth")
}

#[test]
fn programs_become_the_words_that_spim_makes_of_them() {
    let mut differing = BTreeMap::new();
    let mut compared = 0;
    for (area, record) in records() {
        let program = record["program"].as_str().unwrap_or_default();
        compared += 1;
        if let Err(why) = compare(&area, program, &record) {
            let name = format!("{}/{program}", area.file_name().unwrap_or_default().display());
            differing.insert(name, why);
        }
    }
    let excepted: BTreeSet<&str> = EXCEPTIONS.iter().map(|(program, _)| *program).collect();
    let mut report = String::new();
    for (program, why) in differing.iter().filter(|(name, _)| !excepted.contains(name.as_str())) {
        report.push_str(&format!("== {program}\n{why}\n"));
    }
    for program in excepted.iter().filter(|program| !differing.contains_key(**program)) {
        report.push_str(&format!("== {program}\nagrees: the exception is not needed\n"));
    }
    println!("{compared} records compared, {} exceptions", EXCEPTIONS.len());
    assert!(report.is_empty(), "{report}");
}

/// Every record of SPIM 9.1, with the folder of its program.
fn records() -> Vec<(PathBuf, Value)> {
    let mut areas: Vec<PathBuf> = fs::read_dir(truth())
        .expect("the records")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.join("truth.jsonl").is_file())
        .collect();
    areas.sort();
    let mut records = Vec::new();
    for area in areas {
        let lines = fs::read_to_string(area.join("truth.jsonl")).expect("a readable file");
        for line in lines.lines() {
            let record: Value = serde_json::from_str(line).expect("a record a line");
            if record["simulator"] == "spim" && record["version"] == "9.1" {
                records.push((area.clone(), record));
            }
        }
    }
    records
}

fn options(flags: &[&str]) -> Options {
    let mut options = Options::of(Dialect::Spim);
    for flag in flags {
        match *flag {
            "-noexception" => options.handler = Handler::None,
            "-delayed_branches" => options.delayed_branches = true,
            "-delayed_loads" => options.delayed_loads = true,
            "-nopseudo" => options.pseudo = false,
            "-bare" => {
                options.bare = true;
                options.pseudo = false;
                options.delayed_branches = true;
                options.delayed_loads = true;
            }
            _ => {}
        }
    }
    options
}

fn compare(area: &Path, program: &str, record: &Value) -> Result<(), String> {
    let flags: Vec<&str> =
        record["flags"].as_array().into_iter().flatten().flat_map(Value::as_str).collect();
    let options = options(&flags);
    let bytes = fs::read(area.join(program)).map_err(|error| error.to_string())?;
    let mut sources = Sources::new();
    let file = sources.add(program, &bytes);
    let assembled = assemble(&mut sources, &[file], &options, &NoLibrary);
    let refused = refusal(record);
    let image = match (assembled, refused) {
        (Ok(assembly), None) => assembly.image,
        // A global name that is not used is a warning here.
        (Ok(assembly), Some(why)) if why.contains("undefined") && idle(&assembly) => assembly.image,
        (Ok(_), Some(why)) => return Err(format!("accepted, but SPIM says: {why}")),
        (Err(_), Some(_)) => return Ok(()),
        (Err(problems), None) => {
            let errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
            let shown: Vec<String> =
                errors.take(2).map(|problem| render(problem, &sources, false)).collect();
            return Err(format!("refused, but SPIM accepts it:\n{}", shown.join("\n")));
        }
    };
    compare_words(&image, record, &options)?;
    compare_data(&image, record)
}

/// Error for which SPIM rejects a program, if any. SPIM would still run the rest.
fn refusal(record: &Value) -> Option<String> {
    let stderr = record["stderr"].as_str().unwrap_or_default();
    let warnings = ["immediate value", "Shift distance"];
    let refused = stderr.lines().find(|line| {
        line.strip_prefix("spim: (parser) ")
            .is_some_and(|rest| !warnings.iter().any(|warning| rest.starts_with(warning)))
    });
    let stdout = record["stdout"].as_str().unwrap_or_default();
    let undefined = stdout.lines().find(|line| line.contains("symbols are undefined"));
    refused.or(undefined).map(str::to_owned)
}

fn idle(assembly: &Assembly) -> bool {
    assembly.warnings.iter().any(|warning| warning.id == "A153")
}

fn compare_words(image: &Image, record: &Value, options: &Options) -> Result<(), String> {
    let Some(words) = record["words"].as_array() else { return Ok(()) };
    let parse = |word: &Value| u32::from_str_radix(word.as_str().unwrap_or(""), 16).unwrap_or(0);
    let normal = |word: u32| if options.delayed_branches { word } else { from_next_word(word) };
    let expected: Vec<u32> = words.iter().map(parse).map(normal).map(sound).collect();
    let first = if options.handler == Handler::Default { 0x0040_0024 } else { 0x0040_0000 };
    let found: Vec<u32> = image
        .segments
        .iter()
        .filter(|segment| segment.executable && segment.base < 0x8000_0000)
        .flat_map(|segment| {
            let skipped = (first as u64).saturating_sub(segment.base) as usize;
            let bytes = bytes(&segment.data).get(skipped..).unwrap_or_default();
            bytes.chunks_exact(4).map(word).map(sound).collect::<Vec<_>>()
        })
        .collect();
    differing("text", &expected, &found)
}

/// A word without the defects of SPIM's dumps.
fn sound(word: u32) -> u32 {
    match word & 0xffe0_003f {
        // cvt.d.w has the format of doubles.
        0x4620_0021 => word & !0x0020_0000 | 0x0080_0000,
        // movz and movn of floating point registers have only a part of the condition register.
        0x4600_0012 | 0x4600_0013 | 0x4620_0012 | 0x4620_0013 => word & !0x0003_0000,
        _ => word,
    }
}

/// Converts a branch offset from the branch to one from the next word.
fn from_next_word(word: u32) -> u32 {
    let branch = match word >> 26 {
        1 => matches!(word >> 16 & 31, 0..=3 | 16..=19),
        4..=7 | 20..=23 => true,
        17 | 18 => word >> 21 & 31 == 8,
        _ => false,
    };
    if branch { word & 0xffff_0000 | u32::from((word as u16).wrapping_sub(1)) } else { word }
}

fn compare_data(image: &Image, record: &Value) -> Result<(), String> {
    const BASE: u64 = 0x1001_0000;
    let Some(expected) = record["data_words"][format!("{BASE:#x}")].as_array() else {
        return Ok(());
    };
    let parse = |word: &Value| u32::from_str_radix(word.as_str().unwrap_or(""), 16).unwrap_or(0);
    let expected: Vec<u32> = expected.iter().map(parse).collect();
    let mut memory = [0u8; 96 * 4];
    for segment in image.segments.iter().filter(|segment| !segment.executable) {
        for (at, &byte) in bytes(&segment.data).iter().enumerate() {
            let place = (segment.base + at as u64).checked_sub(BASE);
            if let Some(cell) = place.and_then(|place| memory.get_mut(place as usize)) {
                *cell = byte;
            }
        }
    }
    let mut found: Vec<u32> = memory.chunks_exact(4).map(word).collect();
    while found.last() == Some(&0) {
        found.pop();
    }
    differing("data", &expected, &found)
}

fn bytes(data: &Data) -> &[u8] {
    match data {
        Data::Bytes(bytes) => bytes,
        Data::Words(_) => &[],
    }
}

fn word(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

fn differing(what: &str, expected: &[u32], found: &[u32]) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let show =
        |words: &[u32]| words.iter().map(|w| format!("{w:08x}")).collect::<Vec<_>>().join(" ");
    let at = expected.iter().zip(found).take_while(|(a, b)| a == b).count();
    Err(format!(
        "{what} differs from word {at} on\n  SPIM {}\n  here {}",
        show(expected),
        show(found)
    ))
}
