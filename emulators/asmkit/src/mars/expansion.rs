//! Expansions of pseudo-instructions, parsed from the notation of their table.

use super::forms::{Instruction, Operand, Slot, Value};

/// A row of a table of pseudo-instructions: names, operands, instructions, and the instructions
/// for a bare label where all addresses have 16 bits (`""`: the same instructions).
///
/// `*` is the instruction's own name; a name `bge=slt` uses `slt` there. `a`, `b`, `c` are the
/// operands, `a'` is the register after `a`, `-c` is 32 minus `c`, and a number is itself (or the
/// register of that number). A piece of an operand plus a constant has a name, as in `hi b+4`.
/// `over` is the address after the next instruction of the row.
pub type Pseudo = (&'static str, &'static str, &'static str, &'static str);

/// Computes a piece of a value, in a pseudo-instruction at `pc`.
pub type NamedPiece = fn(value: i32, pc: u32) -> i64;

/// Machine-specific part of the notation.
pub struct Notation {
    /// Slot for each operand letter.
    pub slots: &'static [(char, Slot)],
    /// Instruction with this name and number of operands.
    pub instruction: fn(&str, usize) -> Option<&'static dyn Instruction>,
    /// Named pieces of values.
    pub pieces: &'static [(&'static str, NamedPiece)],
    /// Named numbers, such as the assembler's register.
    pub constants: &'static [(&'static str, i64)],
    /// Named instruction sequences, in which `{}` is the operand.
    pub shorthands: &'static [(&'static str, &'static str)],
}

/// Instructions that a row stands for.
pub struct Expansion {
    /// Instructions.
    pub steps: Vec<Step>,
    /// Instructions for a bare label where addresses have 16 bits.
    pub compact: Option<Vec<Step>>,
}

/// One instruction of an expansion.
pub struct Step {
    /// Instruction.
    pub row: &'static dyn Instruction,
    /// Operands.
    pub parts: Vec<Part>,
}

/// An operand of an instruction of an expansion.
#[derive(Debug, Clone, Copy)]
pub enum Part {
    /// This number, or the register with this number.
    Constant(i64),
    /// This piece of the operand with this index plus this number.
    Piece(usize, i32, Piece),
    /// The address after the next instruction of the row.
    Over,
}

/// Piece of an operand's value.
#[derive(Debug, Clone, Copy)]
pub enum Piece {
    /// The whole value.
    Whole,
    /// The next register.
    Next,
    /// 32 minus the value, as a shift amount.
    Complement,
    /// A named piece of the machine's notation.
    Named(NamedPiece),
}

impl Piece {
    /// Computes the piece of a value, in a pseudo-instruction at `pc`.
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
    /// Instructions; `compact` if addresses have 16 bits.
    pub(super) fn steps(&self, operands: &[Operand], compact: bool) -> &[Step] {
        let bare = |operand: &Operand| matches!(operand.value, Value::Label(_, None));
        match &self.compact {
            Some(steps) if compact && operands.iter().any(bare) => steps,
            _ => &self.steps,
        }
    }
}

impl Step {
    /// Whether it branches over the next instruction, so that delayed branches need a word between.
    pub(super) fn is_over(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Over))
    }
}

impl Notation {
    /// Parses the operands of a row; unknown letters are skipped.
    #[must_use]
    pub fn slots(&self, operands: &str) -> Vec<Slot> {
        let slot = |c| match c {
            '(' => Some(Slot::Open),
            ')' => Some(Slot::Close),
            _ => self.slots.iter().find(|(letter, _)| *letter == c).map(|&(_, slot)| slot),
        };
        operands.chars().filter_map(slot).collect()
    }

    /// Parses the instructions of a row; `None` if there are none or one is unknown.
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
