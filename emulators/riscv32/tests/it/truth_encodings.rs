//! Output of the GNU dialect, compared with that of GNU as and ld 2.40 for the same source.

#![expect(clippy::unwrap_used, reason = "a test stops at a file that is not there")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use asmkit::{Assembly, NoLibrary, Sources, render};
use machine::{Data, Image};
use riscv32::assembler::{Placement, assemble_placed};
use riscv32::{Dialect, Options, Profile};
use serde_json::Value;

/// Intentional differences: file and line or program, reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("fcvt.d.w fa0, a1, rne", "newer versions take the rounding mode, as the manual has it"),
    (".ascii \"abc", "a string that is not closed is an error, not a warning"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth/encodings")
}

/// Assembles and links a source with the options of the records.
fn link(source: &str, march: &str, relax: bool, text: u32) -> Result<Assembly, String> {
    let options =
        Options { profile: Profile::named(march).unwrap(), relax, ..Options::of(Dialect::Gnu) };
    let mut sources = Sources::new();
    let file = sources.add("p.s", source.as_bytes());
    let starts = [(".text", text), (".data", 0x20000), (".far", 0x40_0000)];
    let placement = Placement { starts: &starts };
    let assembled = assemble_placed(&mut sources, &[file], &options, &placement, &NoLibrary);
    assembled.map_err(|messages| {
        let shown: Vec<String> = messages.iter().map(|m| render(m, &sources, false)).collect();
        shown.join("\n")
    })
}

/// Bytes of a section by address.
fn bytes_of(image: &Image, section: &str) -> BTreeMap<u64, u8> {
    let segments = image.segments.iter().filter(|segment| segment.name == section);
    segments
        .flat_map(|segment| {
            let Data::Bytes(bytes) = &segment.data else { panic!("bytes are expected") };
            let padded = bytes.iter().copied().chain(std::iter::repeat(0));
            (segment.base..segment.base + segment.size).zip(padded)
        })
        .collect()
}

/// Words and halfwords of a table line, in the order of their bytes.
fn table_bytes(hex: &str) -> Vec<u8> {
    let little = |piece: &str| {
        let mut bytes: Vec<u8> = (0..piece.len() / 2)
            .map(|at| u8::from_str_radix(&piece[2 * at..2 * at + 2], 16).unwrap())
            .collect();
        bytes.reverse();
        bytes
    };
    hex.split_whitespace().flat_map(little).collect()
}

fn shown(bytes: &[u8]) -> String {
    let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    hex.join(" ")
}

/// Compares the result with a table line: bytes, or an error.
fn compare_line(name: &str, source: &str, expected: &str, failures: &mut Vec<String>) {
    let rvc = name.contains("with-rvc") || name.starts_with("compressed");
    let march = if rvc { "rv32imafdc_zba_zbb_zbs" } else { "rv32imafd_zba_zbb_zbs" };
    let odd = name.starts_with("rejected");
    let data = name.starts_with("data");
    let refused = expected.starts_with("error");
    let expected = expected.split(';').next().unwrap().trim();
    let expected = expected.strip_prefix("ok").unwrap_or(expected).trim();
    let section = if data { ".data" } else { ".text" };
    let body = source.replace(" \\n ", "\n");
    // Undefined symbols are zero in the records.
    let weak = if odd { ".weak a0\n.weak a1\n.weak a2\n.weak x\n" } else { "" };
    let program = format!("{weak}{section}\n{body}\n");
    let got = match link(&program, march, false, if odd { 0 } else { 0x10000 }) {
        Ok(assembly) => Ok(bytes_of(&assembly.image, section).into_values().collect::<Vec<u8>>()),
        Err(messages) => Err(messages),
    };
    let wanted = match (refused, data) {
        (true, _) => None,
        (_, true) => {
            Some(expected.split_whitespace().map(|b| u8::from_str_radix(b, 16).unwrap()).collect())
        }
        _ => Some(table_bytes(expected)),
    };
    match (wanted, got) {
        (None, Err(_)) => {}
        (Some(wanted), Ok(got)) if wanted == got => {}
        (Some::<Vec<u8>>(wanted), Ok(got)) => failures.push(format!(
            "{name}: {source}\n  GNU  {}\n  ours {}",
            shown(&wanted),
            shown(&got)
        )),
        (None, Ok(got)) => failures.push(format!("{name}: {source}\n  accepted: {}", shown(&got))),
        (Some(_), Err(messages)) => failures.push(format!("{name}: {source}\n{messages}")),
    }
}

