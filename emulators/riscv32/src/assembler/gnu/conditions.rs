//! Conditional assembly: `.if` and its variants, `.elseif`, `.else`, `.endif`.

use asmkit::Span;

use super::cursor::Cursor;
use super::macros::argument;
use super::{AsmResult, Assembler, expression, messages};

/// An open condition.
#[derive(Debug, Clone, Copy)]
struct Condition {
    at: Span,
    /// Whether the surrounding statements are skipped.
    outside: bool,
    /// Whether one of its branches was assembled.
    taken: bool,
    /// Whether the current branch is skipped.
    skipping: bool,
    /// Whether `.else` was seen.
    last: bool,
}

/// Open conditions, outermost first.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    open: Vec<Condition>,
}

impl Conditions {
    /// Whether statements are skipped here.
    pub(super) fn skipping(&self) -> bool {
        self.open.last().is_some_and(|condition| condition.skipping)
    }

    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Closes all conditions nested deeper than `depth`.
    pub(super) fn leave(&mut self, depth: usize) {
        self.open.truncate(depth);
    }

    /// Start of the innermost open condition.
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
    /// Executes a conditional directive, even in a skipped branch.
    pub(super) fn condition(&mut self, cursor: &mut Cursor<'_>, name: &str, at: Span) -> AsmResult {
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
                // A malformed condition counts as false, so that it still ends at its `.endif`.
                let truth = self.truth(cursor, name);
                self.conditions.begin(at, truth.as_ref().is_ok_and(|truth| *truth));
                truth?;
                cursor.end()
            }
        }
    }

    fn alternative(&mut self, cursor: &mut Cursor<'_>, name: &str, at: Span) -> AsmResult {
        let Some(&condition) = self.conditions.open.last() else {
            return Err(Box::new(messages::no_condition(at, name)));
        };
        if condition.last {
            return Err(Box::new(messages::after_else(at, name, condition.at)));
        }
        let open = !condition.outside && !condition.taken;
        let truth = match name {
            ".elseif" if open => {
                // Evaluate the condition as one that is not skipped.
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

    fn truth(&mut self, cursor: &mut Cursor<'_>, name: &str) -> AsmResult<bool> {
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

    /// Parses a number that must be known at this point.
    pub(super) fn number_now(&mut self, cursor: &mut Cursor<'_>, name: &str) -> AsmResult<i64> {
        let start = cursor.at();
        self.with_scope(|scope| {
            let expr = expression::parse(cursor, scope)?;
            let known = expression::known(&expr, scope);
            known.ok_or_else(|| Box::new(messages::not_known_here(cursor.since(start), name)))
        })
    }

    fn is_defined(&mut self, cursor: &mut Cursor<'_>) -> AsmResult<bool> {
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

    fn same_texts(&mut self, cursor: &mut Cursor<'_>) -> AsmResult<bool> {
        let first = argument(cursor, |byte| byte == b',');
        if !cursor.eat(",") {
            return Err(Box::new(messages::unexpected(cursor.span(), cursor.found())));
        }
        let second = argument(cursor, |byte| byte == b',');
        Ok(first == second)
    }

    fn same_strings(&mut self, cursor: &mut Cursor<'_>) -> AsmResult<bool> {
        let first = cursor.string()?;
        cursor.comma()?;
        Ok(first == cursor.string()?)
    }
}
