//! Compares outputs and counts with records of the real MARS 4.6 and SPIM 9.1.
//!
//! Every difference must be in the table of docs/compatibility.md with its reason, and every row of that
//! table must still be needed. Each program runs in every engine, with the same result.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use asmkit::{Library, OpenError, Sources};
use machine::{Access, Cause, Host, Machine as _, Output, Stop};
use mips32::{Dialect, Handler, Layout, Mips32, Options, assembler};
use serde_json::Value;

use crate::engines;

/// Length of the compared output; longer output is cut in the records.
const OUTPUT_BYTES: usize = 2048;

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

/// Options from the flags of a record.
struct Command {
    options: Options,
    files: Vec<String>,
    arguments: Vec<Vec<u8>>,
    limit: u64,
}

fn command(dialect: Dialect, flags: &[String]) -> Command {
    let mut command = Command {
        options: Options::of(dialect),
        files: Vec::new(),
        arguments: Vec::new(),
        limit: 20_000_000,
    };
    match dialect {
        Dialect::Mars => mars_flags(&mut command, flags),
        Dialect::Spim => spim_flags(&mut command, flags),
    }
    command
}

fn mars_flags(command: &mut Command, flags: &[String]) {
    let options = &mut command.options;
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        match flag.as_str() {
            "db" => options.delayed_branches = true,
            "np" | "ne" => options.pseudo = false,
            "sm" => options.start_at_main = true,
            "smc" => options.self_modifying = true,
            "we" => options.warnings_are_errors = true,
            "mc" => {
                options.layout = match flags.next().map(String::as_str) {
                    Some("CompactDataAtZero") => Layout::CompactDataAtZero,
                    Some("CompactTextAtZero") => Layout::CompactTextAtZero,
                    _ => Layout::Default,
                }
            }
            "a" => command.limit = 0,
            "dump" => drop(flags.nth(2)),
            "pa" => command.arguments.extend(flags.by_ref().map(|arg| arg.clone().into_bytes())),
            file if file.ends_with(".s") => command.files.push(file.to_owned()),
            // A number below 32 is a register to show.
            word => {
                let limit = word.parse().ok().filter(|&limit| limit > 31);
                command.limit = limit.unwrap_or(command.limit);
            }
        }
    }
}

fn spim_flags(command: &mut Command, flags: &[String]) {
    let options = &mut command.options;
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        match flag.trim_start_matches('-') {
            "delayed_branches" | "db" => options.delayed_branches = true,
            "delayed_loads" | "dl" => options.delayed_loads = true,
            "noexception" | "ne" => options.handler = Handler::None,
            "nopseudo" | "np" => options.pseudo = false,
            "mapped_io" | "mio" => options.mapped_io = true,
            "bare" => {
                (options.bare, options.pseudo) = (true, false);
                (options.delayed_branches, options.delayed_loads) = (true, true);
            }
            "ef" => drop(flags.next()),
            "f" | "file" => {
                command.files.extend(flags.next().cloned());
                command.arguments.extend(flags.by_ref().map(|arg| arg.clone().into_bytes()));
            }
            _ => {}
        }
    }
}

/// Result of a run, here or in a record.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    assembled: bool,
    undefined: bool,
    output: Vec<u8>,
    count: Option<u64>,
    files: BTreeMap<String, Vec<u8>>,
}

