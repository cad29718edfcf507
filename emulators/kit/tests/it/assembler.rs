//! The assembler: numbers, expressions, directives, operands, and every message.

use asmkit::{Library, NoLibrary, OpenError, Sources, render};
use kit::{Action, Directive, Kind, Language, Notation, is_operation};
use machine::{Data, Image, Symbol};

use crate::probe::{LANGUAGE, MEMORY, Probe, SPEC, assembled, loaded};

/// Bytes of a program whose segments follow each other.
fn bytes(source: &str) -> Vec<u8> {
    let image = assembled(&format!(".org 0x100\n{source}"));
    let image = image.unwrap_or_else(|messages| panic!("{source}: {messages}"));
    let of = |data: &Data| match data {
        Data::Bytes(bytes) => bytes.clone(),
        Data::Words(_) => panic!("a unit is a byte"),
    };
    image.segments.iter().flat_map(|segment| of(&segment.data)).collect()
}

#[test]
fn numbers_have_notations() {
    let source = ".byte 42, 0x2A, 0X2a, 0o52, %101010, 2Ah, 2aH, #42, 'A'";
    assert_eq!(bytes(source), [42, 42, 42, 42, 42, 42, 42, 42, 65]);
    assert_eq!(bytes(".byte #-2, -2, +2"), [0xfe, 0xfe, 2]);
}

#[test]
fn expressions_have_the_precedence_of_c() {
    let cases: [(&str, u8); 16] = [
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("20 - 5 - 3", 12),
        ("100 / 7 / 2", 7),
        ("17 % 10", 7),
        ("1 + 2 << 3", 24),
        ("0x80 >> 3 - 1", 0x20),
        ("6 & 3 | 8", 10),
        ("6 ^ 3 & 2", 4),
        ("1 | 6 ^ 3", 5),
        ("~5", 0xfa),
        ("-3 + +5", 2),
        ("<0x1234", 0x34),
        (">0x1234", 0x12),
        ("- -7", 7),
        ("1 << 64", 0),
    ];
    for (text, value) in cases {
        assert_eq!(bytes(&format!(".byte {text}")), [value], "{text}");
    }
}

#[test]
fn labels_are_addresses_and_constants() {
    let source = "here: .byte 1\nsize .equ 2 + 3\nlast = * - here\n.byte size, last, @in - here\n\
                  @in: .byte 9\nnext: .byte 0\n@in: .byte @in - next\n.word *";
    assert_eq!(bytes(source), [1, 5, 1, 4, 9, 0, 1, 0, 0, 1, 7]);
    let image = assembled(".org 0x100\nhere: .byte 1\n@in: .byte 2\nsize = 7").expect("right");
    let symbol = |name: &str, value, address| {
        let (name, global) = (name.to_owned(), true);
        Symbol { name, value, global, address }
    };
    let expected =
        [symbol("here", 0x100, true), symbol("here@in", 0x101, true), symbol("size", 7, false)];
    assert_eq!(image.symbols, expected);
}

#[test]
fn directives_fill_memory() {
    let cases: [(&str, &[u8]); 11] = [
        (".word 0x12345678, -1", &[0x12, 0x34, 0x56, 0x78, 255, 255, 255, 255]),
        (".one 0x01020304", &[1, 2, 3, 4]),
        (".byte \"ab\", 1 + 1, \"c\", 3", &[97, 98, 2, 99, 3]),
        (".space 3", &[0, 0, 0]),
        (".space 2, 0x55", &[0x55, 0x55]),
        (".ascii \"a\\n\\t\\r\\0\"", &[97, 10, 9, 13, 0]),
        (".ascii \"\\a\\b\\e\\f\\v\\\"\\\\\"", &[7, 8, 27, 12, 11, 34, 92]),
        (".asciz \"\u{e9}\"", &[0xc3, 0xa9, 0]),
        (".ascii 'x'", &[120]),
        (".byte 1\n.align 4\n.byte 2\n.align 1\n.byte 3", &[1, 0, 0, 0, 2, 3]),
        (".global main ; nothing\n.byte 1", &[1]),
    ];
    for (source, expected) in cases {
        assert_eq!(bytes(source), expected, "{source}");
    }
}

/// Base, contents and kind of each segment.
fn segments(image: &Image) -> Vec<(u64, u64, bool)> {
    image.segments.iter().map(|it| (it.base, it.size, it.executable)).collect()
}

#[test]
fn origins_begin_segments() {
    let source = ".org 0x200\nret\n.byte 1\n* = 0x100\nset r0, 1\nfirst: .end\n.org 0x300\nret";
    let image = assembled(source).expect("right");
    let expected = [(0x100, 2, true), (0x200, 2, true), (0x202, 1, false), (0x300, 2, true)];
    assert_eq!(segments(&image), expected);
    assert_eq!(image.entry, 0x200, "the first instruction in the source");
    let lines: Vec<_> = image.lines.iter().map(|line| (line.address, line.line)).collect();
    assert_eq!(lines, [(0x100, 5), (0x200, 2), (0x300, 8)]);
    let image = assembled("start: .org 0x100\n.byte 1, 2").expect("right");
    assert_eq!((image.entry, image.symbol("start")), (0x100, Some(0x100)));
}

