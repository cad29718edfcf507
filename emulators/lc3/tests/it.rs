//! The LC-3: facts about instructions, service routines, exceptions, interrupts, messages, files.

#[path = "../../kit/tests/support/tests.rs"]
mod support;

use architecture::Setup;
use asmkit::words::WordKind;
use lc3::ARCHITECTURE;
use machine::{AnyMachine, Host, Input, Machine as _, Stop};
use proptest::prelude::*;
use support::{assembled, image, loaded, set_up};

fn lc3() -> Box<dyn Setup> {
    set_up(ARCHITECTURE, &[])
}

/// Runs a program with some input; returns the machine, its stop and its output.
fn run(setup: &dyn Setup, source: &str, input: &[u8]) -> (AnyMachine, Stop, String) {
    let image = assembled(setup, source).unwrap_or_else(|messages| panic!("{messages}"));
    let (mut machine, mut host) = (loaded(setup, &image), Host::with_input(input));
    let stop = machine.run(&mut host, 100_000, &mut ());
    (machine, stop, String::from_utf8(host.output.take()).expect("text"))
}

#[test]
fn every_fact_holds_and_every_instruction_has_one() {
    support::facts(
        &*lc3(),
        include_str!("cases/instructions.txt"),
        ".ORIG x3000\n{}\nHALT\n.END\n",
        1,
    );
}

#[test]
fn service_routines_read_and_write() {
    let source = ".ORIG x3000\nGETC\nOUT\nIN\nLEA R0, TEXT\nPUTS\nLEA R0, PACKED\nPUTSP\nHALT\n\
                  TEXT .STRINGZ \"two\\n\\\"\"\nPACKED .FILL x6261\n.FILL x0063\n.FILL 0\n.END";
    let (machine, stop, output) = run(&*lc3(), source, b"xy");
    assert_eq!(stop, Stop::Exit { status: 0 });
    assert_eq!(output, "x\nInput a character> y\ntwo\n\"abc");
    assert_eq!(machine.counts().instructions, 8);
    let (_, stop, _) = run(&*lc3(), ".ORIG x3000\nGETC\n.END", b"");
    assert!(matches!(stop, Stop::Fault(fault) if fault.cause.id() == "M013"), "{stop:?}");
}

#[test]
fn a_prompt_is_written_once_however_often_the_routine_waits() {
    let setup = lc3();
    let image = assembled(&*setup, ".ORIG x3000\nIN\nOUT\nHALT\n.END").expect("it is right");
    let mut machine = loaded(&*setup, &image);
    let mut host = Host { input: Input::open(), ..Host::default() };
    for _ in 0..3 {
        assert_eq!(machine.run(&mut host, 10, &mut ()), Stop::Input);
        // Going back keeps what the machine has done.
        machine = machine.clone();
    }
    host.input.feed(b"z");
    assert_eq!(machine.run(&mut host, 10, &mut ()), Stop::Exit { status: 0 });
    assert_eq!(host.output.bytes(), b"\nInput a character> z\nz");
}

/// A program that polls the keyboard and the display.
const ECHO: &str = "\
        .ORIG x3000
WAIT    LDI R0, KBSR
        BRzp WAIT
        LDI R0, KBDR
SHOW    LDI R1, DSR
        BRzp SHOW
        STI R0, DDR
        ADD R2, R2, #1
        ADD R3, R2, #-3
        BRn WAIT
        AND R0, R0, #0
        STI R0, MCR
KBSR    .FILL xFE00
KBDR    .FILL xFE02
DSR     .FILL xFE04
DDR     .FILL xFE06
MCR     .FILL xFFFE
        .END
";

#[test]
fn devices_are_for_the_system_and_for_the_second_edition() {
    let second = set_up(ARCHITECTURE, &[("second-edition", "true")]);
    let (_, stop, output) = run(&*second, ECHO, b"abc");
    assert_eq!((stop, output.as_str()), (Stop::Exit { status: 0 }, "abc"));
    let (machine, stop, _) = run(&*lc3(), ECHO, b"abc");
    let Stop::Fault(fault) = stop else { panic!("{stop:?}") };
    assert_eq!((fault.cause.id(), fault.pc), ("M040", 0x3000));
    assert!(machine.advice(&fault).is_some_and(|advice| advice.contains("--second-edition")));
    let system = ECHO.replace("x3000", "x0400");
    assert_eq!(run(&*lc3(), &system, b"abc").2, "abc", "a program at x0400 is a system");
}

