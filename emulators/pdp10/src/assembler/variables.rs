//! Variables: names with a separate word elsewhere.
//!
//! Source: *MIDAS manual*, "Symbols"; MIDAS 458, `AVARIAB` and `A.GLOB`.

use super::context::{Assembler, Outcome, Read, Unwind, ValueUser};
use super::messages;
use super::name::Name;
use super::symbols::Meaning;
use super::value::{UndefinedQuantity, Value};
use crate::Word36;

/// Variables of the next area, and the areas.
#[derive(Debug)]
pub(crate) struct Variables {
    /// Words of the variables so far.
    pub(crate) count: u32,
    /// Areas as placed in pass 1: start and number of words.
    areas: Vec<(u32, u32)>,
    /// Number of the next area.
    current: usize,
    /// Default size of a .VECTOR in words.
    vector: u32,
}

impl Default for Variables {
    fn default() -> Self {
        Variables { count: 0, areas: Vec::new(), current: 0, vector: 1 }
    }
}

impl Variables {
    /// Resets for a new pass.
    pub(crate) fn restart(&mut self) {
        (self.count, self.current, self.vector) = (0, 0, 1);
    }
}

/// Kind of a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Declaration {
    Global,
    Scalar,
    Vector,
}

impl Assembler<'_> {
    /// VARIABLES: places the variables so far here.
    pub(crate) fn variables(&mut self, name: Name) -> Outcome {
        self.must_stand_alone(name);
        self.leave_groupings();
        self.place_variables();
        Err(Unwind::Groupings)
    }

    /// Places the variables so far here.
    pub(crate) fn place_variables(&mut self) {
        let here = self.program.location.here();
        if self.state.pass == 1 {
            self.program.variables.areas.push((here, self.program.variables.count));
        }
        let area = self.program.variables.areas.get(self.program.variables.current).copied();
        let (start, size) = area.unwrap_or((here, 0));
        if start != here {
            self.error(&messages::VARIABLES_MOVED, None);
        }
        if self.state.pass == 2 && self.program.variables.count != 0 {
            self.error(&messages::VARIABLES_GREW, None);
        }
        let relocation = self.program.location.relocation();
        let numbers = if size == 0 { Vec::new() } else { self.program.symbols.in_table_order() };
        for number in numbers {
            let symbol = self.program.symbols.at(number).clone();
            match symbol.meaning {
                Meaning::Unplaced { index, global } => {
                    let word = Word36::from(self.program.location.counter + index)
                        + self.program.location.offset;
                    self.place_variable(number, Value { word, relocation, unknown: Vec::new() });
                    if global {
                        self.punch_variable(number, word);
                    }
                }
                Meaning::Variable { word, global } if symbol.marks.seen => {
                    let marks = &mut self.program.symbols.at_mut(number).marks;
                    if !std::mem::replace(&mut marks.punched, true) && global {
                        self.punch_variable(number, word);
                    }
                }
                _ => {}
            }
        }
        self.end_output_block();
        self.program.location.counter = (self.program.location.counter + size) & 0o777777;
        self.location_moved();
        self.program.variables.count = 0;
        self.program.variables.current += 1;
    }

    /// Gives a variable its address.
    fn place_variable(&mut self, number: usize, value: Value) {
        let symbol = self.program.symbols.at_mut(number);
        let global = matches!(symbol.meaning, Meaning::Unplaced { global: true, .. });
        symbol.meaning = Meaning::Variable { word: value.word, global };
        symbol.marks.relocation = value.relocation;
        if std::mem::take(&mut symbol.marks.in_literal) && !(global && self.program.relocatable) {
            self.program.literals.learn(UndefinedQuantity::Symbol(number), &value);
        }
    }

    /// Writes the definition of a variable that other programs may use.
    fn punch_variable(&mut self, number: usize, word: Word36) {
        if self.punches() {
            self.punch_definition(number, &word.into(), false);
        }
    }

    /// .GLOBAL, .SCALAR, .VECTOR: declares names, variables with sizes.
    pub(crate) fn declare(&mut self, of: Name, kind: Declaration) -> Outcome {
        self.must_stand_alone(of);
        while let Some(name) = self.name()? {
            let count = self.program.variables.count;
            let meaning = self.program.symbols.find(name);
            if matches!(meaning, Some(Meaning::Pseudo(_) | Meaning::Macro(_))) {
                // Only quotes after the name are an error.
                self.complain_of_quotes(name);
                continue;
            }
            match kind {
                Declaration::Global => self.state.reading.global = true,
                _ => self.state.reading.variable = true,
            }
            self.value_of_name(name)?;
            if kind == Declaration::Global {
                continue;
            }
            if !self.state.terminator.ends_word() {
                self.source.input.reread();
            }
            let size = self.size(of, kind)?;
            if self.program.variables.count != count {
                self.program.variables.count += size - 1;
            }
        }
        Ok(None)
    }

    /// Size after the name of a variable, with or without brackets.
    fn size(&mut self, of: Name, kind: Declaration) -> Read<u32> {
        let value = self.argument_for(ValueUser::Pseudo(of))?.word;
        let size = if value.right() == 0 { value.left() } else { value.right() };
        Ok(match (kind, size) {
            (Declaration::Vector, 0) => self.program.variables.vector,
            (_, 0) => 1,
            (Declaration::Vector, size) => {
                self.program.variables.vector = size;
                size
            }
            (_, size) => size,
        })
    }
}