#[test]
fn operands_are_encoded_by_their_kinds() {
    let cases: [(&str, &[u8]); 13] = [
        ("set r1, -1", &[0x17, 0xff]),
        ("SET R1, 511", &[0x15, 0xff]),
        ("move r2, r1", &[0x29, 0x00]),
        ("ld r1, 4(r2)", &[0x36, 0x04]),
        ("bz r1, *", &[0x77, 0xfe]),
        ("bz r0, * + 2", &[0x70, 0x00]),
        ("call 0x104", &[0x80, 0x41]),
        ("lit 255", &[0xd0, 0xff]),
        ("lit 256", &[0xe0, 0x00, 0x01]),
        ("lit later\nlater: ", &[0xe0, 0x03, 0x01]),
        ("low -128", &[0xf0, 0x80]),
        ("low 255", &[0xf0, 0xff]),
        ("ask 8", &[0xa0, 0x08]),
    ];
    for (source, expected) in cases {
        assert_eq!(bytes(source), expected, "{source}");
    }
}

#[test]
fn programs_are_disassembled_as_they_are_written() {
    let lines = [
        ("set r1, -3", 2),
        ("ld r1, 0x4(r2)", 2),
        ("bz r3, 0x00000100", 2),
        ("call 0x104", 2),
        ("ret", 2),
        ("ask 0x08", 2),
        ("lit 0xff", 2),
        ("lit 0x1234", 3),
        ("low 0x7f", 2),
    ];
    let source: Vec<&str> = lines.iter().map(|(line, _)| *line).collect();
    let machine = loaded(&source.join("\n"));
    let mut address = 0x100;
    for (line, length) in lines {
        let text = machine::Machine::disassemble(&machine, address);
        assert_eq!(text.as_deref(), Some(line));
        address += length;
    }
}

#[test]
fn mistakes_are_reported() {
    let cases: &[(&str, &[&str])] = &[
        ("ret", &["A905", "this statement has no address", "`.org`"]),
        (".org 0\n.byte 0q", &["A900", "`0q` is not a number", "0x2A, 0o52, %1010, 2Ah, #42, 42"]),
        (".org 0\n1x: ret", &["A901", "`1x` cannot be a label"]),
        (".org 0\nr1: ret", &["A901", "`r1` cannot be a label"]),
        (".org 0\nret 1", &["A902", "x.s:2:5", "write `ret`"]),
        (".org 0\nlit r1", &["A902", "write `lit s` or `lit l`"]),
        (".org 0\n.equ 1", &["A902", "write `.equ n`"]),
        (".org 0\n.end 1", &["A902", "x.s:2:6"]),
        (".org 0\n.byte 1 2", &["A902", "x.s:2:9", "`.byte n, ...`"]),
        (".org 0\n.byte \"a\" 2", &["A902", "x.s:2:11"]),
        (".org 0\n.one 1, 2", &["A902", "x.s:2:7", "`.one n`"]),
        (".org 0\n.byte", &["A902", "x.s:2:6"]),
        (".org 0\n.ascii 1", &["A902", "`.ascii text`"]),
        (".org 0\n.include 1", &["A902", "`.include file`"]),
        (".org 0\n.bite 1", &["A903", "unknown directive `.bite`", "`.byte`?"]),
        (".org 0x10\n.word 1\n.org 0x12\n.word 2", &["A904", "at 0x00000012", "x.s:4:1"]),
        (".org 0x12\n.word 1\n.org 0x10\n.word 2", &["A904", "at 0x00000012", "x.s:4:1"]),
        (".org 0\n.ascii \"a", &["A906", "closing quotation mark"]),
        (".org 0\n.ascii \"a\\", &["A906"]),
        (".org 0xfff\nret", &["A908", "last address is 0x00000fff"]),
        (".org 0\n.space later\nlater:", &["A909", "not known here"]),
        (".org 0\ncall 2", &["A910", "the number 2 is not a multiple of 4"]),
        (".org 0\n.byte 1 / 0", &["A911", "x.s:2:9"]),
        (".org 0\n.byte 1 % 0", &["A911"]),
        (".org 0x1000", &["A004", "from 0 to 4095"]),
        (".org 0\n.byte 256", &["A004", "from -128 to 255"]),
        (".org 0\nset r0, 1023", &["A004", "from -512 to 511", "write -1"]),
        (".org 0\ncall 0x4000", &["A004", "from 0 to 16380"]),
        (".org 0\nbz r0, 0x300", &["A004", "from -510 to 513"]),
        (".org 0\nadd r0, r4", &["A005", "unknown register `r4`", "r0 to r3"]),
        (".org 0\nadd r0, $r1", &["A005", "unknown register `$r1`", "x.s:2:9"]),
        (".org 0\nadd r0, $ r1", &["A902"]),
        (".org 0\nrat", &["A001", "unknown instruction `rat`", "`ret`?"]),
        (".org 0\nx, ret", &["A001", "a label ends with `:`"]),
        (".org 0\n0q", &["A900"]),
        (".org 0\nx: ret\nx: ret", &["A011", "x.s:3:1"]),
        (".org 0\n.byte loup\nloop: ret", &["A010", "undefined label `loup`", "`loop`?"]),
    ];
    for (source, expected) in cases {
        let reported = assembled(source).expect_err(source);
        for part in *expected {
            assert!(reported.contains(part), "{source}: {part} is not in\n{reported}");
        }
    }
}

