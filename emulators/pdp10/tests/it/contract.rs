//! What the machine says of its registers and instructions, and how its programs are written.

use machine::{Cause, Engine, Host, Machine as _, Stop};
use pdp10::files::names::{FileName, NameError};
use pdp10::{Options, Pdp10, System, Word36};

use crate::images::image;

/// A machine without a system, with these words from 100 on.
fn bare(words: &[u64]) -> Pdp10 {
    let mut machine = Pdp10::new(Options { system: System::Bare, ..Options::default() });
    machine.load(&image(0o100, vec![(0o100, words.to_vec())])).expect("it fits");
    machine
}

#[test]
fn registers_are_found_by_name() {
    let mut machine = bare(&[0]);
    assert!(machine.set_register("AC17", 7));
    assert_eq!((machine.register("AC17"), machine.register("AC5")), (Some(7), Some(0)));
    // User mode.
    assert_eq!(machine.register("FLAGS"), Some(0o010000));
    assert_eq!((machine.register("AC20"), machine.register("PC")), (None, None));
    assert_eq!([machine.slot("AC17"), machine.slot("FLAGS")], [Some(0o17), None]);
    assert_eq!(machine.spec().name, "pdp10");
    // A register changes by itself.
    assert!(machine.set_register("AC5", u64::MAX));
    assert_eq!(machine.register("AC5"), Some(0o777777_777777));
}

/// Source: PDP-10 System Reference Manual.
#[test]
fn instructions_have_roles() {
    let machine = bare(&[
        0o200042_000200, // MOVE 1,200(2)
        0o332100_000200, // SKIPE 2,200
        0o260740_000104, // PUSHJ 17,104
        0o254000_000100, // JRST 100
        0o040100_000005, // .IOT 2,5
    ]);
    let role = |at: u64| machine.role(at).expect("an instruction");
    let moves = role(0o100);
    assert!(moves.reads.contains(&"AC2") && moves.writes == ["AC1"]);
    assert!(moves.falls && !moves.turns && !moves.skips);
    let skips = role(0o101);
    assert!(skips.skips && skips.falls && skips.writes == ["AC2"]);
    let call = role(0o102);
    assert!(call.reads.contains(&"AC17") && call.target == Some(0o104));
    let jump = role(0o103);
    assert!(jump.turns && !jump.falls && jump.target == Some(0o100));
    assert!(role(0o104).is_open(), "the system decides");
    assert_eq!(machine.role(0o105), None);
    // What native code is made of; a call of the system is not.
    assert!(machine.recorded(0o100).is_some_and(|nodes| !nodes.is_empty()));
    assert_eq!([0o104, 0o105].map(|at| machine.recorded(at)), [None, None]);
}

/// Debuggers show a line of source even if it never ran.
#[test]
fn lines_count_although_they_did_not_run() {
    let mut program = image(0o100, vec![(0o100, vec![0o254200_000000, 0o200042_000200])]);
    program.lines = [0o100, 0o101]
        .map(|address| machine::Line { address, file: 0, line: 1, used_at: None })
        .to_vec();
    let mut machine = Pdp10::new(Options { system: System::Bare, ..Options::default() });
    machine.load(&program).expect("it fits");
    assert_eq!(machine.run(&mut Host::default(), 10, &mut ()), Stop::Exit { status: 0 });
    let times: Vec<(u64, u64)> =
        machine.executed().iter().map(|count| (count.address, count.times)).collect();
    assert_eq!(times, [(0o100, 1), (0o101, 0)]);
}

/// Words of a program at the accumulators are their first values, also under ITS.
#[test]
fn accumulators_have_first_values() {
    let parts = vec![(2, vec![5, 6]), (0o100, vec![0o271100_000003, 0o042040_000033])];
    let mut machine = Pdp10::new(Options::default());
    machine.load(&image(0o100, parts)).expect("it fits");
    assert_eq!(machine.run(&mut Host::default(), 10, &mut ()), Stop::Exit { status: 0 });
    assert_eq!(["AC2", "AC3"].map(|name| machine.register(name)), [Some(8), Some(6)]);
}

