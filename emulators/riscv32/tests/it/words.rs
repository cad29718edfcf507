//! The vocabulary of the three dialects is what their assemblers accept.

use std::collections::BTreeSet;

use architecture::{Dialect, messages};
use asmkit::words::{Word, WordKind};
use riscv32::ARCHITECTURE;
use riscv32::isa::{COMPRESSED, ROWS};

const DIALECTS: [&str; 3] = ["rars", "gnu", "venus"];

fn dialect(name: &str) -> &'static Dialect {
    ARCHITECTURE.dialects().iter().find(|known| known.name == name).expect("a dialect")
}

fn words(name: &str) -> Vec<Word> {
    ARCHITECTURE.words(dialect(name))
}

/// Codes of the messages about a source.
fn codes(name: &str, text: &str) -> Vec<&'static str> {
    let messages = messages(ARCHITECTURE, dialect(name), text).expect("a machine");
    messages.iter().map(|message| message.id).collect()
}

/// Code of the message about an unknown instruction without operands.
fn unknown(dialect: &str) -> &'static str {
    let codes = codes(dialect, "main: nothing_is_called_so\n");
    codes.first().copied().expect("a message")
}

#[test]
fn every_instruction_of_the_words_is_known_to_its_assembler() {
    for dialect in DIALECTS {
        let unknown = unknown(dialect);
        let words = words(dialect);
        let instructions =
            words.iter().filter(|w| matches!(w.kind, WordKind::Instruction | WordKind::Pseudo));
        let names: BTreeSet<&str> = instructions.map(|word| &*word.name).collect();
        assert!(names.len() > 100, "{dialect}: {}", names.len());
        for name in names {
            let codes = codes(dialect, &format!("main: {name}\n"));
            assert!(!codes.contains(&unknown), "{dialect}: {name}: {codes:?}");
        }
    }
}

#[test]
fn every_row_is_a_word_of_the_dialects_that_know_it() {
    for dialect in DIALECTS {
        let unknown = unknown(dialect);
        let words = words(dialect);
        let rows = ROWS.iter().map(|row| row.name);
        for name in rows.chain(COMPRESSED.iter().map(|row| row.name)) {
            let mut same = words.iter().filter(|word| word.name == name);
            let is_word =
                same.any(|word| matches!(word.kind, WordKind::Instruction | WordKind::Pseudo));
            let codes = codes(dialect, &format!("main: {name}\n"));
            assert_eq!(is_word, !codes.contains(&unknown), "{dialect}: {name} {codes:?}");
        }
    }
}

#[test]
fn registers_and_directives_are_taken_for_what_they_are() {
    for dialect in DIALECTS {
        let words = words(dialect);
        let uses = |name: &str| {
            [
                format!("main: add {name}, {name}, {name}\n"),
                format!("main: fadd.s {name}, {name}, {name}\n"),
                format!("main: csrrs t0, {name}, t0\n"),
            ]
        };
        for word in words.iter().filter(|word| word.kind == WordKind::Register) {
            let is_taken = uses(&word.name).iter().any(|text| codes(dialect, text).is_empty());
            assert!(is_taken, "{dialect}: {}", word.name);
        }
        let no_directive = codes(dialect, ".nothing\n");
        for word in words.iter().filter(|word| word.kind == WordKind::Directive) {
            let codes = codes(dialect, &format!("{} {}\n", word.name, word.operands));
            assert!(codes.is_empty() || codes != no_directive, "{dialect}: {}", word.name);
            assert!(!word.meaning.is_empty(), "{}", word.name);
        }
    }
}

#[test]
fn a_word_tells_operands_and_meaning() {
    let find = |dialect: &str, name: &str| {
        let mut all = words(dialect).into_iter();
        let word = all.find(|word| word.name == name).expect(name);
        (word.operands, word.meaning)
    };
    let entry = |operands: &str, meaning: &str| (operands.to_owned(), meaning.to_owned());
    for dialect in DIALECTS {
        assert_eq!(find(dialect, "add"), entry("rd, rs1, rs2", "rd = rs1 + rs2"), "{dialect}");
        assert_eq!(find(dialect, "a0").1, "an argument and a result", "{dialect}");
        assert_eq!(find(dialect, "x10").1, "another name for `a0`", "{dialect}");
    }
    assert_eq!(find("rars", "mv"), entry("reg a, reg b", "stands for `add a, 0, b`"));
    assert_eq!(find("gnu", "mv"), entry("rd, rs1", "stands for `addi rd, rs1, 0`"));
    assert_eq!(find("gnu", "sgtz"), entry("rd, rs1", "stands for `slt rd, zero, rs1`"));
    assert_eq!(find("gnu", "c.mv").1, "two bytes; stands for `add rd, 0, rs2`");
    assert_eq!(find("venus", "mv"), entry("1, 2", "stands for `addi 1 2 +0`"));
    assert_eq!(find("venus", "lw").0, "rd, number(rs1)");
}

#[test]
fn every_call_of_the_system_says_what_it_does() {
    for dialect in DIALECTS {
        let words = words(dialect);
        let services: Vec<&Word> =
            words.iter().filter(|word| word.kind == WordKind::Service).collect();
        assert!(services.len() > 10, "{dialect}");
        for word in &services {
            assert!(word.name.parse::<u32>().is_ok() && !word.meaning.is_empty(), "{word:?}");
        }
        let mut names: Vec<&str> = services.iter().map(|word| &*word.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{dialect}: {names:?}");
    }
}