#[test]
fn an_expression_is_limited() {
    let of = |count: usize| assembled(&format!(".org 0\n.byte 0{}", " + 0".repeat(count)));
    assert!(of(99).is_ok(), "99 operators and 100 numbers");
    assert!(of(100).expect_err("201 parts").contains("A907"));
    let nested = format!(".org 0\nset r0, {}1{}", "(".repeat(300), ")".repeat(300));
    assert!(assembled(&nested).expect_err("300 parentheses").contains("A907"));
}

#[test]
fn messages_are_limited() {
    let reported = assembled(&format!(".org 0\n{}", "rat\n".repeat(500))).expect_err("500 errors");
    let codes = reported.matches("A001").count();
    assert_eq!(codes, asmkit::ERROR_LIMIT);
}

/// Files that include each other.
struct Files;

impl Library for Files {
    fn open(&self, from: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let text = match name {
            "one" => ".byte 1\n".to_owned(),
            "two" => ".include \"one\"\n.byte 2\n".to_owned(),
            "self" => ".include \"self\"\n".to_owned(),
            "large" => " ".repeat(asmkit::SOURCE_LIMIT_BYTES),
            _ => return Err(OpenError::NotFound),
        };
        assert!(from == "x.s" || from == "two" && name == "one" || from == "self", "{from}");
        Ok((name.to_owned(), text.into_bytes()))
    }
}

#[test]
fn files_are_included() {
    let made = |library: &dyn Library, name: &str| {
        let mut sources = Sources::new();
        let text = format!(".org 0x100\n.include \"{name}\"\n.byte 3\n");
        let file = sources.add("x.s", text.as_bytes());
        let made = kit::assemble::<Probe>(&mut sources, &[file], library, &LANGUAGE, MEMORY);
        made.map(|made| made.image.segments[0].data.clone())
            .map_err(|messages| render(&messages[0], &sources, false))
    };
    assert_eq!(made(&Files, "two"), Ok(Data::Bytes(vec![1, 2, 3])));
    assert!(made(&Files, "none").expect_err("no file").contains("none"));
    assert!(made(&NoLibrary, "two").is_err());
    let again = made(&Files, "self").expect_err("it includes itself");
    assert!(again.contains("A054"), "{again}");
    let large = made(&Files, "large").expect_err("too large");
    assert!(large.contains("A060"), "{large}");
}

#[test]
fn notations_and_directives_are_rows() {
    let notation = Notation::prefixed("$", 16).or_negative();
    assert_eq!((notation.prefix, notation.suffix, notation.radix), ("$", "", 16));
    assert!(notation.inner_sign && !Notation::suffixed("h", 16).inner_sign);
    assert_eq!(Notation::suffixed("h", 16).suffix, "h");
    let row = Directive::new(".word", "n", "a word", Action::Number(4));
    assert_eq!((row.name, row.operands, row.meaning), (".word", "n", "a word"));
    assert_eq!(row.action, Action::Number(4));
    assert!(Kind::UNSIGNED.short().is_short && !Kind::UNSIGNED.is_short);
}

#[test]
fn operations_are_instructions_and_directives() {
    let is = |word| is_operation(&["add", "set"], &LANGUAGE, word);
    assert!(is("add") && is("SET") && is(".Word"));
    assert!(!is("loop") && !is("r1"));
    let cased = Language { any_case: false, ..Language::PLAIN };
    assert!(is_operation(&["add"], &cased, "add") && !is_operation(&["add"], &cased, "ADD"));
}

#[test]
fn the_page_has_every_row() {
    let page = kit::page::<Probe>("# Probe\n", &LANGUAGE);
    for line in [
        "# Probe",
        "| `set a, n` | `0001 aa nnnnnnnnnn` | plain | 1 | a = n |",
        "| `ret` | `1001 000000000000` | return | 2 | go to r3 |",
        "| `.org n` | continues at n |",
        "Cycles are from the model `probe`: fixed costs. Source: these tests.",
    ] {
        assert!(page.lines().any(|found| found == line), "{line} is not in\n{page}");
    }
    let words = kit::words::<Probe>("probe", &LANGUAGE);
    let word = |name: &str| words.iter().find(|word| word.name == name).expect("a word");
    assert_eq!(word("set").operands, "a, n");
    assert_eq!(word("move").meaning, "stands for `add`");
    assert_eq!((word(".org").page, word("r0").any_case), ("probe", true));
    assert_eq!(SPEC.name, "probe");
}
