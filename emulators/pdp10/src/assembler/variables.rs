//! Variables: names that get a word of their own somewhere else.
//!
//! Source: *MIDAS manual*, "Symbols"; MIDAS 458, `AVARIAB` and `A.GLOB`.

use super::messages;
use super::name::Name;
use super::session::{Asker, Assembler, Outcome, Read, Unwind};
use super::symbols::Meaning;
use super::value::What;
use crate::Word36;

/// The variables of the area to come, and the areas.
#[derive(Debug)]
pub(crate) struct Variables {
    /// Words of the variables to come.
    pub(crate) count: u32,
    /// The areas there are, as pass 1 placed them: their start and their words.
    areas: Vec<(u32, u32)>,
    /// The number of the area to come.
    current: usize,
    /// Words of a .VECTOR that does not say.
    vector: u32,
}

impl Default for Variables {
    fn default() -> Self {
        Variables { count: 0, areas: Vec::new(), current: 0, vector: 1 }
    }
}

impl Variables {
    /// A pass starts.
    pub(crate) fn restart(&mut self) {
        (self.count, self.current, self.vector) = (0, 0, 1);
    }
}

/// What a list of names makes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Global,
    Scalar,
    Vector,
}

impl Assembler<'_> {
    /// VARIABLES: the variables so far go here.
    pub(crate) fn variables(&mut self, name: Name) -> Outcome {
        self.must_stand_alone(name);
        self.leave_groupings();
        self.place_variables();
        Err(Unwind::Groupings)
    }

    /// Puts the variables so far here.
    pub(crate) fn place_variables(&mut self) {
        let here = self.location.here();
        if self.pass == 1 {
            self.variables.areas.push((here, self.variables.count));
        }
        let area = self.variables.areas.get(self.variables.current).copied();
        let (start, size) = area.unwrap_or((here, 0));
        if start != here {
            self.error(&messages::VARIABLES_MOVED, None);
        }
        if self.pass == 2 && self.variables.count != 0 {
            self.error(&messages::VARIABLES_GREW, None);
        }
        let unplaced = |meaning| match meaning {
            Meaning::Unplaced { index, global } => Some((index, global)),
            _ => None,
        };
        let all = self.symbols.all().filter_map(|(number, symbol)| {
            unplaced(symbol.meaning).map(|(index, global)| (number, index, global))
        });
        for (number, index, global) in all.collect::<Vec<_>>() {
            let word = Word36::from(self.location.counter + index) + self.location.offset;
            let symbol = self.symbols.at_mut(number);
            symbol.meaning = Meaning::Variable { word, global };
            if std::mem::take(&mut symbol.marks.in_literal) {
                self.literals.learn(What::Symbol(number), word);
            }
        }
        self.output.end_block();
        self.location.counter = (self.location.counter + size) & 0o777777;
        self.variables.count = 0;
        self.variables.current += 1;
    }

    /// .GLOBAL, .SCALAR, .VECTOR: names, variables with their sizes.
    pub(crate) fn declare(&mut self, of: Name, kind: Kind) -> Outcome {
        self.must_stand_alone(of);
        while let Some(name) = self.name()? {
            let count = self.variables.count;
            match kind {
                Kind::Global => self.reading.global = true,
                _ => self.reading.variable = true,
            }
            let meaning = self.symbols.find(name);
            if matches!(meaning, Some(Meaning::Pseudo(_) | Meaning::Macro(_))) {
                self.quoted_operation(name);
                continue;
            }
            self.value_of_name(name)?;
            if kind == Kind::Global {
                continue;
            }
            if !self.terminator.ends_word() {
                self.input.reread();
            }
            let size = self.size(of, kind)?;
            if self.variables.count != count {
                self.variables.count += size - 1;
            }
        }
        Ok(None)
    }

    /// A pseudo-operation or macro that is declared: it can be neither.
    fn quoted_operation(&mut self, name: Name) {
        if std::mem::take(&mut self.reading.variable) {
            self.error(&messages::NOT_A_VARIABLE, Some(name));
        }
        if std::mem::take(&mut self.reading.global) {
            self.error(&messages::NOT_GLOBAL, Some(name));
        }
    }

    /// The size behind the name of a variable, in brackets or not.
    fn size(&mut self, of: Name, kind: Kind) -> Read<u32> {
        let value = self.argument_for(Asker::Pseudo(of))?.word;
        let size = if value.right() == 0 { value.left() } else { value.right() };
        Ok(match (kind, size) {
            (Kind::Vector, 0) => self.variables.vector,
            (_, 0) => 1,
            (Kind::Vector, size) => {
                self.variables.vector = size;
                size
            }
            (_, size) => size,
        })
    }
}
