//! Arguments, results and permissions of a function: declared, never guessed.

use architecture::{Back, Convention};

use super::Argument;
use super::carriers::{self, Carrier};

/// Contract of a function: its obligations and permissions.
#[derive(Debug, Clone)]
pub struct Contract {
    /// Its label.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<Argument>,
    /// Its result.
    pub gives: Gives,
    /// Which arguments' memory it may change.
    pub writes: Vec<usize>,
    /// Functions that it may call; none if it may call all.
    pub calls: Option<Vec<String>>,
    /// Numbers of the system calls it may make.
    pub system_calls: Vec<u64>,
    /// Whether what it prints is compared with what the reference prints.
    pub prints: bool,
    /// Whether blanks count when outputs are compared.
    pub exact: bool,
    /// Lines of its input in drawn cases, one value each; none if it may not read.
    pub reads: Option<Vec<Argument>>,
    /// Whether it may ask the system for memory.
    pub heap: bool,
    /// Maximum difference of floating-point numbers from the reference's.
    pub tolerance: f64,
    /// Instructions it may take at most, where the file says so.
    pub instructions: Option<u64>,
    /// Roles of registers.
    pub registers: Registers,
    /// Maximum number of instructions that its return may skip.
    pub skips: u64,
}

impl Contract {
    /// That of a procedure of which only the registers are known: it may do anything else.
    pub(crate) fn of_any(name: &str, registers: Registers) -> Contract {
        Contract {
            name: name.to_owned(),
            arguments: Vec::new(),
            gives: Gives::Number,
            writes: Vec::new(),
            calls: None,
            system_calls: Vec::new(),
            prints: false,
            exact: false,
            reads: None,
            heap: false,
            tolerance: 0.0,
            instructions: None,
            registers,
            skips: 0,
        }
    }

    /// The registers that carry its result.
    #[must_use]
    pub fn results(&self) -> &[&'static str] {
        if self.gives.words() == 0 { &[] } else { &self.registers.results }
    }

    /// Whether a call may change the system's state for the next call.
    #[must_use]
    pub fn has_system(&self) -> bool {
        self.prints || self.reads.is_some() || self.heap
    }
}

/// Result of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gives {
    /// Nothing but what it does.
    Nothing,
    /// A number of one word, or an address.
    Number,
    /// A number of 64 bits.
    Long,
    /// A floating-point number of one word.
    Single,
    /// A floating-point number of 64 bits.
    Double,
    /// Whether it skipped.
    Skip,
    /// A pointer to a text, which is compared.
    Text {
        /// Whether none of it may be an argument's memory.
        is_new: bool,
    },
    /// A pointer to a linked list, whose values are compared.
    List(Links),
    /// A pointer to a binary tree, whose shape and values are compared.
    Tree(Links),
}

/// Layout of a linked structure that a function returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Links {
    /// Whether a node's pointers come before its value.
    pub links_first: bool,
    /// Whether none of its nodes may be an argument's.
    pub is_new: bool,
}

impl Gives {
    /// The names of results, for messages.
    pub const NAMES: &str = "`none`, `int LOW..HIGH`, `int64`, `float`, `double`, `pointer`, `text`, \
        `list`, `tree` (with `new` or `links-first` after them) or `skip`";

    /// Parses `none`, `int 0..9`, `pointer` and the others.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let words: Vec<&str> = name.split_whitespace().collect();
        Some(match *words.as_slice() {
            ["none"] => Gives::Nothing,
            ["skip"] => Gives::Skip,
            ["pointer"] => Gives::Number,
            ["int64"] => Gives::Long,
            ["float"] => Gives::Single,
            ["double"] => Gives::Double,
            [kind @ ("text" | "list" | "tree"), ref options @ ..] => {
                let is_known =
                    |option: &&str| *option == "new" || *option == "links-first" && kind != "text";
                if !options.iter().all(is_known) {
                    return None;
                }
                let is_new = options.contains(&"new");
                let links = Links { links_first: options.contains(&"links-first"), is_new };
                match kind {
                    "text" => Gives::Text { is_new },
                    "list" => Gives::List(links),
                    _ => Gives::Tree(links),
                }
            }
            [kind @ ("int" | "int64" | "float" | "double"), _] => {
                Argument::named(name)?;
                if kind == "int" { Gives::Number } else { Gives::named(kind)? }
            }
            _ => return None,
        })
    }

    /// Words that registers carry of it.
    #[must_use]
    pub fn words(self) -> usize {
        match self {
            Gives::Nothing | Gives::Skip => 0,
            Gives::Long | Gives::Double => 2,
            _ => 1,
        }
    }

    /// Whether it is a floating-point number.
    #[must_use]
    pub fn is_real(self) -> bool {
        matches!(self, Gives::Single | Gives::Double)
    }
}

/// Roles of registers between a function and its caller.
#[derive(Debug, Clone)]
pub struct Registers {
    /// All registers that carry arguments.
    pub arguments: Vec<&'static str>,
    /// Carriers of each argument, by words.
    pub carriers: Vec<Vec<Carrier>>,
    /// Registers of the result; none if it returns nothing in registers.
    pub results: Vec<&'static str>,
    /// Registers that it may change.
    pub volatile: Vec<&'static str>,
    /// Registers that it must preserve.
    pub preserved: Vec<&'static str>,
    /// Registers that no function may change.
    pub reserved: &'static [&'static str],
    /// The stack pointer.
    pub stack: &'static str,
    /// Return address of the call.
    pub back: Back,
}

impl Registers {
    /// Of a machine that has no convention.
    #[must_use]
    pub(super) fn none() -> Self {
        Registers {
            arguments: Vec::new(),
            carriers: Vec::new(),
            results: Vec::new(),
            volatile: Vec::new(),
            preserved: Vec::new(),
            reserved: &[],
            stack: "",
            back: Back::Pushed,
        }
    }

    /// As the machine's convention has them.
    #[must_use]
    pub fn of(convention: &'static Convention, arguments: &[Argument], gives: Gives) -> Self {
        let registers = Registers {
            arguments: Vec::new(),
            carriers: Vec::new(),
            results: carriers::of_result(convention, gives),
            volatile: convention.volatile.to_vec(),
            preserved: convention.preserved.to_vec(),
            reserved: convention.reserved,
            stack: convention.stack,
            back: convention.back,
        };
        // A convention without registers for arguments leaves them to the file.
        if convention.arguments.is_empty() {
            return registers;
        }
        registers.carrying(carriers::of_arguments(convention, arguments))
    }

    /// The same with these carriers of arguments.
    #[must_use]
    pub(super) fn carrying(self, carriers: Vec<Vec<Carrier>>) -> Self {
        let registers = carriers.iter().flatten().filter_map(|carrier| match carrier {
            Carrier::Register(name) | Carrier::Float(name) => Some(*name),
            Carrier::Stack(_) => None,
        });
        Registers { arguments: registers.collect(), carriers, ..self }
    }
}

#[cfg(test)]
impl Contract {
    /// One that says nothing but what a function is given.
    pub(crate) fn plain(name: &str, arguments: Vec<Argument>) -> Self {
        let gives = Gives::Nothing;
        Contract { arguments, gives, ..Contract::of_any(name, Registers::none()) }
    }
}