#[test]
fn single_lines_become_the_same_bytes() {
    let entries = std::fs::read_dir(folder()).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    let (mut failures, mut count) = (Vec::new(), 0);
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let Some((source, expected)) = line.rsplit_once(" | ") else { continue };
            let known = EXCEPTIONS.iter().any(|(exception, _)| *exception == source);
            if line.starts_with('#') || known {
                continue;
            }
            count += 1;
            compare_line(&name, source, expected, &mut failures);
        }
    }
    assert!(failures.is_empty(), "{} of {count} differ:\n{}", failures.len(), failures.join("\n"));
    assert!(count > 1500, "only {count} lines were found");
}

/// Difference between an image and a record, if any.
fn compare_sections(image: &Image, record: &Value) -> Option<String> {
    for (section, expected) in record["sections"].as_object()? {
        let got = bytes_of(image, section);
        if section == ".data" {
            let text = expected[1].as_str()?;
            let listed = text.split(" ...").next()?.split_whitespace();
            let wanted: Vec<u8> = listed.map(|b| u8::from_str_radix(b, 16).unwrap()).collect();
            let first: Vec<u8> = got.values().take(wanted.len()).copied().collect();
            if wanted != first {
                return Some(format!(".data\n  GNU  {}\n  ours {}", shown(&wanted), shown(&first)));
            }
            continue;
        }
        let mut end = 0;
        for entry in expected.as_array()? {
            let Some(hex) = entry[1].as_str() else { continue };
            let at = u64::from_str_radix(entry[0].as_str()?, 16).unwrap();
            let wanted = table_bytes(hex);
            let range = at..at + wanted.len() as u64;
            let ours: Vec<u8> = range.clone().filter_map(|at| got.get(&at).copied()).collect();
            if ours != wanted {
                let (wanted, ours) = (shown(&wanted), shown(&ours));
                return Some(format!("{section} at {at:#x}\n  GNU  {wanted}\n  ours {ours}"));
            }
            end = range.end;
        }
        let last = got.last_key_value().map_or(0, |(at, _)| at + 1);
        if last != end {
            return Some(format!("{section} ends at {last:#x}, with GNU ld at {end:#x}"));
        }
    }
    for (name, value) in record["symbols"].as_object()? {
        let wanted = u64::from_str_radix(value.as_str()?, 16).unwrap();
        if image.symbol(name) != Some(wanted) {
            let got = image.symbol(name);
            return Some(format!("symbol {name} is {got:x?}, with GNU ld {wanted:#x}"));
        }
    }
    None
}

#[test]
fn programs_become_the_same_sections() {
    let records = std::fs::read_to_string(folder().join("truth.jsonl")).unwrap();
    let (mut failures, mut count) = (Vec::new(), 0);
    for line in records.lines() {
        let json: Value = serde_json::from_str(line).unwrap();
        let program = json["program"].as_str().unwrap();
        let source = std::fs::read_to_string(folder().join(program)).unwrap();
        let source = format!("{source}\n.globl __global_pointer$\n__global_pointer$ = 0x20800\n");
        for variant in json["words"].as_array().unwrap() {
            count += 1;
            let march = variant["march"].as_str().unwrap();
            let relax = variant["relax"].as_bool().unwrap();
            let refused = !variant["error"].is_null() || !variant["link_error"].is_null();
            let problem = match link(&source, march, relax, 0x10000) {
                Ok(_) if refused => Some("it is accepted".to_owned()),
                Ok(assembly) => compare_sections(&assembly.image, variant),
                Err(_) if refused => None,
                Err(messages) => Some(messages),
            };
            let what = problem.map(|problem| format!("{program} {march} relax {relax}: {problem}"));
            failures.extend(what);
        }
    }
    assert!(failures.is_empty(), "{} of {count} differ:\n{}", failures.len(), failures.join("\n"));
    assert!(count >= 200, "only {count} variants were found");
}
