//! How programs of a machine are written, as far as messages, traces and debuggers must know.

use crate::Image;

/// The spelling of a machine's programs.
#[derive(Debug)]
pub struct Syntax {
    /// What begins a comment in a source.
    pub comment: char,
    /// What is counted as instructions, as one word for the many.
    pub counted: &'static str,
    /// The same in a sentence: what they are, such as `machine instructions retired`.
    pub retired: &'static str,
    /// The words of an instruction's text that name registers whose values tell something.
    pub registers: fn(&str) -> Vec<String>,
    /// What stands before a register's name, such as `$`.
    pub sigil: &'static str,
    /// An instruction's text with the program's own names in it, where its manual has them so.
    pub symbolic: fn(&str, &Image) -> String,
    /// A word in memory that is no instruction.
    pub data: fn(u64) -> String,
    /// What an instruction's text does to the chain of calls.
    pub flow: fn(&str) -> Flow,
    /// How many places behind a call a subroutine may come back to: the next instruction, or also
    /// those behind it, where subroutines skip.
    pub returns: u64,
    /// How many of the first words of memory are registers: writing one is no store.
    pub register_words: u64,
    /// The register that counts open calls, where no instruction's text tells of them.
    pub depth: Option<&'static str>,
    /// The stack that programs keep by custom.
    pub stack: Option<Stack>,
    /// The program's own name of the place an instruction is at, where instructions are no words.
    pub place: Option<fn(&Image, u64) -> Option<&str>>,
}

/// A stack in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stack {
    /// The register whose address bits point into it.
    pub pointer: &'static str,
    /// Whether it grows to higher addresses, and the pointer is at what was pushed last; else it grows down,
    /// and the pointer of an empty one is behind it.
    pub grows_up: bool,
}

/// What an instruction does to the chain of calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// It goes somewhere from where a return comes back behind it.
    Call,
    /// It goes back behind the last call.
    Return,
    /// It does neither.
    Other,
}

impl Syntax {
    /// That of most: `#` begins a comment, a register stands wherever its name does, and an address
    /// is a number.
    pub const PLAIN: Syntax = Syntax {
        comment: '#',
        counted: "instructions",
        retired: "machine instructions retired",
        registers: words,
        sigil: "",
        symbolic: |text, _| text.to_owned(),
        data: |_| ".word".to_owned(),
        flow: |_| Flow::Other,
        returns: 1,
        register_words: 0,
        depth: None,
        stack: None,
        place: None,
    };

    /// The program's own name of a place, if it has one.
    #[must_use]
    pub fn place<'i>(&self, image: &'i Image, address: u64) -> Option<&'i str> {
        self.place.and_then(|place| place(image, address))
    }
}

/// The words behind the first.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '$'));
    words.skip(1).map(str::to_owned).collect()
}