#[test]
fn a_program_may_have_routines_of_its_own() {
    // The system at x0400 enters a user program, which calls routine x40, and faults.
    let source = "\
        .ORIG x0040
        .FILL ROUTINE
        .END
        .ORIG x0100
        .FILL VIOLATION
        .FILL ILLEGAL
        .FILL ACCESS
        .END
        .ORIG x0400
START   LD R6, STACK
        LD R0, PSR
        ADD R6, R6, #-1
        STR R0, R6, #0
        LD R0, USER
        ADD R6, R6, #-1
        STR R0, R6, #0
        RTI
STACK   .FILL x3000
PSR     .FILL x8002
USER    .FILL x3000
ROUTINE ADD R0, R0, #1
        RTI
VIOLATION ADD R1, R1, #1
        RTI
ILLEGAL ADD R2, R2, #1
        RTI
ACCESS  ADD R3, R3, #1
        RTI
        .END
        .ORIG x3000
        AND R0, R0, #0
        TRAP x40
        RTI
        .FILL xD000
        LD R4, START_
        LDR R5, R4, #0
        HALT
START_  .FILL x0400
        .END
";
    let setup = lc3();
    let image = assembled(&*setup, source).expect("it is right");
    let (mut machine, mut host) = (loaded(&*setup, &image), Host::default());
    let stop = machine.run(&mut host, 100, &mut ());
    assert_eq!(stop, Stop::Exit { status: 0 }, "{:x?}", machine.registers());
    let values = ["R0", "R1", "R2", "R3"].map(|name| machine.register(name));
    assert_eq!(values, [Some(1); 4]);
    assert_eq!(machine.register("SSP"), Some(0x3000));
    assert_eq!(machine.counts().cancelled_instructions, 3);
}

#[test]
fn the_keyboard_interrupts() {
    let source = "\
        .ORIG x0180
        .FILL KEY
        .END
        .ORIG x3000
        LD R0, ENABLE
        STI R0, KBSR
LOOP    ADD R1, R1, #0
        BRz LOOP
        HALT
ENABLE  .FILL x4000
KBSR    .FILL xFE00
KBDR    .FILL xFE02
KEY     ADD R1, R1, #1
        LDI R2, KBDR
        RTI
        .END
";
    let setup = set_up(ARCHITECTURE, &[("second-edition", "true")]);
    let image = assembled(&*setup, source).expect("it is right");
    let (mut machine, mut host) = (loaded(&*setup, &image), Host::default());
    host.input = Input::open();
    assert_eq!(machine.run(&mut host, 1000, &mut ()), Stop::Budget, "no key");
    host.input.feed(b"k");
    assert_eq!(machine.run(&mut host, 1000, &mut ()), Stop::Exit { status: 0 });
    assert_eq!(machine.register("R2"), Some(u64::from(b'k')));
    assert_eq!(machine.register("R6"), Some(0xfe00));
}

#[test]
fn every_error_is_reported_at_its_location() {
    for (source, expected) in [
        (".ORIG x3000\nADDD R0, R1, R2", ["[A001]: unknown instruction `ADDD`", ":2:1", "`ADD`?"]),
        (
            ".ORIG x3000\nLOOP ADDD R0, R1, R2",
            ["[A001]: unknown instruction `ADDD`", ":2:6", "`ADD`?"],
        ),
        (".ORIG x3000\nADD R0, R1, 1O", ["[A900]: `1O`", ":2:13", "#42"]),
        (
            ".ORIG x3000\nT .ASCIZ \"a\"",
            ["[A903]: unknown directive `.ASCIZ`", ":2:3", "directive"],
        ),
        (".ORIG x3000\nADD R0, R8, R2", ["[A005]: unknown register `R8`", ":2:9", "R0 to R7"]),
        (".ORIG x3000\nADD R0, R1, #16", ["[A004]", ":2:13", "from -16 to 15"]),
        (".ORIG x3000\nBR LOPP\nLOOP HALT", ["[A010]: undefined label `LOPP`", ":2:4", "`LOOP`?"]),
        (".ORIG x3000\nA HALT\na HALT", ["[A011]", ":3:1", "first definition"]),
        (".ORIG x3000\nLD R0, FAR\n.BLKW 300\nFAR HALT", ["[A004]", ":2:8", "from 12033 to 12544"]),
        ("HALT", ["[A905]", ":1:1", "`.ORIG`"]),
        (".ORIG x3000\n.STRINGZ \"abc", ["[A906]", ":2:10", "in the same line"]),
        (".ORIG xFFFF\n.BLKW 2", ["[A908]", ":2:1", "xFFFF"]),
        (".ORIG x3000\nHALT\n.END\n.ORIG x3000\nHALT", ["[A904]", ":5:1", "first definition"]),
        (".ORIG FAR\nHALT", ["[A909]", ":1:7", "not known"]),
        (".ORIG x3000\n.STRING \"a\"", ["[A903]", ":2:1", "`.STRINGZ`?"]),
        (".ORIG x3000\nADD R0, R1", ["[A902]", ":2:11", "write `ADD d, a, b` or `ADD d, a, i`"]),
        ("orig x3000\nHALT", ["[A001]: unknown instruction `orig`", ":1:1", "`.ORIG`?"]),
        (".ORIG x3000\nT FILL 1", ["[A001]: unknown instruction `FILL`", ":2:3", "`.FILL`?"]),
        (".ORIG x3000\nLD R0, 12Z", ["[A900]", ":2:8", "#42, x2A, 0x2A, b1010, 42"]),
    ] {
        support::refused(&*lc3(), source, &expected);
    }
}

