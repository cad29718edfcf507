//! Labels and assignments.
//!
//! Source: *MIDAS manual*, "Symbols"; MIDAS 458, `COLON` and `EQUAL`.

use super::context::{Assembler, Read, Unwind, ValueUser};
use super::messages;
use super::name::Name;
use super::settings::Setting;
use super::syllable::SyllableScan;
use super::symbols::{INITIAL, Meaning, SymbolFlags};
use super::value::{Relocation, UndefinedQuantity, Value};
use crate::Word36;

/// Kind of a definition.
#[derive(Clone, Copy)]
struct DefinitionKind {
    half_killed: bool,
    /// Whether the value must not change.
    fixed: bool,
    /// Whether it is a label.
    label: bool,
}

impl Assembler<'_> {
    /// `NAME:` or `NAME::`, after the colon.
    pub(super) fn label(&mut self, scan: &SyllableScan) -> Read<()> {
        let name = self.state.syllable;
        let reading = &self.state.reading;
        if !scan.is_name() || !reading.syllable_seen {
            return Err(self.abandon(&messages::COLON_ALONE, None));
        }
        let inside = reading.operator_seen
            || reading.in_pseudo
            || reading.in_equals
            || reading.no_equals
            || reading.word_seen;
        if inside {
            self.error(&messages::LABEL_IN_EXPRESSION, Some(name));
        }
        if !self.state.groupings.is_empty() {
            self.error(&messages::LABEL_IN_BRACKETS, Some(name));
        }
        let mut half_killed = self.next()? == b':';
        if !half_killed {
            self.source.input.reread();
        }
        half_killed |= self.program.settings[Setting::HalfKill] != Word36::default();
        let value = self.point();
        self.program.location.label_before = self.program.location.label;
        self.program.location.label = Some((name, self.program.location.here()));
        self.define(name, &value, DefinitionKind { half_killed, fixed: true, label: true });
        Ok(())
    }

    /// `NAME=`, after the sign: reads the rest and defines the name.
    pub(super) fn assignment(&mut self, scan: &SyllableScan) -> Read<()> {
        let half_killed = self.next_is(b'=')?;
        let fixed = self.next_is(b':')?;
        let name = self.state.syllable;
        if name == Name::new(".") {
            return self.set_point();
        }
        let reading = &self.state.reading;
        if reading.word_seen || reading.operator_seen || reading.no_equals || !scan.is_name() {
            self.error(&messages::BAD_EQUALS, None);
        }
        let (wanted, at) = (self.program.symbols.wanted, self.state.syllable_at);
        let mut saved = self.state.reading.clone();
        self.state.asker = ValueUser::Equals;
        let reading = &mut self.state.reading;
        (reading.no_equals, reading.defined, reading.in_equals) = (true, true, true);
        let value = self.read_word()?;
        let defined = self.state.reading.defined;
        saved.more = self.state.reading.more;
        self.state.reading = saved;
        // The value of brackets around it, as in `.VECTOR TABLE(LENGTH==100)`.
        self.state.reading.sum = value.clone();
        self.skip_text()?;
        if !defined {
            return Err(Unwind::Statement);
        }
        (self.program.symbols.wanted, self.state.syllable_at) = (wanted, at);
        if value.unknown.is_empty() || self.program.relocatable {
            self.program.listing.assigned(value.word);
            self.define(name, &value, DefinitionKind { half_killed, fixed, label: false });
        } else {
            // The address of a literal, known on pass 2.
            let undefined = Meaning::Undefined { global: false };
            let number = self.program.symbols.own_or_new(name, undefined);
            self.program.symbols.at_mut(number).meaning = undefined;
        }
        Err(Unwind::Statement)
    }

    /// Reads the next character if it is this one.
    fn next_is(&mut self, character: u8) -> Read<bool> {
        let is = self.next()? == character;
        if !is {
            self.source.input.reread();
        }
        Ok(is)
    }

    /// Defines a name.
    fn define(&mut self, name: Name, value: &Value, manner: DefinitionKind) {
        if name == Name::default() {
            return;
        }
        let location = &self.program.location;
        let open = self.program.conditionals > 0 || manner.label && location.is_loaders();
        let unknown = !value.unknown.is_empty() || !value.relocation.is_simple();
        if self.program.relocatable && (open || unknown) {
            return self.define_by_loader(name, value, manner);
        }
        let word = value.word;
        let Some(found) = self.program.symbols.number(name) else {
            return self.define_new(name, value, manner);
        };
        let symbol = self.program.symbols.at(found).clone();
        if symbol.block != self.program.symbols.target() {
            if symbol.block == INITIAL && !self.may_shadow(name, symbol.meaning, word, manner) {
                return;
            }
            return self.define_new(name, value, manner);
        }
        let mut marks = symbol.marks;
        marks.fixed |= manner.fixed;
        let before = match symbol.meaning {
            Meaning::Setting(setting) if !manner.label => {
                self.set(setting, word);
                return;
            }
            Meaning::Undefined { .. } => None,
            Meaning::Number { word, .. } => Some(word),
            Meaning::Unplaced { .. } | Meaning::Variable { .. } if !manner.label => {
                return self.error(&messages::ILLEGAL_EQUALS, Some(name));
            }
            Meaning::Unplaced { .. } | Meaning::Variable { .. } => {
                marks.multiple = true;
                Some(word)
            }
            Meaning::Pseudo(_) | Meaning::Macro(_) | Meaning::Setting(_) | Meaning::Device(_) => {
                let message = if manner.label {
                    &messages::INITIAL_AS_LABEL
                } else {
                    &messages::MACRO_ASSIGNED
                };
                self.error(message, Some(name));
                Some(word + Word36::from(1))
            }
        };
        if let Some(before) = before {
            marks.multiple |= marks.fixed && before != word;
            if marks.multiple {
                self.error(&messages::MULTIPLY_DEFINED, Some(name));
            }
        }
        self.redefine(found, value, marks, manner, true);
    }

    /// Leaves a definition to the loader: the value has parts that only it knows, or it decides
    /// whether the definition counts.
    ///
    /// Source: MIDAS 458, `EQG1` and `GCOL1`.
    fn define_by_loader(&mut self, name: Name, value: &Value, manner: DefinitionKind) {
        let target = self.program.symbols.target();
        let found = self.program.symbols.number(name).map(|n| self.program.symbols.at(n).clone());
        let own = found.as_ref().filter(|symbol| symbol.block == target);
        let refused = match found.as_ref().map(|symbol| symbol.meaning) {
            Some(Meaning::Pseudo(_) | Meaning::Macro(_) | Meaning::Setting(_)) if !manner.label => {
                Some(if own.is_some() { &messages::ILLEGAL_EQUALS } else { &messages::SHADOWED })
            }
            Some(_) if manner.label && found.as_ref().is_some_and(|s| s.block == INITIAL) => {
                Some(&messages::INITIAL_AS_LABEL)
            }
            Some(Meaning::Unplaced { .. } | Meaning::Variable { .. }) if own.is_some() => {
                Some(if manner.label {
                    &messages::MULTIPLY_DEFINED
                } else {
                    &messages::ILLEGAL_EQUALS
                })
            }
            _ => None,
        };
        if let Some(message) = refused {
            return self.error(message, Some(name));
        }
        let quoted = std::mem::take(&mut self.state.reading.global);
        let number = self.program.symbols.own_or_new(name, Meaning::Undefined { global: false });
        let mut global = quoted;
        match self.program.symbols.at(number).meaning {
            Meaning::Undefined { global: was } => {
                self.punch_chain(number);
                global |= was;
                let marks = &mut self.program.symbols.at_mut(number).marks;
                (marks.fixed, marks.multiple) = (false, false);
            }
            Meaning::Number { global: was, .. } => global |= was,
            _ => {}
        }
        let symbol = self.program.symbols.at_mut(number);
        symbol.meaning = if global {
            Meaning::Number { word: Word36::default(), global }
        } else {
            Meaning::Undefined { global }
        };
        symbol.marks.fixed |= manner.fixed;
        symbol.marks.half_killed = manner.half_killed;
        symbol.marks.loader = true;
        symbol.marks.relocation = Relocation::default();
        if symbol.marks.multiple {
            self.error(&messages::MULTIPLY_DEFINED, Some(name));
        }
        if self.punches() {
            if manner.label {
                self.punch_here(number, manner.half_killed);
            } else {
                self.punch_equals(number, value.clone(), manner.half_killed);
            }
        }
    }

    /// Whether the program may redefine a predefined name: settings are set instead; other
    /// surprising redefinitions are reported.
    fn may_shadow(
        &mut self,
        name: Name,
        meaning: Meaning,
        value: Word36,
        manner: DefinitionKind,
    ) -> bool {
        match meaning {
            Meaning::Number { word, .. } if !manner.label || word == value => {}
            _ if manner.label => self.error(&messages::INITIAL_AS_LABEL, Some(name)),
            Meaning::Setting(setting) => {
                self.set(setting, value);
                return false;
            }
            Meaning::Pseudo(_) | Meaning::Macro(_) | Meaning::Device(_) => {
                self.error(&messages::SHADOWED, Some(name));
            }
            _ => {}
        }
        true
    }

    fn define_new(&mut self, name: Name, value: &Value, manner: DefinitionKind) {
        let undefined = Meaning::Undefined { global: false };
        let number = self.program.symbols.own_or_new(name, undefined);
        let marks = SymbolFlags { fixed: manner.fixed, ..SymbolFlags::default() };
        self.redefine(number, value, marks, manner, false);
    }

    fn redefine(
        &mut self,
        number: usize,
        value: &Value,
        marks: SymbolFlags,
        manner: DefinitionKind,
        known: bool,
    ) {
        let word = value.word;
        let was_undefined = known
            && matches!(
                self.program.symbols.at(number).meaning,
                Meaning::Undefined { global: false }
            );
        if self.program.relocatable
            && matches!(self.program.symbols.at(number).meaning, Meaning::Undefined { .. })
        {
            if was_undefined && self.state.reading.global {
                self.punch_global(number);
            }
            self.punch_chain(number);
        }
        let quoted = std::mem::take(&mut self.state.reading.global);
        let symbol = self.program.symbols.at_mut(number);
        let global = quoted
            || match symbol.meaning {
                Meaning::Undefined { global } | Meaning::Number { global, .. } => global,
                _ => false,
            };
        symbol.meaning = Meaning::Number { word, global };
        symbol.marks = SymbolFlags {
            half_killed: manner.half_killed,
            may_be_macro: false,
            in_literal: false,
            relocation: value.relocation,
            loader: false,
            punched: false,
            seen: false,
            ..marks
        };
        // A loader knows a global symbol by its name, also where it is used before its definition.
        if marks.in_literal && !(global && self.program.relocatable) {
            self.program.literals.learn(UndefinedQuantity::Symbol(number), value);
        }
        if self.punches() && (global || was_undefined) {
            self.punch_definition(number, value, manner.half_killed);
        }
    }
}
