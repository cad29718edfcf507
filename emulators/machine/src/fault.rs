//! What a program can do wrong, as numbers; the sentences are made from them.

use crate::Spec;
use crate::cells::{CellName, CellTrouble};

/// A program's mistake: where, and what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// Address of the instruction at fault.
    pub pc: u64,
    /// What it did.
    pub cause: Cause,
}

/// What memory was wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// To read data.
    Load,
    /// To write data.
    Store,
    /// To execute it.
    Fetch,
}

impl Access {
    fn verb(self) -> &'static str {
        match self {
            Access::Load => "reads",
            Access::Store => "writes",
            Access::Fetch => "jumps to",
        }
    }
}

/// What an instruction did that it must not do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// No memory at the address.
    Unmapped {
        /// What for.
        access: Access,
        /// The address.
        address: u64,
    },
    /// The address is no multiple of the size.
    Misaligned {
        /// What for.
        access: Access,
        /// The address.
        address: u64,
        /// Units the access needs it to be a multiple of.
        multiple: u8,
    },
    /// A store into memory that holds the program.
    ReadOnly {
        /// The address.
        address: u64,
    },
    /// The word is no instruction.
    Illegal {
        /// The word.
        word: u64,
    },
    /// The word is an instruction, but not on this machine, or for a register it does not have.
    NotHere {
        /// The word.
        word: u64,
        /// What to use here; empty when nothing is known.
        advice: &'static str,
    },
    /// The instruction names a register that it cannot take.
    BadRegister {
        /// The word.
        word: u64,
    },
    /// The instruction needs a privilege the program does not have.
    Privileged {
        /// The word.
        word: u64,
    },
    /// A signed result does not fit.
    Overflow,
    /// A division by zero.
    DivideByZero,
    /// A breakpoint instruction.
    Break {
        /// The code it carries; 0 when none was given.
        code: u32,
    },
    /// A conditional trap instruction whose condition held.
    Trap {
        /// The code it carries.
        code: u32,
    },
    /// A floating point result or operand the program asked to be told of.
    Float,
    /// No system call has this number.
    UnknownCall {
        /// The number.
        number: u64,
    },
    /// A system call wanted input and there is none left.
    EndOfInput {
        /// The call's number.
        call: u64,
    },
    /// A system call read something it cannot take.
    BadInput {
        /// The call's number.
        call: u64,
    },
    /// A system call got an argument it cannot take.
    BadArgument {
        /// The call's number.
        call: u64,
        /// The argument.
        value: u64,
    },
    /// The program asked for more memory than there is.
    OutOfMemory {
        /// Units asked for.
        asked: u64,
    },
    /// The stack has grown below the memory it has.
    StackOverflow {
        /// The address below it.
        address: u64,
    },
    /// The program went back from its first procedure with nowhere to go.
    NoReturn {
        /// The address it went to.
        address: u64,
    },
    /// The program ran on behind its last instruction.
    RanOff {
        /// The address behind it.
        address: u64,
    },
    /// The program says of itself that one of its tests failed.
    TestFailed {
        /// The test's number.
        number: u64,
    },
    /// The program says of itself that it met an exception it did not expect.
    UnexpectedTrap,
    /// The program has no instruction to start with.
    NoStart,
    /// A device register, or a function of a ROM, that the machine does not have.
    Unmodelled {
        /// What for; [`Access::Fetch`] calls the ROM.
        access: Access,
        /// The address.
        address: u64,
    },
    /// The program, or its failing to feed a watchdog, reset the machine.
    Reset {
        /// What did it, as the manual calls it.
        by: &'static str,
    },
    /// The program waits for an interrupt or for input, and none can come.
    Asleep,
    /// A system call, named and not numbered, wanted input and there is none left.
    InputEnded {
        /// The call's name.
        call: &'static str,
    },
    /// A system call that the real system has and this one does not.
    CallNotHere {
        /// The call's name, padded with blanks.
        name: [u8; 8],
    },
    /// The program says of itself that it failed.
    GaveUp,
    /// The program stopped without ending, and its debugger has it.
    ToDebugger,
    /// Input or output failed on a channel, and the program did not want to be told.
    Channel {
        /// The channel.
        channel: u8,
        /// What failed, in the system's words.
        error: &'static str,
    },
    /// The instruction never comes to its end.
    Endless {
        /// What goes on and on.
        what: &'static str,
        /// Where it was when it was left.
        address: u64,
    },
    /// The pushdown list is full or empty, and the program wanted to be told.
    Pushdown,
    /// A cell of a program that is a grid of cells cannot be calculated.
    Cell {
        /// The cell.
        at: CellName,
        /// Why not.
        trouble: CellTrouble,
    },
}