#[test]
fn programs_are_written_as_in_the_manual() {
    let syntax = &bare(&[0]).spec().syntax;
    for (text, expected) in [
        ("MOVE 2,@700000(3)", &["AC2", "AC3"][..]),
        ("JFCL 10,5", &[]),
        ("JRST 4,(7)", &["AC7"]),
        (".IOT 2,5", &[]),
        ("SETZM 5", &[]),
        ("POPJ 17,", &["AC17"]),
    ] {
        assert_eq!((syntax.registers)(text), expected, "{text}");
    }
    assert_eq!((syntax.data)(0o254000_000100), "254000,,100");
    use machine::CallFlow::{Call, Other, Return};
    for (text, flow) in [
        ("PUSHJ 17,100", Call),
        ("JSP 1,100", Call),
        ("POPJ 17,", Return),
        ("JRA 16,(16)", Return),
        ("JRST @5", Return),
        ("JRST (1)", Return),
        ("JRST 100", Other),
        ("MOVE 1,2", Other),
    ] {
        assert_eq!((syntax.flow)(text), flow, "{text}");
    }
    // The flags of a PC word, in the left half.
    let flags = syntax.flags.expect("flags");
    assert_eq!(flags.names(0o410000), "OV USER");
    assert_eq!(flags.names(0o340040), "CRY0 CRY1 FOV NODIV");
}

/// A run stops where a chain of `XCT` leads to a page that is not there, or to no instruction.
#[test]
fn executed_words_may_be_faulty() {
    let run = |words: &[u64]| {
        let mut machine = Pdp10::new(Options::default());
        machine.load(&image(0o100, vec![(0o100, words.to_vec())])).expect("it fits");
        machine.run(&mut Host::default(), 10, &mut ())
    };
    // XCT 400000, XCT of an illegal word, and one with an indirect address that is not there.
    let cause = |stop| match stop {
        Stop::Fault(fault) => fault.cause,
        stop => panic!("{stop:?}"),
    };
    assert!(matches!(cause(run(&[0o256000_400000])), Cause::Unmapped { address: 0o400000, .. }));
    let illegal = Cause::Illegal { word: 0o254200_000000 };
    assert_eq!(cause(run(&[0o256000_000101, 0o254200_000000])), illegal);
    assert!(matches!(cause(run(&[0o256020_400000])), Cause::Unmapped { address: 0o400000, .. }));
}

/// `BLT` counts as work, as one instruction may move all of memory.
#[test]
fn a_host_limits_the_words_that_are_moved() {
    let mut machine = bare(&[0o251040_777777, 0o254000_000100]);
    machine.set_register("AC1", Word36::halves(0, 0o1000).bits());
    let mut host = Host { work: machine::Work::limited(1000), ..Host::default() };
    let stop = machine.run(&mut host, 1000, &mut ());
    assert_eq!(stop, Stop::Limit(machine::Limit::Work));
}

/// A user call, whose handler returns at once, is work.
#[test]
fn user_calls_are_work() {
    // 41/ JSR 102   100/ LUUO   101/ JRST 100   102/ 0   103/ JRST @102
    let program = [0o001000_000000, 0o254000_000100, 0, 0o254020_000102];
    for engine in [Engine::Careful, Engine::Plain] {
        let mut machine = Pdp10::new(Options { system: System::Bare, ..Options::default() });
        machine.set_engine(engine, None);
        let words = vec![(0o41, vec![0o264000_000102]), (0o100, program.to_vec())];
        machine.load(&image(0o100, words)).expect("it fits");
        let work = machine::Work::limited(10 * machine::Work::EXCEPTION);
        let mut host = Host { work, ..Host::default() };
        let stop = machine.run(&mut host, 1000, &mut ());
        assert_eq!(stop, Stop::Limit(machine::Limit::Work), "{engine:?}");
        // The tenth call is the last one that it may make.
        assert_eq!(machine.counts().instructions, 10 * 3 + 1, "{engine:?}");
    }
}

#[test]
fn names_that_are_none_say_why() {
    let error = |path: &str| FileName::from_path(path, "GUEST").map_err(|error| error.to_string());
    assert_eq!(error("a/b/c").unwrap_err(), NameError::TooDeep.to_string());
    for (error, expected) in [
        (NameError::Character('é'), "ITS names are SIXBIT, which has no \\u{e9}"),
        (NameError::Empty, "the name is empty"),
        (NameError::TooMany, "an ITS file has only two names: `DIR;NAME1 NAME2`"),
        (NameError::TooDeep, "an ITS directory contains no directories"),
    ] {
        assert_eq!(error.to_string(), expected);
    }
    assert_eq!(FileName::from_key(b"DSK:GUEST;A B"), None, "a device is no part of a key");
}

#[test]
fn words_and_opcodes_can_be_printed() {
    assert_eq!(format!("{:?}", Word36::halves(0o254000, 0o100)), "254000,,000100");
    let is_one = pdp10::LANGUAGES.has_instruction;
    for name in ["MOVE", "JRST", "HALT", "jfcl", "ILDB"] {
        assert!(is_one(name), "{name}");
    }
    assert!(!is_one("ADJSP") && !is_one(""));
}
