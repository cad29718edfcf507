//! MIDAS's word list matches what the assembler knows.

use std::collections::BTreeSet;

use architecture::messages;
use asmkit::words::{Word, WordKind};
use pdp10::ARCHITECTURE;
use pdp10::assembler::predefined;
use pdp10::isa::opcodes;

fn words() -> Vec<Word> {
    ARCHITECTURE.words(&ARCHITECTURE.dialects()[0])
}

/// Messages about a source.
fn reported(text: &str) -> Vec<String> {
    let messages = messages(ARCHITECTURE, &ARCHITECTURE.dialects()[0], text).expect("a machine");
    messages.into_iter().map(|message| message.message).collect()
}

/// A name as MIDAS keeps it.
fn cut(name: &str) -> &str {
    &name[..name.len().min(6)]
}

#[test]
fn every_instruction_of_the_words_assembles_and_every_row_is_one() {
    let words = words();
    let instructions = words.iter().filter(|word| word.kind == WordKind::Instruction);
    let names: BTreeSet<&str> = instructions.map(|word| &*word.name).collect();
    let rows: BTreeSet<&str> = opcodes().map(|(name, _)| name).collect();
    assert_eq!(names, rows);
    for name in names {
        let source = format!("TITLE WORD\nGO:\t{name} 1,GO\n\tEND GO\n");
        let messages = reported(&source);
        assert!(messages.is_empty(), "{name}: {messages:?}");
    }
}

#[test]
fn every_symbol_that_midas_knows_is_a_word() {
    let words = words();
    let names: BTreeSet<&str> = words.iter().map(|word| cut(&word.name)).collect();
    for (name, _) in predefined() {
        assert!(names.contains(&*name), "{name}");
    }
    for name in ["LOC", "BLOCK", "DEFINE", "IFSE", "ASCIZ", ".MLLIT"] {
        let word = words.iter().find(|word| word.name == cut(name));
        assert_eq!(word.map(|word| word.kind), Some(WordKind::Directive), "{name}");
    }
}

#[test]
fn words_have_meanings_and_calls_have_arguments() {
    let words = words();
    let find = |name: &str| words.iter().find(|word| word.name == name).expect(name);
    assert_eq!((&*find("MOVEI").operands, find("MOVEI").page), ("AC,E", "pdp10"));
    assert!(!find("MOVEI").meaning.is_empty());
    let open = find("SIXBIT/OPEN/");
    assert_eq!((open.kind, open.page), (WordKind::Service, "its"));
    assert_eq!(open.operands, "2 or more");
    assert!(find(".CLOSE").meaning.contains("channel"));
    assert!(find("SIXBIT/MLINK/").meaning.contains("stops the program"));
    assert_eq!(find("ADJSP").kind, WordKind::Symbol);
}
