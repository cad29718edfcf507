//! The words are those that the assembler knows.

use architecture::Given;
use asmkit::words::Kind;
use asmkit::{NoLibrary, Sources};
use little::ARCHITECTURE;

/// The codes of the messages about a source.
fn told(text: &str) -> Vec<&'static str> {
    let setup = ARCHITECTURE.set_up(&ARCHITECTURE.dialects()[0], &Given::default());
    let mut sources = Sources::new();
    let file = sources.add("word.little", text.as_bytes());
    let made = setup.expect("a machine").assemble(&mut sources, &[file], &NoLibrary);
    made.err().into_iter().flatten().map(|message| message.id).collect()
}

#[test]
fn every_word_is_known_to_the_assembler() {
    let words = ARCHITECTURE.words(&ARCHITECTURE.dialects()[0]);
    let of = |kind| words.iter().filter(move |word| word.kind == kind);
    assert_eq!(of(Kind::Instruction).count(), 12);
    let [unknown, no_directive] = ["nothing", ".nothing"].map(|name| told(&format!("{name}\n"))[0]);
    for word in of(Kind::Instruction) {
        assert!(!told(&format!("{}\n", word.name)).contains(&unknown), "{}", word.name);
    }
    for word in of(Kind::Directive) {
        assert!(!told(&format!("{}\n", word.name)).contains(&no_directive), "{}", word.name);
    }
    for word in of(Kind::Register) {
        assert!(told(&format!("halt {}\n", word.name)).is_empty(), "{}", word.name);
    }
}
