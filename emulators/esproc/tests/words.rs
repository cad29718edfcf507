//! The vocabulary of SPL is what its parser accepts.

use architecture::messages;
use asmkit::words::{Word, WordKind};
use esproc::ARCHITECTURE;

fn words() -> Vec<Word> {
    ARCHITECTURE.words(&ARCHITECTURE.dialects()[0])
}

/// Messages about a script.
fn messages_of(text: &str) -> Vec<String> {
    let messages = messages(ARCHITECTURE, &ARCHITECTURE.dialects()[0], text).expect("a machine");
    messages.into_iter().map(|message| message.message).collect()
}

#[test]
fn every_function_is_one_to_the_reader() {
    let is_unknown = |name: &str| {
        [format!("=[1]\t={name}()\n"), format!("=[1]\t=A1.{name}()\n")].iter().all(|text| {
            messages_of(text).iter().any(|message| message.contains("unknown function"))
        })
    };
    assert!(is_unknown("nothingiscalledso"));
    let words = words();
    let functions: Vec<&Word> =
        words.iter().filter(|word| word.kind == WordKind::Function).collect();
    assert!(functions.len() > 50, "{}", functions.len());
    for word in functions {
        assert!(!is_unknown(&word.name), "{}", word.name);
        assert!(word.operands.starts_with('('), "{word:?}");
    }
}

#[test]
fn statements_are_words_and_a_comment_begins_as_the_dialect_says() {
    let words = words();
    let is_statement =
        |name: &str| words.iter().any(|word| word.kind == WordKind::Directive && word.name == name);
    assert!(is_statement("for") && is_statement("elseif") && !is_statement("fork"));
    let dialect = &ARCHITECTURE.dialects()[0];
    assert!(dialect.comments_begin_cells);
    for comment in dialect.comments {
        assert!(messages_of(&format!("{comment}=(1 is no expression\n")).is_empty());
    }
    assert!(!messages_of("#=to(9\n=(1\n").is_empty());
}