impl Cause {
    /// The stable name of the message, for documents and searches.
    #[must_use]
    pub fn id(&self) -> &'static str {
        match self {
            Cause::Unmapped { .. } => "M001",
            Cause::Misaligned { .. } => "M002",
            Cause::ReadOnly { .. } => "M003",
            Cause::Illegal { .. } => "M004",
            Cause::BadRegister { .. } => "M005",
            Cause::Privileged { .. } => "M006",
            Cause::Overflow => "M007",
            Cause::DivideByZero => "M008",
            Cause::Break { .. } => "M009",
            Cause::Trap { .. } => "M010",
            Cause::Float => "M011",
            Cause::UnknownCall { .. } => "M012",
            Cause::EndOfInput { .. } => "M013",
            Cause::BadInput { .. } => "M014",
            Cause::BadArgument { .. } => "M015",
            Cause::OutOfMemory { .. } => "M016",
            Cause::NoReturn { .. } => "M017",
            Cause::TestFailed { .. } | Cause::UnexpectedTrap => "M025",
            Cause::NoStart => "M018",
            Cause::StackOverflow { .. } => "M019",
            Cause::RanOff { .. } => "M020",
            Cause::NotHere { .. } => "M024",
            Cause::Unmodelled { .. } => "M021",
            Cause::Reset { .. } => "M022",
            Cause::Asleep => "M023",
            Cause::InputEnded { .. } => "M013",
            Cause::CallNotHere { .. } => "M026",
            Cause::GaveUp => "M027",
            Cause::ToDebugger => "M028",
            Cause::Channel { .. } => "M029",
            Cause::Endless { .. } => "M030",
            Cause::Pushdown => "M031",
            Cause::Cell { trouble, .. } => trouble.id(),
        }
    }

    /// A sentence about the user's program, in the machine's radix.
    #[must_use]
    pub fn sentence(&self, spec: &Spec) -> String {
        let (show, word_of) = (|at: u64| spec.show_address(at), |word: u64| spec.show_word(word));
        match *self {
            Cause::Unmapped { access, address } => {
                let what = if access == Access::Fetch { "program" } else { "memory" };
                format!("this {} {}, where there is no {what}", access.verb(), show(address))
            }
            Cause::Misaligned { access, address, multiple } => format!(
                "this {} {}, which is not a multiple of {multiple}",
                access.verb(),
                show(address)
            ),
            Cause::ReadOnly { address } => {
                format!("this writes {}, which holds the program itself", show(address))
            }
            Cause::Illegal { word } => format!("the word {} is no instruction", word_of(word)),
            Cause::NotHere { word, .. } => {
                format!("the instruction {} does not exist on this machine", word_of(word))
            }
            Cause::BadRegister { word } => {
                format!("the instruction {} names an odd register for a double", word_of(word))
            }
            Cause::Privileged { word } => {
                format!("the instruction {} is not allowed to a program", word_of(word))
            }
            Cause::Overflow => "the signed result does not fit in a register".to_owned(),
            Cause::DivideByZero => "this divides by zero".to_owned(),
            Cause::Break { code: 0 } => "a breakpoint was executed".to_owned(),
            Cause::Break { code } => format!("a breakpoint with code {code} was executed"),
            Cause::Trap { code: 0 } => "the condition of a trap held".to_owned(),
            Cause::Trap { code } => format!("the condition of a trap with code {code} held"),
            Cause::Float => "a floating point exception that the program enabled".to_owned(),
            Cause::UnknownCall { number } => {
                format!("there is no system call {}", number as i64)
            }
            Cause::EndOfInput { call } => {
                format!("system call {call} wants input, and the input is at its end")
            }
            Cause::BadInput { call } => {
                format!("system call {call} cannot read this input as the number it wants")
            }
            Cause::BadArgument { call, value } => {
                format!("system call {call} cannot take the argument {}", word_of(value))
            }
            Cause::OutOfMemory { asked } => format!("there is no memory left for {asked} more"),
            Cause::StackOverflow { address } => {
                format!("the stack has grown down to {}, below its memory", show(address))
            }
            Cause::NoReturn { address } => {
                format!("the program returned to {}, where nobody called it from", show(address))
            }
            Cause::RanOff { address } => {
                format!("the program runs on to {}, behind its last instruction", show(address))
            }
            Cause::TestFailed { number } => {
                format!("the program says that its test {number} failed")
            }
            Cause::UnexpectedTrap => {
                "the program says that it met an exception it did not expect".to_owned()
            }
            Cause::NoStart => "the program has no instruction to start with".to_owned(),
            Cause::Unmodelled { access: Access::Fetch, address } => {
                format!("this calls {}, a function of the ROM that is not simulated", show(address))
            }
            Cause::Unmodelled { access, address } => {
                let (verb, at) = (access.verb(), show(address));
                format!("this {verb} {at}, a device register that is not simulated")
            }
            Cause::Reset { by } => format!("{by} resets the chip here"),
            Cause::InputEnded { call } => {
                format!("{call} wants input, and the input is at its end")
            }
            Cause::CallNotHere { name } => {
                let name = String::from_utf8_lossy(&name);
                format!("the system call {} is not simulated", name.trim_end())
            }
            Cause::GaveUp => "the program reports an error and stops".to_owned(),
            Cause::ToDebugger => "the program stops here and leaves the rest to DDT".to_owned(),
            Cause::Channel { channel, error } => {
                format!("channel {} failed: {error}", spec.radix.digits(channel.into()))
            }
            Cause::Endless { what, address } => {
                format!("the {what} of this instruction has no end: it goes by {}", show(address))
            }
            Cause::Pushdown => "the pushdown list is full or empty".to_owned(),
            Cause::Cell { at, trouble } => format!("{at}: {}", trouble.sentence()),
            Cause::Asleep => {
                "the program waits here for an interrupt or for input that cannot come".to_owned()
            }
        }
    }

    /// What would be right, where that is known.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        Some(match self {
            Cause::Unmapped { access: Access::Fetch, .. }
            | Cause::Misaligned { access: Access::Fetch, .. } => {
                "look at the register or label this jump goes by"
            }
            Cause::Unmapped { .. } => "look at the register the address is made from",
            Cause::Misaligned { multiple: 4, .. } => {
                "words lie at multiples of 4: `.align 2` before the data, steps of 4 in loops"
            }
            Cause::Misaligned { .. } => "align the data, or step by its size",
            Cause::Overflow => "the instruction's unsigned form gives the low word and never traps",
            Cause::DivideByZero => "test the divisor before dividing",
            Cause::UnknownCall { .. } => {
                "load the call's number right before it: in $v0 on MIPS, a7 on RISC-V, a0 in Venus"
            }
            Cause::EndOfInput { .. } | Cause::InputEnded { .. } => {
                "give the program as many lines as it reads"
            }
            Cause::BadInput { .. } => "the line must hold one number and nothing else",
            Cause::StackOverflow { .. } | Cause::Pushdown => {
                "look for a recursion without an end, or for a push without its pop"
            }
            Cause::NoReturn { .. } | Cause::RanOff { .. } => {
                "end the program with the exit system call"
            }
            Cause::NoStart => "write instructions after `.text`",
            Cause::Cell { trouble, .. } => return trouble.help(),
            Cause::NotHere { advice, .. } if !advice.is_empty() => advice,
            Cause::Reset { .. } => {
                "feed the watchdog or stop it, and end programs with an exit call"
            }
            Cause::Asleep => {
                "enable an interrupt and its source before waiting, and give all the input there is"
            }
            _ => return None,
        })
    }
}
