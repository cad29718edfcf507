//! Conditional assembly: `.if` and its kin, `.elseif`, `.else`, `.endif`.

use asmkit::Span;

use super::cursor::Cursor;
use super::macros::argument;
use super::{Assembler, Outcome, expression, messages};

/// An open condition.
#[derive(Debug, Clone, Copy)]
struct Condition {
    at: Span,
    /// The statements around it are left out.
    outside: bool,
    /// One of its branches was taken.
    taken: bool,
    /// The present branch is left out.
    skipping: bool,
    /// `.else` was there.
    last: bool,
}

/// The conditions that are open.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    open: Vec<Condition>,
}

impl Conditions {
    /// Whether statements are left out here.
    pub(super) fn skipping(&self) -> bool {
        self.open.last().is_some_and(|condition| condition.skipping)
    }

    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Forgets those inside so many.
    pub(super) fn leave(&mut self, depth: usize) {
        self.open.truncate(depth);
    }

    /// Where the innermost open one began.
    pub(super) fn innermost(&self) -> Option<Span> {
        self.open.last().map(|condition| condition.at)
    }

    fn begin(&mut self, at: Span, truth: bool) {
        let outside = self.skipping();
        let skipping = outside || !truth;
        self.open.push(Condition { at, outside, taken: truth, skipping, last: false });
    }
}

impl Assembler<'_> {
    /// A directive of conditions; inside of what is left out, too.
    pub(super) fn condition(&mut self, cursor: &mut Cursor<'_>, name: &str, at: Span) -> Outcome {
        match name {
            ".endif" => match self.conditions.open.pop() {
                Some(_) => cursor.end(),
                None => Err(Box::new(messages::no_condition(at, name))),
            },
            ".else" | ".elseif" => self.alternative(cursor, name, at),
            _ if self.conditions.skipping() => {
                self.conditions.begin(at, false);
                Ok(())
            }
            _ => {
                // A condition that cannot be read is left out, so that it ends at its `.endif`.
                let truth = self.truth(cursor, name);
                self.conditions.begin(at, truth.as_ref().is_ok_and(|truth| *truth));
                truth?;
                cursor.end()
            }
        }
    }

    fn alternative(&mut self, cursor: &mut Cursor<'_>, name: &str, at: Span) -> Outcome {
        let Some(&condition) = self.conditions.open.last() else {
            return Err(Box::new(messages::no_condition(at, name)));
        };
        if condition.last {
            return Err(Box::new(messages::after_else(at, name, condition.at)));
        }
        let open = !condition.outside && !condition.taken;
        let truth = match name {
            ".elseif" if open => {
                // The condition is read as one that is not left out.
                self.conditions.open.pop();
                let truth = self.number_now(cursor, name).map(|number| number != 0);
                self.conditions.open.push(condition);
                truth
            }
            _ => Ok(open),
        };
        let taken = truth.as_ref().is_ok_and(|truth| *truth);
        if let Some(condition) = self.conditions.open.last_mut() {
            condition.skipping = condition.outside || !taken || condition.taken;
            condition.taken |= taken;
            condition.last = name == ".else";
        }
        truth.map(|_| ())
    }

    fn truth(&mut self, cursor: &mut Cursor<'_>, name: &str) -> Outcome<bool> {
        Ok(match name {
            ".ifdef" => self.is_defined(cursor)?,
            ".ifndef" | ".ifnotdef" => !self.is_defined(cursor)?,
            ".ifb" => self.is_blank(cursor),
            ".ifnb" => !self.is_blank(cursor),
            ".ifc" => self.same_texts(cursor)?,
            ".ifnc" => !self.same_texts(cursor)?,
            ".ifeqs" => self.same_strings(cursor)?,
            ".ifnes" => !self.same_strings(cursor)?,
            _ => {
                let number = self.number_now(cursor, name)?;
                match name {
                    ".ifeq" => number == 0,
                    ".iflt" => number < 0,
                    ".ifle" => number <= 0,
                    ".ifgt" => number > 0,
                    ".ifge" => number >= 0,
                    _ => number != 0,
                }
            }
        })
    }

    /// A number that has to be known where it stands.
    pub(super) fn number_now(&mut self, cursor: &mut Cursor<'_>, name: &str) -> Outcome<i64> {
        let start = cursor.at();
        self.with_scope(|scope| {
            let expr = expression::parse(cursor, scope)?;
            let known = expression::known(&expr, scope);
            known.ok_or_else(|| Box::new(messages::not_known_here(cursor.since(start), name)))
        })
    }

    fn is_defined(&mut self, cursor: &mut Cursor<'_>) -> Outcome<bool> {
        let at = cursor.span();
        let name = cursor.name();
        let name = name.ok_or_else(|| messages::name_expected(at, cursor.found()))?;
        Ok(self.object.symbols.is_defined(name))
    }

    fn is_blank(&mut self, cursor: &mut Cursor<'_>) -> bool {
        let blank = cursor.at_end();
        cursor.take(cursor.rest().len());
        blank
    }

    fn same_texts(&mut self, cursor: &mut Cursor<'_>) -> Outcome<bool> {
        let first = argument(cursor, |byte| byte == b',');
        if !cursor.eat(",") {
            return Err(Box::new(messages::unexpected(cursor.span(), cursor.found())));
        }
        let second = argument(cursor, |byte| byte == b',');
        Ok(first == second)
    }

    fn same_strings(&mut self, cursor: &mut Cursor<'_>) -> Outcome<bool> {
        let first = cursor.string()?;
        cursor.comma()?;
        Ok(first == cursor.string()?)
    }
}
