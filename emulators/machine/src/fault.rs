//! Faults of a program as numbers, from which messages are made.
//!
//! A cause is one row of the table below: its name, the code of its message, the sentence, and a
//! help line if there is one.

use crate::Spec;
use crate::cells::{CellName, CellTrouble};

/// A run-time error of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// Address of the faulting instruction.
    pub pc: u64,
    /// The error.
    pub cause: Cause,
}

/// Kind of memory access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Read data.
    Load,
    /// Write data.
    Store,
    /// Execute an instruction.
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

/// Defines causes and their messages, from rows of: cause, code, sentence, help.
macro_rules! causes {
    ($(
        $(#[$doc:meta])*
        $name:ident $({ $($(#[$of_field:meta])* $field:ident: $type:ty,)* })?:
        $id:expr, |$spec:ident| $sentence:expr, $help:expr;
    )*) => {
        /// Cause of a fault.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Cause {
            $($(#[$doc])* $name $({ $($(#[$of_field])* $field: $type),* })?,)*
        }

        #[expect(unused_variables, reason = "each part of a row takes the fields that it needs")]
        impl Cause {
            /// Code of the message, for documents and searches.
            #[must_use]
            pub fn id(&self) -> &'static str {
                match *self {
                    $(Cause::$name $({ $($field),* })? => $id,)*
                }
            }

            /// Message about the user's program, with numbers in the machine's radix.
            #[must_use]
            pub fn sentence(&self, spec: &Spec) -> String {
                match *self {
                    $(Cause::$name $({ $($field),* })? => {
                        let $spec = spec;
                        String::from($sentence)
                    })*
                }
            }

            /// Help line, if there is one.
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
    /// The wrong address, number or argument, if there is one.
    #[must_use]
    pub fn value(&self) -> Option<u64> {
        match *self {
            Cause::Unmapped { address, .. }
            | Cause::Protected { address, .. }
            | Cause::Misaligned { address, .. }
            | Cause::ReadOnly { address }
            | Cause::PageFault { address, .. }
            | Cause::StackOverflow { address } => Some(address),
            Cause::UnknownCall { number } | Cause::UnsupportedCall { number, .. } => Some(number),
            Cause::BadArgument { value, .. } => Some(value),
            _ => None,
        }
    }
}

causes! {
    // Memory

    /// No memory at the address.
    Unmapped {
        /// Kind of access.
        access: Access,
        /// The address.
        address: u64,
    }: "M001", |spec| {
        let what = if access == Access::Fetch { "program" } else { "memory" };
        format!("this {} {}, where there is no {what}", access.verb(), spec.show_address(address))
    }, Some(match access {
        Access::Fetch => LOOK_AT_JUMP,
        Access::Load | Access::Store if address < NEAR_ZERO => {
            "the address is near 0: a pointer is null, or a register was never set"
        }
        Access::Load | Access::Store => "look at the register the address is made from",
    });

    /// The address is not a multiple of the size.
    Misaligned {
        /// Kind of access.
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
        (_, 4) => "words are at multiples of 4: `.align 2` before the data, steps of 4 in loops",
        _ => "align the data, or step by its size",
    });

    /// Memory or a device that only the system may use.
    Protected {
        /// Kind of access.
        access: Access,
        /// The address.
        address: u64,
    }: "M040", |spec| {
        let (verb, at) = (access.verb(), spec.show_address(address));
        format!("this {verb} {at}, which only the system may do")
    }, Some(match access {
        Access::Fetch => LOOK_AT_JUMP,
        Access::Load | Access::Store => "look at the register the address is made from",
    });

    /// The program's page tables do not allow the access.
    PageFault {
        /// Kind of access.
        access: Access,
        /// The virtual address.
        address: u64,
    }: "M041", |spec| {
        let (verb, at) = (access.verb(), spec.show_address(address));
        format!("this {verb} {at}, which the page tables do not allow")
    }, Some("set `stvec` or `mtvec` to a handler before `satp`, and look at the page's entry");

    /// A store into the program's code.
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

    /// The stack grew below its memory.
    StackOverflow {
        /// The address below its memory.
        address: u64,
    }: "M019", |spec| {
        format!("the stack has grown down to {}, below its memory", spec.show_address(address))
    }, Some(LOOK_AT_RECURSION);

    /// The pushdown list is full or empty, and the program enabled this trap.
    Pushdown: "M031", |spec| "the pushdown list is full or empty", Some(LOOK_AT_RECURSION);

    // Instructions

    /// The word is not an instruction.
    Illegal {
        /// The word.
        word: u64,
    }: "M004", |spec| format!("the word {} is not an instruction", spec.show_word(word)), None;

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
        format!("the instruction {} is privileged", spec.show_word(word))
    }, None;

    /// The word is an instruction, but not on this machine, or for a register it does not have.
    NotHere {
        /// The word.
        word: u64,
        /// Replacement for it; empty if unknown.
        advice: &'static str,
    }: "M024", |spec| {
        format!("the instruction {} does not exist on this machine", spec.show_word(word))
    }, Some(advice).filter(|advice| !advice.is_empty());

    /// A signed result does not fit.
    Overflow: "M007", |spec| "the signed result does not fit in a register",
        Some("the unsigned form of the instruction returns the low word and never traps");

    /// A division by zero.
    DivideByZero: "M008", |spec| "this divides by zero",
        Some("test the divisor before dividing");

    /// A breakpoint instruction.
    Break {
        /// Its code; 0 if it has none.
        code: u32,
    }: "M009", |spec| match code {
        0 => "a breakpoint was executed".to_owned(),
        _ => format!("a breakpoint with code {code} was executed"),
    }, None;

    /// A conditional trap instruction whose condition was true.
    Trap {
        /// Its code.
        code: u32,
    }: "M010", |spec| match code {
        0 => "the condition of a trap instruction was true".to_owned(),
        _ => format!("the condition of a trap instruction with code {code} was true"),
    }, None;

    /// A floating point exception that the program enabled.
    Float: "M011", |spec| "a floating point exception that the program enabled", None;

    /// The instruction never ends.
    Endless {
        /// The endless part.
        what: &'static str,
        /// The address it had reached when it was stopped.
        address: u64,
    }: "M030", |spec| {
        let at = spec.show_address(address);
        format!("the {what} of this instruction never ends: it passes through {at}")
    }, None;

    // Control flow from the first instruction to the last

    /// The program has no instruction to start with.
    NoStart: "M018", |spec| "the program has no instruction to start with",
        Some("write instructions after `.text`");

    /// The program returned from its first procedure.
    NoReturn {
        /// The return address.
        address: u64,
    }: "M017", |spec| {
        let at = spec.show_address(address);
        format!("the program returned to {at}, but it was not called from there")
    }, Some(END_BY_CALL);

    /// The program ran past its last instruction.
    RanOff {
        /// The address after it.
        address: u64,
    }: "M020", |spec| {
        let at = spec.show_address(address);
        format!("the program continues to {at}, past its last instruction")
    }, Some(END_BY_CALL);

    /// The program reports that one of its tests failed.
    TestFailed {
        /// The test's number.
        number: u64,
    }: "M025", |spec| format!("the program reports that its test {number} failed"), None;

    /// The program reports an unexpected exception.
    UnexpectedTrap: "M025",
        |spec| "the program reports an unexpected exception", None;

    /// The program reports that it failed.
    GaveUp: "M027", |spec| "the program reports an error and stops", None;

    /// The program stopped without ending and returned to its debugger.
    ToDebugger {
        /// Whether it returned as a program that is done, without a request or an error.
        is_clean: bool,
    }: "M028", |spec| "the program stops here and returns to DDT", None;

    // System calls

    /// There is no system call with this number.
    UnknownCall {
        /// The number.
        number: u64,
    }: "M012", |spec| format!("there is no system call {}", number as i64),
        Some(LOAD_NUMBER);

    /// The system has a call with this number, but it is not simulated.
    UnsupportedCall {
        /// The number.
        number: u64,
        /// The call's name.
        name: &'static str,
    }: "M012", |spec| format!("system call {number} ({name}) is not supported"),
        Some(LOAD_NUMBER);

    /// A system call needs input, but the input has ended.
    EndOfInput {
        /// The call's number.
        call: u64,
    }: "M013", |spec| format!("system call {call} needs input, but the input has ended"),
        Some(GIVE_LINES);

    /// The same for a system call with a name instead of a number.
    InputEnded {
        /// The call's name.
        call: &'static str,
    }: "M013", |spec| format!("{call} needs input, but the input has ended"),
        Some(GIVE_LINES);

    /// A system call read invalid input.
    BadInput {
        /// The call's number.
        call: u64,
    }: "M014", |spec| {
        format!("system call {call} cannot read this input as a number")
    }, Some("the line must contain one number and nothing else");

    /// A system call cannot parse text in memory as a number.
    BadText {
        /// The call's number.
        call: u64,
    }: "M014", |spec| {
        format!("system call {call} cannot read this string as a number")
    }, Some("the string must contain one integer and nothing else, not even a blank or a newline");

    /// A system call got an invalid argument.
    BadArgument {
        /// The call's number.
        call: u64,
        /// The argument.
        value: u64,
    }: "M015", |spec| {
        format!("system call {call} cannot take the argument {}", spec.show_word(value))
    }, None;

    /// A system call of the real system that is not simulated.
    CallNotHere {
        /// Name of the call, padded with blanks.
        name: [u8; 8],
    }: "M026", |spec| {
        let name = String::from_utf8_lossy(&name);
        format!("the system call {} is not simulated", name.trim_end())
    }, None;

    /// Input or output failed on a channel, and the program does not handle it.
    Channel {
        /// The channel.
        channel: u8,
        /// The system's error message.
        error: &'static str,
    }: "M029", |spec| {
        format!("channel {} failed: {error}", spec.radix.digits(channel.into()))
    }, None;

    // A board

    /// A device register or ROM function that is not simulated.
    Unmodelled {
        /// Kind of access; [`Access::Fetch`] calls the ROM.
        access: Access,
        /// The address.
        address: u64,
        /// Name of the device; empty if it is unknown.
        device: &'static str,
    }: "M021", |spec| {
        let (at, verb) = (spec.show_address(address), access.verb());
        match (access, device) {
            (Access::Fetch, _) => format!("this calls {at}, a ROM function that is not simulated"),
            (_, "") => format!("this {verb} {at}, a device register that is not simulated"),
            _ => format!("this {verb} {at}, a register of {device}, which is not simulated"),
        }
    }, None;

    /// The program or a watchdog reset the machine.
    Reset {
        /// Source of the reset, as the manual names it.
        by: &'static str,
    }: "M022", |spec| format!("{by} resets the chip here"),
        Some("feed the watchdog or stop it, and end programs with an exit call");

    /// The program waits for an interrupt or input that cannot come.
    Asleep: "M023",
        |spec| "the program waits here for an interrupt or for input that cannot come",
        Some("enable an interrupt and its source before waiting, and provide all the input");

    // Grids of cells

    /// A cell of a grid program cannot be calculated.
    Cell {
        /// The cell.
        at: CellName,
        /// The reason.
        trouble: CellTrouble,
    }: trouble.id(), |spec| format!("{at}: {}", trouble.sentence()), trouble.help();
}

/// An address below this, where there is no memory, was probably made from a register that is 0.
const NEAR_ZERO: u64 = 0x100;

// Help lines that several causes share.
const LOOK_AT_JUMP: &str = "look at the register or label that this jump uses";
const LOOK_AT_RECURSION: &str = "look for endless recursion, or for a push without a pop";
const LOAD_NUMBER: &str =
    "load the call's number right before it: in $v0 on MIPS, a7 on RISC-V, a0 in Venus";
const END_BY_CALL: &str = "end the program with the exit system call";
const GIVE_LINES: &str = "provide as many lines of input as the program reads";