/// Runs the program of a record; also returns why it stopped.
fn run_here(folder: &Path, record: &Value, dialect: Dialect) -> (Outcome, String) {
    let command = command(dialect, &strings(&record["flags"]));
    let mut sources = Sources::new();
    let mut ids = Vec::new();
    for name in &command.files {
        ids.push(sources.add(name, &std::fs::read(folder.join(name)).unwrap_or_default()));
    }
    let library = Folder(folder.to_owned());
    let assembly = match assembler::assemble(&mut sources, &ids, &command.options, &library) {
        Ok(assembly) => assembly,
        Err(diagnostics) => {
            let why = diagnostics.first().map_or(String::new(), |first| first.message.clone());
            return (Outcome::default(), why);
        }
    };
    let new = || Mips32::new(command.options);
    if let Err(error) = new().load(&assembly.image) {
        return (Outcome::default(), error.to_string());
    }
    let host = host_for(folder, record, &command);
    let before = host.files.clone();
    let name = command.files.first().map_or("", String::as_str);
    let (machine, host, stop) =
        engines::agreed(name, &assembly.image, &host, command.limit, new, |_| {});
    let counts = machine.counts();
    // Both count an instruction when it is fetched, including one that fails; MARS also counts the
    // fetch after the last one. Neither counts those of the handler.
    let fetched = match stop {
        Stop::Fault(fault) => !misses(fault.cause, dialect),
        Stop::End => true,
        _ => false,
    };
    let count = counts.instructions + counts.cancelled_instructions + u64::from(fetched);
    let changed = host.files.iter().filter(|(name, bytes)| before.get(name) != Some(bytes));
    let files = changed.map(|(name, bytes)| (String::from_utf8_lossy(name).into(), bytes.to_vec()));
    let outcome = Outcome {
        assembled: true,
        undefined: false,
        output: host.output.bytes().to_vec(),
        count: Some(count),
        files: files.collect(),
    };
    (outcome, format!("{stop:?}"))
}

/// Whether the program jumped outside itself, which MARS does not count, and SPIM only in its text
/// segment.
fn misses(cause: Cause, dialect: Dialect) -> bool {
    match cause {
        Cause::Unmapped { access: Access::Fetch, address } => {
            dialect == Dialect::Mars || !(0x0040_0000..0x0041_0000).contains(&address)
        }
        Cause::Misaligned { access: Access::Fetch, .. } | Cause::NoReturn { .. } => true,
        _ => false,
    }
}

fn host_for(folder: &Path, record: &Value, command: &Command) -> Host {
    let stdin = match record.get("stdin_b64").and_then(Value::as_str) {
        Some(text) => base64(text),
        None => record["stdin"].as_str().unwrap_or("").as_bytes().to_vec(),
    };
    let mut host = Host::with_input(&stdin);
    host.output = Output::with_cap(OUTPUT_BYTES as u64 * 64);
    host.arguments = command.arguments.clone();
    host.program = command.files.first().cloned().unwrap_or_default().into_bytes();
    for name in strings(&record["support_files"]) {
        if let Ok(bytes) = std::fs::read(folder.join(&name)) {
            host.files.give(name.into_bytes(), bytes);
        }
    }
    host
}

fn outcome_there(record: &Value, dialect: Dialect) -> Outcome {
    let stderr = format!("{} {}", record["stderr"], record["stdout"]);
    let assembled = match dialect {
        Dialect::Mars => {
            record["instructions"].is_u64()
                || !stderr.contains("Processing terminated due to errors")
                || stderr.contains("Runtime exception")
        }
        Dialect::Spim => !spim_refuses(&stderr),
    };
    // MARS's own memory dumps are not files of the program.
    let dumps = strings(&record["flags"]).iter().any(|flag| flag == "dump");
    let after = record["files_after_b64"].as_object().filter(|_| !dumps).into_iter().flatten();
    let files =
        after.map(|(name, bytes)| (name.clone(), base64(bytes.as_str().unwrap_or_default())));
    Outcome {
        assembled,
        undefined: stderr.contains("The following symbols are undefined"),
        output: without_undefined(base64(record["guest_stdout_b64"].as_str().unwrap_or(""))),
        count: record["instructions"].as_u64(),
        files: files.collect(),
    }
}

/// SPIM's message about undefined names, in the output of the program.
const UNDEFINED: &[u8] = b"The following symbols are undefined:\n";

/// Whether SPIM found an error after which the program is incomplete. A number that is too large
/// is only reported.
fn spim_refuses(messages: &str) -> bool {
    let lines = messages.split("\\n").flat_map(str::lines);
    let mut errors = lines.filter(|line| line.contains("(parser)"));
    let cut = |line: &str| line.contains("out of range") || line.contains("only be in the range");
    errors.any(|line| !cut(line)) || messages.contains("references undefined symbol")
}

