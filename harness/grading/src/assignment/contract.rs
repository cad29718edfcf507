//! What a function is given, what it gives, and what it may do: declared, never guessed.

use architecture::{Back, Convention};

/// What a function must and may do.
#[derive(Debug, Clone)]
pub struct Contract {
    /// Its label.
    pub name: String,
    /// What it is given.
    pub arguments: Vec<Argument>,
    /// What it gives.
    pub gives: Gives,
    /// Which arguments' memory it may change.
    pub writes: Vec<usize>,
    /// What it may call; none where it may call all there is.
    pub calls: Option<Vec<String>>,
    /// Numbers of the system calls it may make.
    pub system_calls: Vec<u64>,
    /// Instructions it may take at most, where the file says so.
    pub instructions: Option<u64>,
    /// Who carries what.
    pub registers: Registers,
    /// How many instructions behind the call it may return to.
    pub skips: u64,
}

/// A kind of argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    /// A pointer to a cell.
    Cell,
    /// A pointer to a board of 81 cells.
    Board,
    /// A pointer to a solved cell of the board before it.
    Place,
    /// A number between two others, both among them.
    Int(i64, i64),
    /// A pointer to so many words, each a number between two others.
    Words(u16, i64, i64),
    /// A pointer to a text of at most so many characters with a NUL at its end.
    Text(u16),
}

/// Words of an array, and characters of a text, at most.
const MOST_UNITS: u16 = 1000;

/// Units of memory that a function's arguments may take together, with what lies around them.
pub const ROOM_UNITS: u64 = 6000;

impl Argument {
    /// The kind of a name such as `cell` or `int -5..5`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name.trim() {
            "cell" => Some(Argument::Cell),
            "board" => Some(Argument::Board),
            "place" => Some(Argument::Place),
            "digit" => Some(Argument::Int(1, 9)),
            other => match other.split_once(' ')? {
                ("words", rest) => {
                    let (count, span) = rest.trim().split_once(' ')?;
                    let (low, high) = range(&format!("int {span}"))?;
                    Some(Argument::Words(number(count)?, low, high))
                }
                ("text", most) => Some(Argument::Text(number(most.trim())?)),
                _ => range(other).map(|(low, high)| Argument::Int(low, high)),
            },
        }
    }

    /// Whether it is memory of its own that the function is given.
    #[must_use]
    pub fn is_memory(self) -> bool {
        !matches!(self, Argument::Place | Argument::Int(..))
    }

    /// What it is called in messages.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            Argument::Cell => "cell",
            Argument::Board => "board",
            Argument::Place => "place in the board",
            Argument::Int(..) => "number",
            Argument::Words(..) => "array",
            Argument::Text(_) => "text",
        }
    }
}

/// What a function gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gives {
    /// Nothing but what it does.
    Nothing,
    /// A number, or an address.
    Number,
    /// Whether it skipped.
    Skip,
}

impl Gives {
    /// What `none`, `int 0..9`, `pointer` or `skip` name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name.trim() {
            "none" => Some(Gives::Nothing),
            "skip" => Some(Gives::Skip),
            "pointer" => Some(Gives::Number),
            other => range(other).map(|_| Gives::Number),
        }
    }
}

/// How many words or characters there may be.
fn number(text: &str) -> Option<u16> {
    text.parse().ok().filter(|number| (1..=MOST_UNITS).contains(number))
}

/// The two numbers of `int LOW..HIGH`.
fn range(text: &str) -> Option<(i64, i64)> {
    let (low, high) = text.strip_prefix("int ")?.split_once("..")?;
    let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
    (low <= high).then_some((low, high))
}

/// Who carries what between a function and its caller.
#[derive(Debug, Clone)]
pub struct Registers {
    /// Registers of the arguments, in order.
    pub arguments: Vec<&'static str>,
    /// The register of the result.
    pub result: Option<&'static str>,
    /// What it may leave changed.
    pub volatile: Vec<&'static str>,
    /// What must be as before.
    pub preserved: Vec<&'static str>,
    /// What nobody changes.
    pub reserved: &'static [&'static str],
    /// The stack pointer.
    pub stack: &'static str,
    /// Where the call comes back to.
    pub back: Back,
}

impl Registers {
    /// Of a machine that has no convention.
    #[must_use]
    pub(super) fn none() -> Self {
        Registers {
            arguments: Vec::new(),
            result: None,
            volatile: Vec::new(),
            preserved: Vec::new(),
            reserved: &[],
            stack: "",
            back: Back::Pushed,
        }
    }

    /// As the machine's convention has them.
    #[must_use]
    pub fn of(convention: &'static Convention, arguments: usize) -> Self {
        Registers {
            arguments: convention.arguments.iter().copied().take(arguments).collect(),
            result: convention.results.first().copied(),
            volatile: convention.volatile.to_vec(),
            preserved: convention.preserved.to_vec(),
            reserved: convention.reserved,
            stack: convention.stack,
            back: convention.back,
        }
    }
}
