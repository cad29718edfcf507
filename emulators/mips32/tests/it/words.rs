//! The vocabularies of both dialects match their assemblers.

use std::collections::BTreeSet;

use architecture::{Dialect, messages};
use asmkit::words::{Word, WordKind};
use mips32::ARCHITECTURE;
use mips32::isa::ROWS;

fn dialect(name: &str) -> &'static Dialect {
    ARCHITECTURE.dialects().iter().find(|known| known.name == name).expect("a dialect")
}

fn words(name: &str) -> Vec<Word> {
    ARCHITECTURE.words(dialect(name))
}

/// Codes of the messages about a source.
fn reported(name: &str, text: &str) -> Vec<&'static str> {
    let messages = messages(ARCHITECTURE, dialect(name), text).expect("a machine");
    messages.iter().map(|message| message.id).collect()
}

/// Code of the message about an unknown instruction without operands.
fn unknown(dialect: &str) -> &'static str {
    let codes = reported(dialect, "main: nothing_is_called_so\n");
    codes.first().copied().expect("a message")
}

#[test]
fn every_instruction_of_the_words_is_known_to_its_assembler() {
    for dialect in ["mars", "spim"] {
        let unknown = unknown(dialect);
        let words = words(dialect);
        let instructions =
            words.iter().filter(|w| matches!(w.kind, WordKind::Instruction | WordKind::Pseudo));
        let names: BTreeSet<&str> = instructions.map(|word| &*word.name).collect();
        assert!(names.len() > 100, "{dialect}: {}", names.len());
        for name in names {
            let codes = reported(dialect, &format!("main: {name}\n"));
            assert!(!codes.contains(&unknown), "{dialect}: {name}: {codes:?}");
        }
    }
}

#[test]
fn every_row_is_a_word_of_a_dialect_that_knows_it() {
    for dialect in ["mars", "spim"] {
        let unknown = unknown(dialect);
        let words = words(dialect);
        for row in ROWS {
            let is_word =
                words.iter().any(|w| w.name == row.name && w.kind == WordKind::Instruction);
            let codes = reported(dialect, &format!("main: {}\n", row.name));
            // Instructions that SPIM rejects by name or encodes wrongly.
            let is_refused = ["A117", "A118"].iter().any(|refused| codes.contains(refused));
            let is_known = !codes.contains(&unknown) && !is_refused;
            assert_eq!(is_word, is_known, "{dialect}: {} {codes:?}", row.name);
        }
    }
}

#[test]
fn registers_and_directives_are_taken_for_what_they_are() {
    for dialect in ["mars", "spim"] {
        let words = words(dialect);
        for word in words.iter().filter(|word| word.kind == WordKind::Register) {
            let is_float = word.name.starts_with("$f") && word.name != "$fp";
            let use_of_it = if is_float { "mov.s" } else { "move" };
            let codes = reported(dialect, &format!("main: {use_of_it} {0}, {0}\n", word.name));
            // SPIM keeps $at for itself.
            let is_kept = dialect == "spim" && ["$at", "$1"].contains(&&*word.name);
            assert_eq!(codes.is_empty(), !is_kept, "{dialect}: {} {codes:?}", word.name);
        }
        let no_directive = reported(dialect, ".nothing\n");
        for word in words.iter().filter(|word| word.kind == WordKind::Directive) {
            let codes = reported(dialect, &format!("{} {}\n", word.name, word.operands));
            assert!(codes.is_empty() || codes != no_directive, "{dialect}: {}", word.name);
            assert!(!word.meaning.is_empty(), "{}", word.name);
        }
    }
}

#[test]
fn a_word_tells_operands_and_meaning() {
    let find = |dialect: &str, name: &str| {
        let all = words(dialect).into_iter();
        all.filter(|word| word.name == name).collect::<Vec<_>>()
    };
    let add = &find("mars", "addu")[0];
    assert_eq!((&*add.operands, &*add.meaning), ("rd, rs, rt", "rd = rs + rt"));
    assert_eq!(find("mars", "$a0")[0].meaning, "an argument");
    assert_eq!(find("mars", "move")[0].meaning, "stands for `addu a, 0, b`");
    assert_eq!(find("spim", "move")[0].meaning, "stands for `addu d, $0, s`");
    assert!(find("spim", "syscall")[0].meaning.contains("system"));
    assert!(find("spim", "nothing").is_empty());
}

#[test]
fn every_call_of_the_system_says_what_it_does() {
    for dialect in ["mars", "spim"] {
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
