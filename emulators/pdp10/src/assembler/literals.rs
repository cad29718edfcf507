//! Literals: words in brackets, placed elsewhere, with equal ones shared.
//!
//! Source: *MIDAS manual*, "Literals"; MIDAS 458, `LBRAK`, `CONND` and `CNSTNT`.

use std::collections::HashMap;

use asmkit::Span;

use super::context::{Assembler, Outcome, Read, Unwind};
use super::grouping::BracketKind;
use super::messages;
use super::name::Name;
use super::settings::Setting;
use super::value::{Relocation, UndefinedQuantity, Value};
use crate::Word36;

/// A word of a literal.
#[derive(Debug, Clone)]
pub(crate) struct LiteralWord {
    pub(crate) value: Value,
    /// Whether it must not be shared.
    pub(crate) alone: bool,
    /// Source position, and the use of the expansion it is in.
    pub(crate) place: (Span, Option<Span>),
}

/// Literals of the next area, and the areas.
#[derive(Debug, Default)]
pub(crate) struct Literals {
    words: Vec<LiteralWord>,
    /// First word of each value that may be shared.
    first: HashMap<Value, usize>,
    /// Words waiting for a symbol.
    waiting: HashMap<UndefinedQuantity, Vec<usize>>,
    /// Areas as placed in pass 1.
    areas: Vec<Area>,
    /// Number of the next area.
    current: usize,
}

/// An area of literals.
#[derive(Debug, Clone, Copy, Default)]
struct Area {
    /// Address of the first word, as the program sees it.
    start: u32,
    /// Load address after the last word.
    end: u32,
    /// Relocation of the first address.
    relocation: Relocation,
    /// Whether only the loader knows the addresses.
    global: bool,
}

impl Literals {
    /// Resets for a new pass.
    pub(crate) fn restart(&mut self) {
        self.take();
        self.current = 0;
    }

    /// Takes the words so far.
    fn take(&mut self) -> Vec<LiteralWord> {
        self.first.clear();
        self.waiting.clear();
        std::mem::take(&mut self.words)
    }

    /// Adds a word.
    fn push(&mut self, word: LiteralWord) {
        let at = self.words.len();
        for unknown in &word.value.unknown {
            self.waiting.entry(unknown.what).or_default().push(at);
        }
        if !word.alone {
            self.first.entry(word.value.clone()).or_insert(at);
        }
        self.words.push(word);
    }

    /// Tells the pending literals the value of a symbol; pass 1 only.
    pub(crate) fn learn(&mut self, what: UndefinedQuantity, value: &Value) {
        for at in self.waiting.remove(&what).unwrap_or_default() {
            let word = &mut self.words[at];
            // All words with the old value wait for the same symbol, so this is temporary.
            self.first.remove(&word.value);
            word.value.learn(what, value);
            if !word.alone {
                let first = self.first.entry(word.value.clone()).or_insert(at);
                *first = at.min(*first);
            }
        }
    }
}

impl Assembler<'_> {
    /// Reads a literal after its `[`; returns its address.
    pub(crate) fn literal(&mut self) -> Read<Value> {
        if self.program.settings[Setting::NoLiterals] != Word36::default() {
            self.error(&messages::NO_LITERALS, None);
        }
        self.open(BracketKind::Literal)?;
        self.statements(false)?;
        self.source.input.forget_reread();
        let Some(mut open) = self.state.groupings.pop() else { return Ok(Value::default()) };
        if open.words.is_empty() {
            let value = Value::default();
            open.words.push(LiteralWord { value, alone: false, place: self.state.statement_at });
        }
        let words = std::mem::take(&mut open.words);
        self.resume(open);
        let index = self.keep_literal(words);
        let area = self.program.literals.current;
        Ok(match self.program.literals.areas.get(area) {
            Some(known) if self.state.pass == 2 && !known.global => Value {
                word: Word36::from((known.start + index) & 0o777777),
                relocation: known.relocation,
                unknown: Vec::new(),
            },
            _ => {
                let mut value = Value::from(UndefinedQuantity::Literals(area));
                value.word = Word36::from(index);
                value
            }
        })
    }

    /// Position of a literal's words in its area; a single word may be shared with an equal one.
    fn keep_literal(&mut self, mut words: Vec<LiteralWord>) -> u32 {
        for word in &mut words {
            if self.program.relocatable {
                self.simplify(&mut word.value);
                word.value.unknown.sort_by_key(|term| self.rank(term));
            } else {
                word.value.unknown.sort_unstable();
            }
            for unknown in &word.value.unknown {
                if let UndefinedQuantity::Symbol(number) = unknown.what {
                    self.program.symbols.at_mut(number).marks.in_literal = true;
                }
            }
        }
        if let [only] = &words[..]
            && !only.alone
            && let Some(&same) = self.program.literals.first.get(&only.value)
        {
            return same as u32;
        }
        let index = self.program.literals.words.len() as u32;
        words.into_iter().for_each(|word| self.program.literals.push(word));
        index
    }

    /// CONSTANTS: places the literals so far here.
    pub(crate) fn constants(&mut self, name: Name) -> Outcome {
        self.must_stand_alone(name);
        self.leave_groupings();
        self.place_literals()?;
        Err(Unwind::Groupings)
    }

    /// Places the literals so far here.
    pub(crate) fn place_literals(&mut self) -> Read<()> {
        let words = self.program.literals.take();
        let current = self.program.literals.current;
        let start = self.program.location.here();
        let reserved = match self.state.pass {
            1 => {
                let end = (self.program.location.counter + words.len() as u32) & 0o777777;
                let location = &self.program.location;
                let (relocation, global) = (location.relocation(), location.is_loaders());
                self.program.literals.areas.push(Area { start, end, relocation, global });
                self.program.location.counter = end;
                self.program.literals.current += 1;
                return Ok(());
            }
            _ => self.program.literals.areas.get(current).copied().unwrap_or_default(),
        };
        if reserved.start != start {
            self.error(&messages::LITERALS_MOVED, None);
        }
        if self.punches() && self.program.location.is_loaders() {
            self.punch_literals(current);
        }
        for word in words {
            self.store(word.value, word.place)?;
        }
        if reserved.end != self.program.location.counter {
            if reserved.end < self.program.location.counter {
                self.error(&messages::LITERALS_GREW, None);
            }
            self.end_output_block();
            self.program.location.counter = reserved.end;
            self.location_moved();
        }
        self.program.literals.current += 1;
        Ok(())
    }

    /// Types the address ranges of areas that are not empty.
    pub(crate) fn report_literals(&mut self) {
        let mut text = String::new();
        for area in &self.program.literals.areas {
            let end = area.end;
            if area.start != end {
                if text.is_empty() {
                    text.push_str("Constants area inclusive\r\nFrom\tTo\r\n");
                }
                text.push_str(&format!(
                    "{:o}\t{:o}\r\n",
                    area.start,
                    end.wrapping_sub(1) & 0o777777
                ));
            }
        }
        if !text.is_empty() {
            self.report(&text);
        }
    }
}
