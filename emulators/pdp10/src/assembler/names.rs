//! Values of names in expressions.
//!
//! Source: MIDAS 458, `GETVAL` and `DQUOTE`.

use super::context::{Assembler, Outcome, ValueUser};
use super::messages::{self, Message};
use super::name::Name;
use super::syllable::Syllable;
use super::symbols::{MAIN, Meaning};
use super::value::{LoaderQuantity, UndefinedQuantity, Value};
use crate::Word36;

impl Assembler<'_> {
    /// Value of a syllable, including an empty one; `None` if its name has none.
    pub(crate) fn value_of(&mut self, syllable: Syllable) -> Outcome {
        match syllable {
            Syllable::Nothing => Ok(Some(Value::default())),
            Syllable::Name(name) => self.value_of_name(name),
            Syllable::Value(value) => Ok(Some(value)),
        }
    }

    /// Value of the name just read; `None` if it has none, like a macro.
    pub(crate) fn value_of_name(&mut self, name: Name) -> Outcome {
        let Some(number) = self.program.symbols.number(name) else {
            return Ok(Some(self.unseen(name)));
        };
        let meaning = self.program.symbols.at(number).meaning;
        let no_number = !matches!(
            meaning,
            Meaning::Number { .. }
                | Meaning::Undefined { .. }
                | Meaning::Unplaced { .. }
                | Meaning::Variable { .. }
        );
        if no_number {
            self.complain_of_quotes(name);
        }
        let value = match meaning {
            Meaning::Pseudo(operation) => return operation(self, name),
            Meaning::Macro(macro_number) => return super::macros::call(self, macro_number, name),
            Meaning::Setting(setting) => self.setting(setting).into(),
            Meaning::Device(word) => {
                self.state.reading.device |= self.state.reading.fields == 0;
                word.into()
            }
            Meaning::Number { word, global } => {
                if std::mem::take(&mut self.state.reading.variable) {
                    self.error(&messages::VARIABLE_DEFINED, Some(name));
                }
                let global = global || std::mem::take(&mut self.state.reading.global);
                self.program.symbols.at_mut(number).meaning = Meaning::Number { word, global };
                self.value_or_reference(number, word, global)
            }
            Meaning::Variable { word, global } => {
                let seen = self.state.pass == 2 && self.state.reading.variable;
                self.program.symbols.at_mut(number).marks.seen |= seen;
                let global = global || std::mem::take(&mut self.state.reading.global);
                self.program.symbols.at_mut(number).meaning = Meaning::Variable { word, global };
                self.value_or_reference(number, word, global)
            }
            Meaning::Unplaced { index, global } => {
                let global = global || std::mem::take(&mut self.state.reading.global);
                self.program.symbols.at_mut(number).meaning = Meaning::Unplaced { index, global };
                self.undefined(number)
            }
            Meaning::Undefined { global } => {
                self.program.symbols.at_mut(number).marks.may_be_macro = false;
                if self.program.symbols.at(number).marks.loader && self.program.relocatable {
                    return Ok(Some(UndefinedQuantity::Symbol(number).into()));
                }
                if self.state.reading.global && !global {
                    self.punch_global(number);
                }
                self.still_undefined(number, global)
            }
        };
        Ok(Some(value))
    }

    /// Value of a defined symbol. In a relocatable program, a global one is defined in the file
    /// where it is used first, and a word refers to it if it is relocated or left to the loader.
    ///
    /// Source: MIDAS 458, `GVDG1`.
    fn value_or_reference(&mut self, number: usize, word: Word36, global: bool) -> Value {
        let symbol = self.program.symbols.at(number);
        let (meaning, marks) = (symbol.meaning, symbol.marks);
        let value = Value { word, relocation: marks.relocation, unknown: Vec::new() };
        if marks.loader && !self.program.relocatable {
            return self.undefined(number);
        }
        if !global || !self.program.relocatable {
            return value;
        }
        let in_word = !(self.state.reading.in_pseudo || self.state.reading.in_equals);
        let is_number = matches!(meaning, Meaning::Number { .. });
        let known = marks.punched || marks.loader;
        if is_number && self.state.pass == 2 && in_word && !known {
            self.punch_definition(number, &value, false);
        }
        if marks.loader || in_word && !marks.relocation.is_none() {
            return UndefinedQuantity::Symbol(number).into();
        }
        value
    }

    /// Reports `'` and `"` after the name of a pseudo-operation or macro.
    pub(super) fn complain_of_quotes(&mut self, name: Name) {
        if std::mem::take(&mut self.state.reading.variable) {
            self.error(&messages::NOT_A_VARIABLE, Some(name));
        }
        if std::mem::take(&mut self.state.reading.global) {
            self.error(&messages::NOT_GLOBAL, Some(name));
        }
    }

    /// Enters a new name: a variable, or an undefined symbol of the main block unless a block is
    /// named.
    fn unseen(&mut self, name: Name) -> Value {
        let block = self.program.symbols.wanted.unwrap_or(MAIN);
        let number = self.program.symbols.enter(name, block, Meaning::Undefined { global: false });
        self.still_undefined(number, false)
    }

    /// Turns an undefined name into what the quotes after it say.
    fn still_undefined(&mut self, number: usize, global: bool) -> Value {
        let global = global || std::mem::take(&mut self.state.reading.global);
        let mut number = number;
        if std::mem::take(&mut self.state.reading.variable) {
            let name = self.program.symbols.at(number).name;
            let meaning = Meaning::Unplaced { index: self.program.variables.count, global };
            self.program.variables.count += 1;
            number = self.program.symbols.own_or_new(name, meaning);
            self.program.symbols.at_mut(number).meaning = meaning;
        } else {
            self.program.symbols.at_mut(number).meaning = Meaning::Undefined { global };
            if global && self.program.relocatable {
                return UndefinedQuantity::Symbol(number).into();
            }
        }
        self.undefined(number)
    }

    /// Value of an undefined name: pending, or zero and an error.
    fn undefined(&mut self, number: usize) -> Value {
        self.state.reading.defined = false;
        let name = Some(self.program.symbols.at(number).name);
        if self.state.reading.in_pseudo || self.state.reading.in_equals {
            match self.state.asker {
                ValueUser::Equals => self.error(&messages::UNDEFINED_IN_EQUALS, name),
                ValueUser::Text(_) => self.state.asker = ValueUser::Text(true),
                ValueUser::Pseudo(of) => {
                    self.error_with(&messages::UNDEFINED_IN_PSEUDO, name, &of.to_string());
                }
            }
            return Value::default();
        }
        if self.state.pass == 1 {
            return UndefinedQuantity::Symbol(number).into();
        }
        let message: &'static Message = match self.state.literal_depth {
            0 => &messages::UNDEFINED,
            _ => &messages::UNDEFINED_IN_LITERAL,
        };
        self.error(message, name);
        Value::default()
    }

    /// Handles the block name before a name.
    pub(crate) fn prefix(&mut self, name: Name) {
        let outer = self.program.symbols.target();
        self.program.symbols.wanted = Some(match name.to_string().as_str() {
            ".M" => MAIN,
            ".C" => outer,
            ".U" => self.program.symbols.blocks()[outer].around,
            _ => self.block_named(name, outer),
        });
    }

    /// Block of a name: the last one named explicitly; otherwise preferably one where the name is
    /// defined, and preferably this one. A missing block is created.
    fn block_named(&mut self, name: Name, outer: usize) -> usize {
        let inside = |block: &super::symbols::SymbolBlock| block.around == outer;
        let chosen = self.program.symbols.wanted.is_some();
        let mut best = None;
        for (number, block) in self.program.symbols.blocks().iter().enumerate().skip(1) {
            if block.name != name || chosen && !inside(block) {
                continue;
            }
            let merit = (block.entered != 0, inside(block), number);
            if best.is_none_or(|known| known <= merit) {
                best = Some(merit);
            }
        }
        match best {
            Some((_, _, number)) => number,
            None => self.program.symbols.add_block(name, outer),
        }
    }

    /// `.`: the location as the program sees it.
    pub(crate) fn point(&mut self) -> Value {
        let location = &self.program.location;
        if location.is_loaders() {
            let word = self.state.bytes.pointer(Word36::default());
            return Value { word, ..UndefinedQuantity::Loader(LoaderQuantity::Here).into() };
        }
        let word = self.state.bytes.pointer(Word36::from(location.counter)) + location.offset;
        Value { word, relocation: location.relocation(), unknown: Vec::new() }
    }
}
