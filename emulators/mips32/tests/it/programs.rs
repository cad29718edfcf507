//! Small programs with the results of the real MARS 4.6 and SPIM 9.1.
//!
//! `programs/AREA/expected.tsv` holds their output and counts. Counts are of fetched instructions,
//! as in the simulators, including one that faults. Each program runs in every engine, with the
//! same result.

use std::path::Path;

use asmkit::{NoLibrary, Sources};
use machine::{Access, Cause, Host, Machine as _, Output, Stop};
use mips32::{Dialect, Handler, Mips32, Options, assembler};

use crate::engines;

struct Row<'a> {
    program: &'a str,
    dialect: Dialect,
    switches: &'a str,
    fetched: u64,
    output: Vec<u8>,
}

fn row(line: &str) -> Row<'_> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [program, simulator, switches, fetched, _, output] = cells[..] else {
        panic!("not six cells: {line}")
    };
    let dialect = if simulator == "mars" { Dialect::Mars } else { Dialect::Spim };
    let fetched = fetched.parse().expect("a count");
    Row { program, dialect, switches, fetched, output: unescaped(output) }
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

fn options(row: &Row<'_>) -> Options {
    let mut options = Options::of(row.dialect);
    for switch in row.switches.split(',') {
        match switch {
            "-" => {}
            "delayed-branches" => options.delayed_branches = true,
            "delayed-loads" => options.delayed_loads = true,
            "no-handler" => options.handler = Handler::None,
            "no-pseudo" => options.pseudo = false,
            "start-at-main" => options.start_at_main = true,
            other => panic!("no switch is called {other}"),
        }
    }
    options
}

/// Output and number of fetched instructions; empty if the program does not assemble.
fn run(folder: &Path, row: &Row<'_>) -> (Vec<u8>, u64) {
    let options = options(row);
    let mut sources = Sources::new();
    let source = std::fs::read(folder.join(row.program)).expect("a program");
    let file = sources.add(row.program, &source);
    let Ok(assembly) = assembler::assemble(&mut sources, &[file], &options, &NoLibrary) else {
        return (Vec::new(), 0);
    };
    let input = std::fs::read(folder.join(row.program).with_extension("in")).unwrap_or_default();
    let mut host = Host::with_input(&input);
    host.program = row.program.into();
    host.output = Output::with_cap(1 << 20);
    let new = || Mips32::new(options);
    let (machine, host, stop) =
        engines::agreed(row.program, &assembly.image, &host, 20_000_000, new, |_| {});
    let counts = machine.counts();
    let fetched = match stop {
        Stop::Fault(fault) => !misses(fault.cause, row.dialect),
        Stop::End => true,
        _ => false,
    };
    let count = counts.instructions + counts.cancelled_instructions + u64::from(fetched);
    (host.output.bytes().to_vec(), count)
}

/// Whether the program jumped outside itself, where MARS does not fetch, and SPIM only in its text
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

#[test]
fn programs_print_and_count_as_on_the_real_ones() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let (mut checked, mut wrong) = (0, Vec::new());
    for area in std::fs::read_dir(programs).expect("the programs") {
        let folder = area.expect("an area").path();
        let table = std::fs::read_to_string(folder.join("expected.tsv")).expect("a table");
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let row = row(line);
            let (output, fetched) = run(&folder, &row);
            checked += 1;
            if output != row.output || fetched != row.fetched {
                wrong
                    .push(format!("{line}\n    {fetched} {:?}", output.escape_ascii().to_string()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(checked > 1000, "only {checked} rows were found");
}
