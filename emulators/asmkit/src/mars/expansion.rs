//! The instructions that a pseudo-instruction stands for, read from the notation of its table.

use super::forms::{Instruction, Operand, Slot, Value};

/// A row of a table of pseudo-instructions: names, operands, instructions, and the instructions
/// where all addresses have 16 bits and the address is a bare label (`""`: the same).
///
/// A name `bge=slt` stands in its instructions for `slt`, which they call `*`. `a`, `b`, `c` are
/// the operands, `a'` is the register behind `a`, `-c` is 32 less `c` and a number is itself (as a
/// register: of that number); of an operand plus a constant, a piece has a name, as in `hi b+4`.
/// `over` is the target behind the next instruction of the row.
pub type Pseudo = (&'static str, &'static str, &'static str, &'static str);

/// Makes a piece of a value, in a pseudo-instruction at an address.
pub type NamedPiece = fn(value: i32, pc: u32) -> i64;

/// What a table of pseudo-instructions may say beside that.
pub struct Notation {
    /// What each letter of the operands is.
    pub slots: &'static [(char, Slot)],
    /// The instruction of a name that has so many operands.
    pub instruction: fn(&str, usize) -> Option<&'static dyn Instruction>,
    /// What of a value each name means.
    pub pieces: &'static [(&'static str, NamedPiece)],
    /// Names of numbers, such as that of the assembler's register.
    pub constants: &'static [(&'static str, i64)],
    /// Names of runs of instructions, in which `{}` is the operand.
    pub shorthands: &'static [(&'static str, &'static str)],
}

/// What a row of such a table yields.
pub struct Expansion {
    /// The instructions.
    pub steps: Vec<Step>,
    /// The same for a bare label where addresses have 16 bits.
    pub compact: Option<Vec<Step>>,
}

/// One instruction of an expansion.
pub struct Step {
    /// The instruction.
    pub row: &'static dyn Instruction,
    /// Its operands.
    pub parts: Vec<Part>,
}

/// An operand of such an instruction.
#[derive(Debug, Clone, Copy)]
pub enum Part {
    /// This number, or the register of this number.
    Constant(i64),
    /// Of the operand of this index plus this number: this piece.
    Piece(usize, i32, Piece),
    /// The target behind the next instruction of the row.
    Over,
}

/// What of an operand's value is meant.
#[derive(Debug, Clone, Copy)]
pub enum Piece {
    /// All of it.
    Whole,
    /// The register behind it.
    Next,
    /// 32 less it, as a shift distance.
    Complement,
    /// What the machine's notation says, of the value and the address of the whole.
    Named(NamedPiece),
}

impl Piece {
    /// The piece of a value, in a pseudo-instruction at an address.
    #[must_use]
    pub fn of(self, value: i32, pc: u32) -> i64 {
        match self {
            Piece::Whole => value.into(),
            Piece::Next => i64::from(value) + 1,
            Piece::Complement => i64::from(32 - value) & 31,
            Piece::Named(piece) => piece(value, pc),
        }
    }
}

impl Expansion {
    /// The instructions; `compact` where addresses have 16 bits.
    pub(super) fn steps(&self, operands: &[Operand], compact: bool) -> &[Step] {
        let bare = |operand: &Operand| matches!(operand.value, Value::Label(_, None));
        match &self.compact {
            Some(steps) if compact && operands.iter().any(bare) => steps,
            _ => &self.steps,
        }
    }
}

impl Step {
    /// Whether it branches over the next one, so that delayed branching needs a word between.
    pub(super) fn is_over(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Over))
    }
}

impl Notation {
    /// Reads a row's operands; letters that the notation does not know are left out.
    #[must_use]
    pub fn slots(&self, operands: &str) -> Vec<Slot> {
        let slot = |c| match c {
            '(' => Some(Slot::Open),
            ')' => Some(Slot::Close),
            _ => self.slots.iter().find(|(letter, _)| *letter == c).map(|&(_, slot)| slot),
        };
        operands.chars().filter_map(slot).collect()
    }

    /// Reads a row's instructions; `None` when it has none or one that no table knows.
    #[must_use]
    pub fn expansion(&self, own: &str, steps: &str, compact: &str) -> Option<Expansion> {
        if steps.is_empty() {
            return None;
        }
        let compact = match compact {
            "" => None,
            steps => Some(self.steps(own, steps)?),
        };
        Some(Expansion { steps: self.steps(own, steps)?, compact })
    }

    fn steps(&self, own: &str, text: &str) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        for step in text.split("; ") {
            let (name, operand) = step.split_once(' ').unwrap_or((step, ""));
            match self.shorthands.iter().find(|(shorthand, _)| *shorthand == name) {
                Some((_, meaning)) => {
                    steps.extend(self.steps(own, &meaning.replace("{}", operand))?);
                }
                None => steps.push(self.step(own, name, operand)?),
            }
        }
        Some(steps)
    }

    fn step(&self, own: &str, name: &str, operands: &str) -> Option<Step> {
        let name = if name == "*" { own } else { name };
        let parts = operands.split(['(', ')', ',']).filter(|part| !part.is_empty());
        let parts: Vec<Part> = parts.map(|part| self.part(part)).collect::<Option<_>>()?;
        Some(Step { row: (self.instruction)(name, parts.len())?, parts })
    }

    fn part(&self, text: &str) -> Option<Part> {
        if text == "over" {
            return Some(Part::Over);
        }
        if let Some(&(_, number)) = self.constants.iter().find(|(name, _)| *name == text) {
            return Some(Part::Constant(number));
        }
        if let Ok(number) = text.parse() {
            return Some(Part::Constant(number));
        }
        let (piece, operand) = match text.split_once(' ') {
            Some((piece, operand)) => {
                let &(_, piece) = self.pieces.iter().find(|(name, _)| *name == piece)?;
                (Piece::Named(piece), operand)
            }
            None => match (text.strip_prefix('-'), text.strip_suffix('\'')) {
                (Some(operand), _) => (Piece::Complement, operand),
                (_, Some(operand)) => (Piece::Next, operand),
                _ => (Piece::Whole, text),
            },
        };
        let (operand, addend) = operand.split_once('+').unwrap_or((operand, "0"));
        let index = ["a", "b", "c", "d"].iter().position(|&letter| letter == operand)?;
        Some(Part::Piece(index, addend.parse().ok()?, piece))
    }
}
