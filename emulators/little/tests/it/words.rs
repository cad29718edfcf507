//! The assembler knows all words.

use architecture::messages;
use asmkit::words::WordKind;
use little::ARCHITECTURE;

/// Codes of the messages about a source.
fn codes(text: &str) -> Vec<&'static str> {
    let messages = messages(ARCHITECTURE, &ARCHITECTURE.dialects()[0], text).expect("a machine");
    messages.iter().map(|message| message.id).collect()
}

#[test]
fn every_word_is_known_to_the_assembler() {
    let words = ARCHITECTURE.words(&ARCHITECTURE.dialects()[0]);
    let of = |kind| words.iter().filter(move |word| word.kind == kind);
    assert_eq!(of(WordKind::Instruction).count(), 12);
    let [unknown, no_directive] =
        ["nothing", ".nothing"].map(|name| codes(&format!("{name}\n"))[0]);
    for word in of(WordKind::Instruction) {
        assert!(!codes(&format!("{}\n", word.name)).contains(&unknown), "{}", word.name);
    }
    for word in of(WordKind::Directive) {
        assert!(!codes(&format!("{}\n", word.name)).contains(&no_directive), "{}", word.name);
    }
    for word in of(WordKind::Register) {
        assert!(codes(&format!("halt {}\n", word.name)).is_empty(), "{}", word.name);
    }
}
