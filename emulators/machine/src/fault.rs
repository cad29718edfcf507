//! What a program can do wrong, as numbers; the sentences are made from them.
//!
//! A cause is one row of the table below: what it is, the stable name of its message, the sentence,
//! and what would be right where that is known.

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

/// Causes with their messages, from rows of: cause, name, sentence, help.
macro_rules! causes {
    ($(
        $(#[$doc:meta])*
        $name:ident $({ $($(#[$of_field:meta])* $field:ident: $type:ty,)* })?:
        $id:expr, |$spec:ident| $sentence:expr, $help:expr;
    )*) => {
        /// What an instruction did that it must not do.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Cause {
            $($(#[$doc])* $name $({ $($(#[$of_field])* $field: $type),* })?,)*
        }

        #[expect(unused_variables, reason = "each part of a row takes the fields that it needs")]
        impl Cause {
            /// The stable name of the message, for documents and searches.
            #[must_use]
            pub fn id(&self) -> &'static str {
                match *self {
                    $(Cause::$name $({ $($field),* })? => $id,)*
                }
            }

            /// A sentence about the user's program, in the machine's radix.
            #[must_use]
            pub fn sentence(&self, spec: &Spec) -> String {
                match *self {
                    $(Cause::$name $({ $($field),* })? => {
                        let $spec = spec;
                        String::from($sentence)
                    })*
                }
            }

            /// What would be right, where that is known.
            #[must_use]
            pub fn help(&self) -> Option<&'static str> {
                match *self {
                    $(Cause::$name $({ $($field),* })? => $help,)*
                }
            }
        }
    };
}

impl Cause {
    /// The address, the number or the argument that is wrong, where it is one.
    #[must_use]
    pub fn value(&self) -> Option<u64> {
        match *self {
            Cause::Unmapped { address, .. }
            | Cause::Misaligned { address, .. }
            | Cause::ReadOnly { address }
            | Cause::StackOverflow { address } => Some(address),
            Cause::UnknownCall { number } => Some(number),
            Cause::BadArgument { value, .. } => Some(value),
            _ => None,
        }
    }
}

causes! {
    // Memory

    /// No memory at the address.
    Unmapped {
        /// What for.
        access: Access,
        /// The address.
        address: u64,
    }: "M001", |spec| {
        let what = if access == Access::Fetch { "program" } else { "memory" };
        format!("this {} {}, where there is no {what}", access.verb(), spec.show_address(address))
    }, Some(match access {
        Access::Fetch => LOOK_AT_JUMP,
        Access::Load | Access::Store => "look at the register the address is made from",
    });

    /// The address is no multiple of the size.
    Misaligned {
        /// What for.
        access: Access,
        /// The address.
        address: u64,
        /// Units the access needs it to be a multiple of.
        multiple: u8,
    }: "M002", |spec| {
        let (verb, at) = (access.verb(), spec.show_address(address));
        format!("this {verb} {at}, which is not a multiple of {multiple}")
    }, Some(match (access, multiple) {
        (Access::Fetch, _) => LOOK_AT_JUMP,
        (_, 4) => "words lie at multiples of 4: `.align 2` before the data, steps of 4 in loops",
        _ => "align the data, or step by its size",
    });

    /// A store into memory that holds the program.
    ReadOnly {
        /// The address.
        address: u64,
    }: "M003", |spec| {
        format!("this writes {}, which holds the program itself", spec.show_address(address))
    }, None;

    /// The program asked for more memory than there is.
    OutOfMemory {
        /// Units asked for.
        asked: u64,
    }: "M016", |spec| format!("there is no memory left for {asked} more"), None;

    /// The stack has grown below the memory it has.
    StackOverflow {
        /// The address below it.
        address: u64,
    }: "M019", |spec| {
        format!("the stack has grown down to {}, below its memory", spec.show_address(address))
    }, Some(LOOK_AT_RECURSION);

    /// The pushdown list is full or empty, and the program wanted to be told.
    Pushdown: "M031", |spec| "the pushdown list is full or empty", Some(LOOK_AT_RECURSION);

    // Instructions

    /// The word is no instruction.
    Illegal {
        /// The word.
        word: u64,
    }: "M004", |spec| format!("the word {} is no instruction", spec.show_word(word)), None;

    /// The instruction names a register that it cannot take.
    BadRegister {
        /// The word.
        word: u64,
    }: "M005", |spec| {
        format!("the instruction {} names an odd register for a double", spec.show_word(word))
    }, None;

    /// The instruction needs a privilege the program does not have.
    Privileged {
        /// The word.
        word: u64,
    }: "M006", |spec| {
        format!("the instruction {} is not allowed to a program", spec.show_word(word))
    }, None;

    /// The word is an instruction, but not on this machine, or for a register it does not have.
    NotHere {
        /// The word.
        word: u64,
        /// What to use here; empty when nothing is known.
        advice: &'static str,
    }: "M024", |spec| {
        format!("the instruction {} does not exist on this machine", spec.show_word(word))
    }, Some(advice).filter(|advice| !advice.is_empty());

    /// A signed result does not fit.
    Overflow: "M007", |spec| "the signed result does not fit in a register",
        Some("the instruction's unsigned form gives the low word and never traps");

    /// A division by zero.
    DivideByZero: "M008", |spec| "this divides by zero",
        Some("test the divisor before dividing");

    /// A breakpoint instruction.
    Break {
        /// The code it carries; 0 when none was given.
        code: u32,
    }: "M009", |spec| match code {
        0 => "a breakpoint was executed".to_owned(),
        _ => format!("a breakpoint with code {code} was executed"),
    }, None;

    /// A conditional trap instruction whose condition held.
    Trap {
        /// The code it carries.
        code: u32,
    }: "M010", |spec| match code {
        0 => "the condition of a trap held".to_owned(),
        _ => format!("the condition of a trap with code {code} held"),
    }, None;

    /// A floating point result or operand the program asked to be told of.
    Float: "M011", |spec| "a floating point exception that the program enabled", None;

    /// The instruction never comes to its end.
    Endless {
        /// What goes on and on.
        what: &'static str,
        /// Where it was when it was left.
        address: u64,
    }: "M030", |spec| {
        let at = spec.show_address(address);
        format!("the {what} of this instruction has no end: it goes by {at}")
    }, None;

    // The flow from the first instruction to the last

    /// The program has no instruction to start with.
    NoStart: "M018", |spec| "the program has no instruction to start with",
        Some("write instructions after `.text`");

    /// The program went back from its first procedure with nowhere to go.
    NoReturn {
        /// The address it went to.
        address: u64,
    }: "M017", |spec| {
        let at = spec.show_address(address);
        format!("the program returned to {at}, where nobody called it from")
    }, Some(END_BY_CALL);

    /// The program ran on behind its last instruction.
    RanOff {
        /// The address behind it.
        address: u64,
    }: "M020", |spec| {
        let at = spec.show_address(address);
        format!("the program runs on to {at}, behind its last instruction")
    }, Some(END_BY_CALL);

    /// The program says of itself that one of its tests failed.
    TestFailed {
        /// The test's number.
        number: u64,
    }: "M025", |spec| format!("the program says that its test {number} failed"), None;

    /// The program says of itself that it met an exception it did not expect.
    UnexpectedTrap: "M025",
        |spec| "the program says that it met an exception it did not expect", None;

    /// The program says of itself that it failed.
    GaveUp: "M027", |spec| "the program reports an error and stops", None;

    /// The program stopped without ending, and its debugger has it.
    ToDebugger: "M028", |spec| "the program stops here and leaves the rest to DDT", None;

    // System calls

    /// No system call has this number.
    UnknownCall {
        /// The number.
        number: u64,
    }: "M012", |spec| format!("there is no system call {}", number as i64),
        Some("load the call's number right before it: in $v0 on MIPS, a7 on RISC-V, a0 in Venus");

    /// A system call wanted input and there is none left.
    EndOfInput {
        /// The call's number.
        call: u64,
    }: "M013", |spec| format!("system call {call} wants input, and the input is at its end"),
        Some(GIVE_LINES);

    /// A system call, named and not numbered, wanted input and there is none left.
    InputEnded {
        /// The call's name.
        call: &'static str,
    }: "M013", |spec| format!("{call} wants input, and the input is at its end"),
        Some(GIVE_LINES);

    /// A system call read something it cannot take.
    BadInput {
        /// The call's number.
        call: u64,
    }: "M014", |spec| {
        format!("system call {call} cannot read this input as the number it wants")
    }, Some("the line must hold one number and nothing else");

    /// A system call cannot take the text in memory that it was given for a number.
    BadText {
        /// The call's number.
        call: u64,
    }: "M014", |spec| {
        format!("system call {call} cannot read this string as the number it wants")
    }, Some("the string must hold one whole number and nothing else, no blank and no line's end");

    /// A system call got an argument it cannot take.
    BadArgument {
        /// The call's number.
        call: u64,
        /// The argument.
        value: u64,
    }: "M015", |spec| {
        format!("system call {call} cannot take the argument {}", spec.show_word(value))
    }, None;

    /// A system call that the real system has and this one does not.
    CallNotHere {
        /// The call's name, padded with blanks.
        name: [u8; 8],
    }: "M026", |spec| {
        let name = String::from_utf8_lossy(&name);
        format!("the system call {} is not simulated", name.trim_end())
    }, None;

    /// Input or output failed on a channel, and the program did not want to be told.
    Channel {
        /// The channel.
        channel: u8,
        /// What failed, in the system's words.
        error: &'static str,
    }: "M029", |spec| {
        format!("channel {} failed: {error}", spec.radix.digits(channel.into()))
    }, None;

    // A board

    /// A device register, or a function of a ROM, that the machine does not have.
    Unmodelled {
        /// What for; [`Access::Fetch`] calls the ROM.
        access: Access,
        /// The address.
        address: u64,
    }: "M021", |spec| {
        let at = spec.show_address(address);
        match access {
            Access::Fetch => format!("this calls {at}, a function of the ROM that is not simulated"),
            _ => format!("this {} {at}, a device register that is not simulated", access.verb()),
        }
    }, None;

    /// The program, or its failing to feed a watchdog, reset the machine.
    Reset {
        /// What did it, as the manual calls it.
        by: &'static str,
    }: "M022", |spec| format!("{by} resets the chip here"),
        Some("feed the watchdog or stop it, and end programs with an exit call");

    /// The program waits for an interrupt or for input, and none can come.
    Asleep: "M023",
        |spec| "the program waits here for an interrupt or for input that cannot come",
        Some("enable an interrupt and its source before waiting, and give all the input there is");

    // Grids of cells

    /// A cell of a program that is a grid of cells cannot be calculated.
    Cell {
        /// The cell.
        at: CellName,
        /// Why not.
        trouble: CellTrouble,
    }: trouble.id(), |spec| format!("{at}: {}", trouble.sentence()), trouble.help();
}

// What several causes ask to look at.
const LOOK_AT_JUMP: &str = "look at the register or label this jump goes by";
const LOOK_AT_RECURSION: &str =
    "look for a recursion without an end, or for a push without its pop";
const END_BY_CALL: &str = "end the program with the exit system call";
const GIVE_LINES: &str = "give the program as many lines as it reads";