/// Removes SPIM's list of undefined names, which ends with an empty line.
fn without_undefined(output: Vec<u8>) -> Vec<u8> {
    if !output.starts_with(UNDEFINED) {
        return output;
    }
    let end = output.windows(2).position(|pair| pair == b"\n\n").map_or(output.len(), |at| at + 2);
    output[end..].to_vec()
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

/// Difference between two results; empty if they are equal.
fn difference(here: &Outcome, there: &Outcome) -> String {
    // An undefined name is an error here, even if its use is never executed.
    if !here.assembled && there.undefined {
        return String::new();
    }
    if here.assembled != there.assembled {
        let verb = |outcome: &Outcome| if outcome.assembled { "assembled" } else { "rejected" };
        return format!("{} here, {} there", verb(here), verb(there));
    }
    if !here.assembled {
        return String::new();
    }
    let cut = |bytes: &[u8]| bytes[..bytes.len().min(OUTPUT_BYTES)].to_vec();
    let (output_here, output_there) = (cut(&here.output), cut(&there.output));
    if output_here != output_there {
        let show =
            |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().take(120).collect::<String>();
        let (here, there) = (show(&output_here), show(&output_there));
        return format!("output {here:?} here, {there:?} there");
    }
    if there.count.is_some() && here.count != there.count {
        return format!("{:?} instructions here, {:?} there", here.count, there.count);
    }
    for name in there.files.keys() {
        if here.files.get(name) != there.files.get(name) {
            return format!("file {name} differs");
        }
    }
    String::new()
}

/// Rows of the compatibility page that start with a program: area/program, simulator, reason.
fn listed() -> BTreeMap<(String, String), String> {
    let page = std::fs::read_to_string(root().join("docs/compatibility.md")).unwrap_or_default();
    let mut rows = BTreeMap::new();
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if let [program, simulator @ ("MARS" | "SPIM"), reason] = cells[..] {
            let program = program.trim_matches('`').to_owned();
            rows.insert((program, simulator.to_owned()), reason.to_owned());
        }
    }
    rows
}

#[test]
fn programs_do_here_what_they_do_there() {
    let truth = root().join("emulators/mips32/tests/truth");
    let areas = std::fs::read_dir(&truth).expect("the records");
    let listed = listed();
    let (mut needed, mut unlisted, mut agreed) = (BTreeSet::new(), Vec::new(), 0);
    for area in areas.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
        let name = area.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let records = std::fs::read_to_string(area.join("truth.jsonl")).expect("records");
        for line in records.lines() {
            let record: Value = serde_json::from_str(line).expect("a record");
            let (dialect, simulator) = match record["version"].as_str() {
                Some("4.6") => (Dialect::Mars, "MARS"),
                Some("9.1") => (Dialect::Spim, "SPIM"),
                _ => continue,
            };
            // The output of these differs from run to run.
            if record.get("repeat").is_some() {
                continue;
            }
            let (here, why) = run_here(&area, &record, dialect);
            let difference = difference(&here, &outcome_there(&record, dialect));
            let program = format!("{name}/{}", record["program"].as_str().unwrap_or(""));
            let key = (program, simulator.to_owned());
            if difference.is_empty() {
                agreed += 1;
            } else if listed.contains_key(&key) {
                needed.insert(key);
            } else {
                unlisted.push(format!("{} {}: {difference} ({why})", key.0, key.1));
            }
        }
    }
    unlisted.sort();
    let stale: Vec<_> = listed.keys().filter(|key| !needed.contains(*key)).collect();
    println!("{agreed} agree, {} listed, {} not listed", needed.len(), unlisted.len());
    assert!(unlisted.is_empty(), "not in docs/compatibility.md:\n{}", unlisted.join("\n"));
    assert!(stale.is_empty(), "no longer needed in docs/compatibility.md: {stale:?}");
}
