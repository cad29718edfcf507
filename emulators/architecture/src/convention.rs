//! How procedures call each other on a machine: which registers carry what, and which must stay.

use asmkit::words::{Kind, Word};

/// The calling convention of a machine, as its manual has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Convention {
    /// What it is called, such as `o32`.
    pub name: &'static str,
    /// The document that says so.
    pub source: &'static str,
    /// Registers of the arguments, in order, as the machine names them.
    pub arguments: &'static [&'static str],
    /// Registers of the results, in order; a result of two words takes two.
    pub results: &'static [&'static str],
    /// Whether an argument of two words begins at a register, or a word of the stack, with an even number.
    pub pairs_are_even: bool,
    /// Registers of floating-point numbers; none where they are passed as other numbers are.
    pub floats: Option<Floats>,
    /// Units from the stack pointer at the entry to the first argument on the stack.
    pub stack_arguments_from: u64,
    /// What a procedure may leave changed; arguments and results among them.
    pub volatile: &'static [&'static str],
    /// What must be as before when a procedure returns, the stack pointer apart.
    pub preserved: &'static [&'static str],
    /// What no program changes: it is the system's, or the linker's.
    pub reserved: &'static [&'static str],
    /// The stack pointer.
    pub stack: &'static str,
    /// Where a call leaves the address it comes back to.
    pub back: Back,
    /// Units above the stack pointer at its entry that belong to a procedure.
    pub home_units: u64,
    /// What the stack pointer is a multiple of where the convention is taken to the letter.
    pub alignment_units: u64,
    /// The same where it is not: what everybody keeps to.
    pub loose_alignment_units: u64,
}

impl Convention {
    /// A word with what it is to procedures, where it is a register that has no meaning yet.
    #[must_use]
    pub fn told(&self, word: Word) -> Word {
        let is_untold = word.kind == Kind::Register && word.meaning.is_empty();
        match self.role(word.name.trim_start_matches('$')) {
            Some(role) if is_untold => word.doing(role),
            _ => word,
        }
    }

    /// What a register is to procedures; nothing where the convention does not name it.
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
            _ if is_in(self.preserved) => "the same behind a call as before",
            _ if is_in(self.reserved) => "the system's or the linker's",
            _ if is_in(self.volatile) => "changed by any call",
            _ => return None,
        })
    }
}

/// Registers that carry floating-point numbers between procedures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Floats {
    /// Registers of the arguments, in order: those that one argument takes, the low word's first.
    pub arguments: &'static [&'static [&'static str]],
    /// Registers of the result, in the same way.
    pub results: &'static [&'static str],
    /// Whether they carry only arguments that come before all others, and then take these others' places too.
    pub only_leading: bool,
}

/// Where a call leaves the address it comes back to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Back {
    /// In a register.
    Register(&'static str),
    /// In the right half of the word the stack pointer names, on a stack that grows upwards and whose
    /// left half counts.
    Pushed,
}