/// The statements after a directive without its dot have the addresses that were meant.
#[test]
fn a_directive_without_its_dot_is_one_error() {
    let source = " orig x3000\n LD R0, MSG\n HALT\nB BLKW 2\nMSG STRINGZ \"hi\"\n.END";
    let messages = assembled(&*lc3(), source).expect_err("three dots are missing");
    let errors: Vec<&str> = messages.lines().filter(|line| line.starts_with("error")).collect();
    let expected = ["orig", "BLKW", "STRINGZ"];
    assert_eq!(errors, expected.map(|name| format!("error[A001]: unknown instruction `{name}`")));
}

#[test]
fn numbers_labels_and_comments_are_those_of_the_textbook_s_tools() {
    let source = "; a program\n.orig x3000\nb1: add r0, r0, x-1 // b1 is a label\nxA ADD R0,R0,b101\n\
                  br b1\n  BRnzp #-3\n.fill #-1\n.FILL xFFFF\n.fill 0x10\n.fill xA\n.blkw 2\nx3 .end";
    let image = assembled(&*lc3(), source).expect("it is right");
    let machine = loaded(&*lc3(), &image);
    let words: Vec<u64> = (0x3000..0x300a).filter_map(|at| machine.peek(at)).collect();
    let expected = [0x103f, 0x1025, 0x0ffd, 0x0ffd, 0xffff, 0xffff, 0x10, 0x3001, 0, 0];
    assert_eq!(words, expected, "{words:x?}");
    assert_eq!((image.symbol("b1"), image.symbol("xA")), (Some(0x3000), Some(0x3001)));
}

/// Source: objects of lc3tools have `add r6,r6,-1` next to the word x1DBF.
#[test]
fn a_decimal_number_needs_no_prefix_and_may_be_negative() {
    let segments = |source: &str| {
        assembled(&*lc3(), source).unwrap_or_else(|messages| panic!("{messages}")).segments
    };
    let bare = segments(".orig x3000\nadd r6,r6,-1\nldr r1,r2,-32\nN .fill -4\n.end");
    assert_eq!(bare, segments(".orig x3000\nadd r6,r6,#-1\nldr r1,r2,#-32\nN .fill #-4\n.end"));
}

#[test]
fn a_program_is_disassembled_as_it_is_written() {
    let source = ".ORIG x3000\nADD R0, R1, R2\nADD R0, R1, #-5\nNOT R3, R4\nLEA R0, x3010\nLDI R1, x2FFF\n\
                  LDR R1, R2, #-32\nSTR R1, R2, #31\nBRnz x3000\nBRnzp x3000\nNOP\nJMP R2\nRET\nJSR x3400\n\
                  JSRR R3\nRTI\nTRAP x80\nGETC\nPUTSP\nHALT\n";
    support::disassembles(&*lc3(), source, 0x3000, 1);
}

#[test]
fn object_files_are_read_as_they_are_written() {
    let setup = lc3();
    let source = ".ORIG x3000\nLEA R0, TEXT\nPUTS\nHALT\nTEXT .STRINGZ \"hi\"\n.END\n";
    let made =
        |source| architecture::ProgramFile::from(assembled(&*setup, source).expect("it is right"));
    let open = |name: &str, bytes: &[u8]| {
        ARCHITECTURE.open(name.as_ref(), bytes, &architecture::Choices::default())
    };
    let bytes = setup.write(&made(source), Some("obj"), None).expect("one segment");
    assert_eq!(bytes[..6], [0x30, 0, 0xe0, 0x02, 0xf0, 0x22]);
    assert!(open("x.bin", &bytes).is_none(), "only the name tells");
    for (name, format) in [("x.obj", "obj"), ("x.bin", "lc3tools")] {
        let bytes = setup.write(&made(source), Some(format), None).expect("it can be written");
        let opened = open(name, &bytes).expect("a program").expect("a good one");
        let mut machine = loaded(&*setup, &opened.made.image);
        let mut host = Host::default();
        assert_eq!(machine.run(&mut host, 10, &mut ()), Stop::Exit { status: 0 });
        assert_eq!(host.output.bytes(), b"hi");
        assert!(open("x.obj", &bytes[..bytes.len() - 1]).is_some_and(|it| it.is_err()));
    }
    let symbols = setup.write(&made(source), Some("sym"), None).expect("text");
    assert!(String::from_utf8_lossy(&symbols).ends_with("//\tTEXT              3003\n\n"));
    let two = made(".ORIG x4000\nHALT\n.END\n.ORIG x3000\nHALT\n.END");
    assert!(setup.write(&two, Some("obj"), None).is_err());
    let bytes = setup.write(&two, Some("lc3tools"), None).expect("two segments");
    let opened = open("x.obj", &bytes).expect("a program").expect("a good one");
    assert_eq!((opened.made.image.entry, opened.made.image.segments.len()), (0x4000, 2));
}

