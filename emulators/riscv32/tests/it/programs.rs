//! Programs that each answer one question, with the results of the real RARS 1.6, Venus, QEMU and
//! Spike.
//!
//! `programs/AREA/expected.tsv` has their output and their counts. Each program runs in every
//! engine, with the same result.

use std::path::Path;

use asmkit::{NoLibrary, Sources};
use machine::{Host, Machine as _, Output, Stop};
use riscv32::assembler::Placement;
use riscv32::isa::Extension;
use riscv32::{Dialect, Layout, Options, Profile, Riscv32, assembler};

use crate::engines;

struct Row<'a> {
    program: &'a str,
    system: &'a str,
    switches: &'a str,
    status: i32,
    instructions: u64,
    output: Vec<u8>,
}

fn row(line: &str) -> Row<'_> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [program, system, switches, status, instructions, output] = cells[..] else {
        panic!("not six cells: {line}")
    };
    let instructions = instructions.parse().expect("a count");
    let status = status.parse().expect("a status");
    Row { program, system, switches, status, instructions, output: unescaped(output) }
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match (byte, byte == b'\\') {
            (byte, false) => byte,
            (_, true) => match rest.next() {
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(b'r') => b'\r',
                Some(b'x') => {
                    let digits: Vec<u8> = rest.by_ref().take(2).collect();
                    let digits = String::from_utf8(digits).expect("digits");
                    u8::from_str_radix(&digits, 16).expect("two hexadecimal digits")
                }
                other => other.expect("a character after a backslash"),
            },
        });
    }
    bytes
}

/// Options, limit of instructions, and the host of a row.
fn setting(folder: &Path, row: &Row<'_>) -> (Options, u64, Host) {
    let input = std::fs::read(folder.join(row.program).with_extension("in")).unwrap_or_default();
    let mut host = Host::with_input(&input);
    host.program = row.program.into();
    host.output = Output::with_cap(1 << 20);
    host.clock_nanos = 1_750_000_000_000_000_000;
    let (mut options, mut limit) = (options(row), 20_000_000);
    for switch in row.switches.split(',') {
        match switch.split_once('=').unwrap_or((switch, "")) {
            ("-", _) => {}
            ("start-at-main", _) => options.start_at_main = true,
            ("self-modifying", _) => options.self_modifying = true,
            ("compact-data", _) => options.layout = Layout::CompactDataAtZero,
            ("compact-text", _) => options.layout = Layout::CompactTextAtZero,
            ("compressed", _) => options.compress = true,
            ("limit", number) => limit = number.parse().expect("a limit"),
            ("file", file) => {
                let (name, content) = file.split_once(':').expect("a name and a content");
                host.files.give(name, content);
            }
            (other, _) => panic!("no switch is called {other}"),
        }
    }
    (options, limit, host)
}

fn options(row: &Row<'_>) -> Options {
    let dialect = match row.system {
        "rars" => Dialect::Rars,
        "venus" => Dialect::Venus,
        _ => Dialect::Gnu,
    };
    // The sources were assembled and linked without relaxation.
    let options = Options { relax: false, compress: false, ..Options::of(dialect) };
    match row.system {
        "bare" => {
            let mut profile = Profile::named("rv32imafd_zba_zbb_zbs").expect("a profile");
            // They ran in Spike with `--priv=m`.
            profile.extensions = profile.extensions.without(Extension::Supervisor);
            Options { relax: false, compress: false, profile, ..Options::bare() }
        }
        _ => options,
    }
}

/// Output of a run, its status, and its instructions as the row's simulator counts them.
fn run(folder: &Path, row: &Row<'_>) -> (Vec<u8>, i32, u64) {
    let (options, limit, host) = setting(folder, row);
    let mut sources = Sources::new();
    let source = std::fs::read(folder.join(row.program)).expect("a program");
    let file = sources.add(row.program, &source);
    // Address of the text that was given to GNU ld; the other dialects have their own.
    let placement = Placement { starts: &[(".text", 0x10000)] };
    let assembled =
        assembler::assemble_placed(&mut sources, &[file], &options, &placement, &NoLibrary);
    let assembly = match assembled {
        Ok(assembly) => assembly,
        Err(why) => return (format!("does not assemble: {}", why[0].message).into(), 0, 0),
    };
    let set_up = |machine: &mut Riscv32| {
        if row.system == "bare" {
            // The harness for Spike switches floating point on.
            assert!(machine.set_register("mstatus", 0x3800), "the status register");
        }
    };
    let new = || Riscv32::new(options);
    let (machine, host, stop) =
        engines::agreed(row.program, &assembly.image, &host, limit, new, set_up);
    let counts = machine.counts();
    let count = match (row.system, stop) {
        ("rars", Stop::Exit { .. }) => counts.instructions - 1,
        ("bare", _) => counts.instructions + counts.cancelled_instructions,
        _ => counts.instructions,
    };
    (host.output.bytes().to_vec(), status(&machine, row, stop), count)
}

/// Status in the simulator: RARS returns 2 for a fault by option, Venus returns `a0` at the end.
fn status(machine: &Riscv32, row: &Row<'_>, stop: Stop) -> i32 {
    let registers = machine.registers();
    let a0 = registers.iter().find(|(name, _)| *name == "a0").map_or(0, |&(_, value)| value);
    match (stop, row.system) {
        (Stop::Exit { status }, _) => status & 0xff,
        (Stop::End, "venus") => a0 as i32 & 0xff,
        (Stop::Fault(_), "rars") => 2,
        (Stop::Fault(_), _) => 255,
        _ => 0,
    }
}

#[test]
fn programs_print_and_count_as_on_the_real_ones() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let (mut checked, mut wrong) = (0, Vec::new());
    for area in std::fs::read_dir(programs).expect("the programs") {
        let folder = area.expect("an area").path();
        let table = std::fs::read_to_string(folder.join("expected.tsv")).expect("a table");
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let row = row(line);
            let (output, status, count) = run(&folder, &row);
            checked += 1;
            if output != row.output || (status, count) != (row.status, row.instructions) {
                let output = output.escape_ascii();
                wrong.push(format!("{line}\n    {status} {count} \"{output}\""));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(checked > 400, "only {checked} rows were found");
}
