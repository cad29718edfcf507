//! Replays programs whose output and counts were recorded with the real RARS 1.6, Venus, QEMU 7.2
//! and Spike.
//!
//! Every difference must be listed in docs/compatibility.md with its reason, and every row of that
//! table must still be needed. Each program runs in every engine, with the same result.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use asmkit::{Library, OpenError, Sources, elf};
use machine::{Host, Image, Machine as _, Output, Stop};
use riscv32::isa::Extension;
use riscv32::{Dialect, Layout, Options, Profile, Riscv32, assembler};
use serde_json::Value;

use crate::engines;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

struct Folder(PathBuf);

impl Library for Folder {
    fn open(&self, _: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let bytes = std::fs::read(self.0.join(name)).map_err(|_| OpenError::NotFound)?;
        Ok((name.to_owned(), bytes))
    }
}

/// Approximate time of the records, in nanoseconds since 1970.
const RECORDED_NANOS: u64 = 1_750_000_000_000_000_000;

/// Source of a record, as spelled in the compatibility page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Simulator {
    Rars,
    Venus,
    /// QEMU, and Spike if it agrees.
    Qemu,
    Spike,
}

impl Simulator {
    fn of(record: &Value) -> Option<Simulator> {
        Some(match record["simulator"].as_str()? {
            "rars" => Simulator::Rars,
            "venus" => Simulator::Venus,
            "spike" => Simulator::Spike,
            name if name.starts_with("qemu") => Simulator::Qemu,
            _ => return None,
        })
    }

    fn named(name: &str) -> Option<Simulator> {
        Some(match name {
            "RARS" => Simulator::Rars,
            "Venus" => Simulator::Venus,
            "QEMU" => Simulator::Qemu,
            "Spike" => Simulator::Spike,
            _ => return None,
        })
    }
}

/// Command line of a record.
struct Command {
    options: Options,
    file: String,
    limit: u64,
    /// Statuses of a program that does not assemble, and of a program that faults.
    refused: i32,
    failed: i32,
}

fn command(simulator: Simulator, record: &Value) -> Command {
    let flags = strings(&record["flags"]);
    let mut command = Command {
        options: Options::of(match simulator {
            Simulator::Rars => Dialect::Rars,
            Simulator::Venus => Dialect::Venus,
            _ => Dialect::Gnu,
        }),
        file: record["program"].as_str().unwrap_or("").to_owned(),
        limit: 20_000_000,
        refused: 255,
        failed: 255,
    };
    match simulator {
        Simulator::Rars => rars_flags(&mut command, &flags),
        Simulator::Venus if flags.first().is_some_and(|flag| flag == "-ms") => command.limit = 1000,
        Simulator::Spike => {
            // Without compressed instructions, unless the program consists of them.
            let march = flags.iter().find_map(|flag| flag.split("-march=").nth(1));
            let march = march.and_then(|rest| rest.split_whitespace().next()).unwrap_or("rv32i");
            let mut profile = Profile::named(march).unwrap_or(Profile::FULL);
            // The option `--priv=m`.
            profile.extensions = profile.extensions.without(Extension::Supervisor);
            command.options = Options { profile, ..Options::bare() };
        }
        _ => {}
    }
    command
}

fn rars_flags(command: &mut Command, flags: &[String]) {
    (command.refused, command.failed) = (0, 0);
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        match flag.as_str() {
            "a" => command.limit = 0,
            "sm" => command.options.start_at_main = true,
            "smc" => command.options.self_modifying = true,
            "mc" => {
                command.options.layout = match flags.next().map(String::as_str) {
                    Some("CompactDataAtZero") => Layout::CompactDataAtZero,
                    Some("CompactTextAtZero") => Layout::CompactTextAtZero,
                    _ => Layout::Default,
                }
            }
            word => {
                let status = |prefix| word.strip_prefix(prefix).and_then(|n: &str| n.parse().ok());
                command.refused = status("ae").unwrap_or(command.refused);
                command.failed = status("se").unwrap_or(command.failed);
                command.limit = word.parse().unwrap_or(command.limit);
            }
        }
    }
}