/// Forms that lc3tools accepts, with the words of the usual form.
#[test]
fn forms_of_lc3tools_are_accepted() {
    let words = |source: &str| {
        let image = assembled(&*lc3(), source).unwrap_or_else(|messages| panic!("{messages}"));
        let machine = loaded(&*lc3(), &image);
        (0x3000..0x3006).filter_map(|at| machine.peek(at)).collect::<Vec<u64>>()
    };
    for (one, other) in [
        ("ADD R0 R0 #1", "ADD R0, R0, #1"),
        ("ADD, R0, R0, #1", "ADD R0, R0, #1"),
        ("PUTC", "OUT"),
        ("X? .FILL 7\nLD R0 X?", "X .FILL 7\nLD R0, X"),
        ("A-B[1] .FILL #-7\nLD R0 A-B[1]", "X .FILL #-7\nLD R0, X"),
        (".STRINGZ \"’\"", ".FILL xE2\n.FILL x80\n.FILL x99\n.FILL 0"),
    ] {
        let of = |body: &str| words(&format!(".ORIG x3000\n{body}\n.END"));
        assert_eq!(of(one), of(other), "{one}");
    }
    assert_eq!(words("START .ORIG x3000\nLD R0, START\n.END")[0], 0x21ff);
}

#[test]
fn every_instruction_and_directive_is_an_operation() {
    let dialect = &ARCHITECTURE.dialects()[0];
    let is_operation = dialect.operations.expect("labels need no colon");
    for word in ARCHITECTURE.words(dialect) {
        assert_eq!(is_operation(&word.name), word.kind != WordKind::Register, "{}", word.name);
    }
    assert!(is_operation("add") && !is_operation("LOOP"));
}

#[test]
fn programs_may_be_digits() {
    let setup = lc3();
    let read = |name: &str, text: &str| {
        let opened =
            ARCHITECTURE.open(name.as_ref(), text.as_bytes(), &architecture::Choices::default());
        opened.map(|opened| opened.map(|program| program.made.image))
    };
    let binary = "0011000000000000 ; x3000\n\n0001 0000 0010 0001\n1111000000100101\n";
    let image = read("x.bin", binary).expect("a program").expect("a right one");
    let machine = loaded(&*setup, &image);
    assert_eq!(
        (image.entry, machine.peek(0x3000), machine.peek(0x3001)),
        (0x3000, Some(0x1021), Some(0xf025))
    );
    let image = read("x.hex", "3000\nF025\n").expect("a program").expect("a right one");
    assert_eq!(loaded(&*setup, &image).peek(0x3000), Some(0xf025));
    let wrong =
        read("x.bin", "0011000000000000\n101\n").expect("a program").expect_err("it is wrong");
    assert_eq!(wrong, "line 2: `101` is not a word of 16 digits in radix 2");
    assert!(read("x.bin", "\u{0}\u{1}").is_none());
}

/// A word that is mostly an instruction after which the program continues: arithmetic, or something near in the program.
fn word() -> impl Strategy<Value = u64> {
    let of = |opcodes: &'static [u64], low: std::ops::Range<u64>| {
        (proptest::sample::select(opcodes), 0..8u64, low)
            .prop_map(|(opcode, register, low)| opcode << 12 | register << 9 | low)
    };
    let trap = (0..4u64).prop_map(|trap| 0xf020 + trap);
    prop_oneof![
        9 => of(&[1, 5], 0..512).prop_map(|word| word | 0x20),
        1 => of(&[1, 5, 6, 7], 0..512),
        1 => of(&[9], 0..512).prop_map(|word| word | 0x3f),
        4 => of(&[2, 3, 14], 0..64),
        4 => of(&[0], 0..16),
        1 => of(&[0], 0x1f0..0x200),
        1 => (0..32u64).prop_map(|low| 0x4800 | low),
        1 => trap,
        1 => 0..0x10000u64,
    ]
}

#[test]
fn slices_and_tracked_values_change_nothing() {
    let programs = (proptest::collection::vec(word(), 64..1024), any::<bool>());
    support::slices_and_tracked_values_change_nothing(programs, |(words, is_second)| {
        let switches: &[_] = if *is_second { &[("second-edition", "true")] } else { &[] };
        let setup = set_up(ARCHITECTURE, switches);
        loaded(&*setup, &image(&*setup, 0x3000, words))
    });
}
