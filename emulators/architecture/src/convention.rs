//! Calling conventions: registers for arguments and results, and registers to preserve.

use asmkit::words::{Word, WordKind};

/// The calling convention of a machine, from its manual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Convention {
    /// Name, such as `o32`.
    pub name: &'static str,
    /// The document that defines it.
    pub source: &'static str,
    /// Whether each procedure has a convention of its own for registers and for the stack.
    pub is_free: bool,
    /// Argument registers, in order.
    pub arguments: &'static [&'static str],
    /// Result registers, in order; a result of two words takes two.
    pub results: &'static [&'static str],
    /// Whether an argument of two words starts at an even register or stack word.
    pub pairs_are_even: bool,
    /// Floating-point registers; `None` if floating-point values are passed as integers.
    pub floats: Option<Floats>,
    /// Offset of the first stack argument from the stack pointer at entry, in units.
    pub stack_arguments_from: u64,
    /// Registers that a procedure may change, including arguments and results.
    pub volatile: &'static [&'static str],
    /// Registers that a procedure must preserve, except the stack pointer.
    pub preserved: &'static [&'static str],
    /// Registers reserved for the system or the linker.
    pub reserved: &'static [&'static str],
    /// The stack pointer.
    pub stack: &'static str,
    /// Location of the return address.
    pub back: Back,
    /// Units above the stack pointer at entry that belong to the procedure.
    pub home_units: u64,
    /// Alignment of the stack pointer in the strict convention.
    pub alignment_units: u64,
    /// Alignment of the stack pointer that programs keep in practice.
    pub loose_alignment_units: u64,
}

impl Convention {
    /// A convention without rules.
    pub const EMPTY: Convention = Convention {
        name: "",
        source: "",
        is_free: false,
        arguments: &[],
        results: &[],
        pairs_are_even: false,
        floats: None,
        stack_arguments_from: 0,
        volatile: &[],
        preserved: &[],
        reserved: &[],
        stack: "",
        back: Back::Pushed,
        home_units: 0,
        alignment_units: 1,
        loose_alignment_units: 1,
    };

    /// Adds a register's role to a word without a meaning.
    #[must_use]
    pub fn with_role(&self, word: Word) -> Word {
        let has_no_meaning = word.kind == WordKind::Register && word.meaning.is_empty();
        match self.role(word.name.trim_start_matches('$')) {
            Some(role) if has_no_meaning => word.doing(role),
            _ => word,
        }
    }

    /// Role of a register; `None` if the convention does not name it.
    #[must_use]
    pub fn role(&self, register: &str) -> Option<&'static str> {
        let is_in = |list: &[&str]| list.contains(&register);
        Some(match (is_in(self.arguments), is_in(self.results)) {
            (true, true) => "an argument and a result",
            (true, false) => "an argument",
            (false, true) => "a result",
            _ if register == self.stack => "the stack pointer",
            _ if matches!(self.back, Back::Register(back) if back == register) => {
                "the return address"
            }
            _ if is_in(self.preserved) => "preserved across calls",
            _ if is_in(self.reserved) => "reserved for the system or the linker",
            _ if is_in(self.volatile) => "may be changed by any call",
            _ => return None,
        })
    }
}

/// Floating-point argument and result registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Floats {
    /// Registers of each argument, in order, low word first.
    pub arguments: &'static [&'static [&'static str]],
    /// Registers of the result, low word first.
    pub results: &'static [&'static str],
    /// Whether only leading arguments use them, which then also occupy integer argument positions.
    pub only_leading: bool,
}

/// Location of the return address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Back {
    /// In a register.
    Register(&'static str),
    /// On the stack, where calls put it and returns take it.
    ///
    /// Unless the convention is free, it is in the right half of the top word, the stack grows up, and
    /// the pointer's left half counts.
    Pushed,
}