/// Result of a run, here or in a simulator.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    output: Vec<u8>,
    status: Option<i32>,
    count: Option<u64>,
    files: BTreeMap<String, Vec<u8>>,
}

/// Program of a record: assembled, or the file from GNU's tools.
fn program(folder: &Path, record: &Value, command: &Command) -> Result<Image, String> {
    let simulator = Simulator::of(record);
    if simulator == Some(Simulator::Rars) || simulator == Some(Simulator::Venus) {
        let mut sources = Sources::new();
        let source = std::fs::read(folder.join(&command.file)).unwrap_or_default();
        let file = sources.add(&command.file, &source);
        let library = Folder(folder.to_owned());
        let assembled = assembler::assemble(&mut sources, &[file], &command.options, &library);
        let why = |diagnostics: Vec<asmkit::Diagnostic>| {
            diagnostics.first().map_or(String::new(), |first| first.message.clone())
        };
        return assembled.map(|assembly| assembly.image).map_err(why);
    }
    let name = record["elf"].as_str().unwrap_or(&command.file);
    let bytes = std::fs::read(folder.join(name)).map_err(|error| error.to_string())?;
    let program = elf::read(&bytes, "riscv32", 243).map_err(|error| error.to_string())?;
    Ok(program.image)
}

/// Runs a record's program; also returns the reason for its stop.
fn run_here(folder: &Path, record: &Value, simulator: Simulator) -> (Outcome, String) {
    let command = command(simulator, record);
    let refused = Outcome { status: Some(command.refused), ..Outcome::default() };
    let image = match program(folder, record, &command) {
        Ok(image) => image,
        Err(why) => return (refused, why),
    };
    let new = || Riscv32::new(command.options);
    if let Err(error) = new().load(&image) {
        return (refused, error.to_string());
    }
    let set_up = |machine: &mut Riscv32| {
        if simulator == Simulator::Spike {
            // The harness for Spike switches floating point on.
            assert!(machine.set_register("mstatus", 0x3800), "the status register");
        }
    };
    let mut host = Host::with_input(record["stdin"].as_str().unwrap_or("").as_bytes());
    host.output = Output::with_cap(1 << 20);
    host.clock_nanos = RECORDED_NANOS;
    host.program = command.file.clone().into_bytes();
    let before = record["files_before"].as_object().into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or("").as_bytes().to_vec();
    before.for_each(|(name, content)| host.files.give(name.as_bytes(), text(content)));
    let (machine, host, stop) =
        engines::agreed(&command.file, &image, &host, command.limit, new, set_up);
    let status = match stop {
        Stop::Exit { status } => Some(status & 0xff),
        Stop::End if simulator == Simulator::Venus => a0(&machine),
        Stop::End => Some(0),
        Stop::Fault(_) => Some(command.failed),
        _ if simulator == Simulator::Rars => Some(0),
        _ => Some(255),
    };
    // RARS does not count the call that ends the program; Spike counts instructions that an
    // exception prevented.
    let counts = machine.counts();
    let undone = if simulator == Simulator::Spike { counts.cancelled_instructions } else { 0 };
    let ends = simulator == Simulator::Rars && matches!(stop, Stop::Exit { .. });
    let files = host.files.iter();
    let files = files.map(|(name, bytes)| (String::from_utf8_lossy(name).into(), bytes.to_vec()));
    let outcome = Outcome {
        output: host.output.bytes().to_vec(),
        status,
        count: Some(counts.instructions + undone - u64::from(ends)),
        files: files.collect(),
    };
    (outcome, format!("{stop:?}"))
}

/// Status in Venus of a program that runs to its end.
fn a0(machine: &Riscv32) -> Option<i32> {
    let registers = machine.registers();
    let a0 = registers.iter().find(|(name, _)| *name == "a0").map(|&(_, value)| value)?;
    Some(a0 as i32 & 0xff)
}

