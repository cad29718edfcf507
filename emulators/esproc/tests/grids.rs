//! Whole grids: their output and execution counts, or their errors.
//!
//! The folder is the assertion: `grids/ok` ends normally, `grids/err` is rejected by the checker,
//! `grids/fault` stops at a cell.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

use std::fmt::Write;
use std::fs;

use esproc::{Esproc, Options, Script};
use machine::{Host, Machine, Stop};

/// Files of a folder with their names, sorted.
fn grids(folder: &str) -> Vec<(String, String)> {
    let folder = format!("{}/tests/grids/{folder}", env!("CARGO_MANIFEST_DIR"));
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut grids: Vec<(String, String)> = entries
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    grids.sort();
    grids
}

fn run(text: &str) -> (Esproc, Host, Stop) {
    let script = Script::parse(text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let mut machine = Esproc::new(Options { most_bytes: 16 << 20, ..Options::default() });
    machine.load(&script.image("grid.spl")).unwrap();
    let mut host = Host::default();
    let stop = machine.run(&mut host, 1_000_000, &mut ());
    (machine, host, stop)
}

/// Output, and cells with their execution counts.
fn report(machine: &Esproc, host: &Host) -> String {
    let mut report = String::from_utf8(host.output.bytes().to_vec()).unwrap();
    report.push_str("---\n");
    for executed in machine.executed() {
        let text = machine.disassemble(executed.address).unwrap();
        writeln!(report, "{:>6}  {}", executed.times, text.escape_debug()).unwrap();
    }
    let counts = machine.counts();
    let calls = counts.cycles_by("calls").unwrap();
    writeln!(report, "{:>6}  cells, {calls} calls", counts.instructions).unwrap();
    report
}

#[test]
fn ok() {
    for (name, text) in grids("ok") {
        let (machine, host, stop) = run(&text);
        assert_eq!(stop, Stop::Exit { status: 0 }, "{name}");
        insta::assert_snapshot!(format!("ok-{name}"), report(&machine, &host), &text);
    }
}

#[test]
fn err() {
    for (name, text) in grids("err") {
        let errors = Script::parse(&text).expect_err(&name);
        let report: Vec<String> = errors.iter().map(ToString::to_string).collect();
        insta::assert_snapshot!(format!("err-{name}"), report.join("\n"), &name);
    }
}

#[test]
fn fault() {
    for (name, text) in grids("fault") {
        let (machine, host, stop) = run(&text);
        let Stop::Fault(fault) = stop else { panic!("{name}: {stop:?}") };
        let mut report = fault.cause.sentence(machine.spec());
        if let Some(help) = fault.cause.help() {
            write!(report, "\nhelp: {help}").unwrap();
        }
        let cell = machine.disassemble(fault.pc).unwrap();
        write!(report, "\nat: {}\nid: {}", cell.escape_debug(), fault.cause.id()).unwrap();
        let printed = String::from_utf8_lossy(host.output.bytes());
        write!(report, "\nprinted: {printed:?}").unwrap();
        insta::assert_snapshot!(format!("fault-{name}"), report, &text);
    }
}
