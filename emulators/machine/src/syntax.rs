//! Notation of a machine's programs, for messages, traces and debuggers.

use crate::Image;

/// Notation of a machine's programs.
#[derive(Debug)]
pub struct Syntax {
    /// Start of a comment.
    pub comment: char,
    /// Plural noun for what is counted: instructions or cells.
    pub counted: &'static str,
    /// The same as a phrase, such as `machine instructions retired`.
    pub retired: &'static str,
    /// Words of a disassembled instruction that name registers worth showing.
    pub registers: fn(&str) -> Vec<String>,
    /// Prefix of register names, such as `$`.
    pub sigil: &'static str,
    /// A disassembled instruction with the program's labels, if that is the custom.
    pub symbolic: fn(&str, &Image) -> String,
    /// Text of a word that is not an instruction.
    pub data: fn(u64) -> String,
    /// Effect of a disassembled instruction on the call chain.
    pub flow: fn(&str) -> CallFlow,
    /// Whether a disassembled instruction loads from memory into a register.
    pub is_load: fn(&str) -> bool,
    /// Name of the instruction that loads a word, if others load parts of it.
    pub word_load: Option<&'static str>,
    /// Whether a disassembled instruction compares two registers as unsigned numbers.
    pub compares_unsigned: fn(&str) -> bool,
    /// Number of possible return addresses after a call: more than 1 if subroutines may skip.
    pub returns: u64,
    /// Number of words at the start of memory that are registers: writing one is not a store.
    pub register_words: u64,
    /// Register that counts open calls, on a machine without call instructions.
    pub depth: Option<&'static str>,
    /// The stack that programs use by convention.
    pub stack: Option<StackConvention>,
    /// Name of the cell at an address, for programs that are grids.
    pub place: Option<fn(&Image, u64) -> Option<&str>>,
    /// The register whose bits are flags; `None` without one.
    pub flags: Option<FlagRegister>,
}

/// A register whose bits are flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlagRegister {
    /// Name of the register.
    pub register: &'static str,
    /// Mask and name of each flag, the highest bit first.
    pub flags: &'static [(u64, &'static str)],
}

impl FlagRegister {
    /// Names of the flags that are set in a value.
    ///
    /// ```
    /// const FLAGS: machine::FlagRegister =
    ///     machine::FlagRegister { register: "P", flags: &[(0x80, "N"), (2, "Z"), (1, "C")] };
    /// assert_eq!(FLAGS.names(0x81), "N C");
    /// ```
    #[must_use]
    pub fn names(&self, value: u64) -> String {
        let set = self.flags.iter().filter(|(mask, _)| value & mask != 0);
        set.map(|(_, name)| *name).collect::<Vec<_>>().join(" ")
    }
}

/// A stack in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StackConvention {
    /// The stack pointer.
    pub pointer: &'static str,
    /// Address to which the pointer is added: that of page 1 on the 6502, otherwise 0.
    pub base: u64,
    /// Whether it grows up, with the pointer at the last word pushed.
    ///
    /// Otherwise it grows down, and the pointer of an empty stack is after its end.
    pub grows_up: bool,
}

/// Effect of an instruction on the call chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallFlow {
    /// A call.
    Call,
    /// A return.
    Return,
    /// Neither.
    Other,
}

impl Syntax {
    /// The common notation: `#` starts a comment, every word may be a register, addresses are
    /// numbers.
    pub const PLAIN: Syntax = Syntax {
        comment: '#',
        counted: "instructions",
        retired: "machine instructions retired",
        registers: words,
        sigil: "",
        symbolic: |text, _| text.to_owned(),
        data: |_| ".word".to_owned(),
        flow: |_| CallFlow::Other,
        is_load: |_| false,
        word_load: None,
        compares_unsigned: |_| false,
        returns: 1,
        register_words: 0,
        depth: None,
        stack: None,
        place: None,
        flags: None,
    };

    /// Name of the cell at an address, if there is one.
    #[must_use]
    pub fn place<'i>(&self, image: &'i Image, address: u64) -> Option<&'i str> {
        self.place.and_then(|place| place(image, address))
    }
}

/// The words after the first.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '$'));
    words.skip(1).map(str::to_owned).collect()
}