fn outcome_there(record: &Value, simulator: Simulator) -> Outcome {
    let output = match record["stdout_b64"].as_str() {
        Some(text) => base64(text),
        None => record["stdout"].as_str().unwrap_or("").as_bytes().to_vec(),
    };
    let after = record["files_after"].as_object().into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or("").as_bytes().to_vec();
    // A program stopped by QEMU's host has no status; only the stop is compared.
    let stopped = record["signal"].is_string();
    Outcome {
        output: if simulator == Simulator::Venus { without_messages(output) } else { output },
        status: if stopped {
            Some(255)
        } else {
            record["exit"].as_i64().map(|status| status as i32)
        },
        count: record["instructions"].as_u64(),
        files: after.map(|(name, content)| (name.clone(), text(content))).collect(),
    }
}

/// Output of Venus without its own messages.
fn without_messages(output: Vec<u8>) -> Vec<u8> {
    let messages = [&b"\nExited with error code "[..], b"Could not assemble program!"];
    let find = |message: &[u8]| output.windows(message.len()).position(|part| part == message);
    let end = messages.into_iter().filter_map(find).min();
    output[..end.unwrap_or(output.len())].to_vec()
}

fn strings(value: &Value) -> Vec<String> {
    let items = value.as_array().into_iter().flatten();
    items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

fn base64(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut count, mut bytes) = (0u32, 0, Vec::new());
    for byte in text.bytes() {
        let Some(value) = LETTERS.iter().position(|&letter| letter == byte) else { continue };
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

/// Difference between two results; empty if they agree.
fn difference(here: &Outcome, there: &Outcome) -> String {
    let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().take(120).collect::<String>();
    if here.output != there.output {
        return format!("output {:?} here, {:?} there", show(&here.output), show(&there.output));
    }
    if here.status != there.status {
        return format!("status {:?} here, {:?} there", here.status, there.status);
    }
    if there.count.is_some() && here.count != there.count {
        return format!("{:?} instructions here, {:?} there", here.count, there.count);
    }
    for (name, content) in &there.files {
        if here.files.get(name) != Some(content) {
            return format!("file {name} differs");
        }
    }
    String::new()
}

/// Rows of the compatibility page that begin with a program: area/program, simulator, reason.
fn listed() -> BTreeMap<String, String> {
    let page = std::fs::read_to_string(root().join("docs/compatibility.md")).unwrap_or_default();
    let mut rows = BTreeMap::new();
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if let [program, simulator, reason] = cells[..]
            && Simulator::named(simulator).is_some()
        {
            rows.insert(program.trim_matches('`').to_owned(), reason.to_owned());
        }
    }
    rows
}

#[test]
fn programs_do_here_what_they_do_there() {
    let truth = root().join("emulators/riscv32/tests/truth");
    let listed = listed();
    let (mut needed, mut unlisted, mut agreed) = (BTreeSet::new(), Vec::new(), 0);
    for area in ["c-programs", "isa", "rars", "venus"] {
        let folder = truth.join(area);
        let records = std::fs::read_to_string(folder.join("truth.jsonl")).expect("the records");
        for line in records.lines() {
            let record: Value = serde_json::from_str(line).expect("a record");
            let simulator = Simulator::of(&record).expect("a simulator");
            // Dump of Venus's words, which the assembler's test compares.
            if strings(&record["flags"]).iter().any(|flag| flag == "-d") {
                continue;
            }
            let (here, why) = run_here(&folder, &record, simulator);
            let difference = difference(&here, &outcome_there(&record, simulator));
            let program = format!("{area}/{}", record["program"].as_str().unwrap_or(""));
            if difference.is_empty() {
                agreed += 1;
            } else if listed.contains_key(&program) {
                needed.insert(program);
            } else {
                unlisted.push(format!("{program}: {difference} ({why})"));
            }
        }
    }
    let stale: Vec<_> = listed.keys().filter(|key| !needed.contains(*key)).collect();
    println!("{agreed} agree, {} listed, {} not listed", needed.len(), unlisted.len());
    assert!(unlisted.is_empty(), "not in docs/compatibility.md:\n{}", unlisted.join("\n"));
    assert!(stale.is_empty(), "no longer needed in docs/compatibility.md: {stale:?}");
}
