//! Repetitions: `.rept`, `.irp`, `.irpc`.

use std::iter::repeat_n;

use asmkit::Span;

use super::cursor::Cursor;
use super::macros::{Indices, argument};
use super::{AsmResult, Assembler, messages};

const OPENERS: &[&str] = &[".rept", ".irp", ".irpc", ".irep", ".irepc"];
const CLOSERS: &[&str] = &[".endr"];

impl Assembler<'_> {
    /// `.rept`
    pub(super) fn repeat(&mut self, cursor: &mut Cursor<'_>, at: Span) -> AsmResult {
        let count = self.number_now(cursor, ".rept");
        let body = self.body(at, ".rept", OPENERS, CLOSERS)?;
        let count = count?;
        cursor.end()?;
        let Ok(count) = usize::try_from(count) else {
            self.report(messages::negative_count(at, count));
            return Ok(());
        };
        let rounds = if body.is_empty() { 0 } else { count };
        self.expand(&body, &Indices::new(), repeat_n(&[][..], rounds), None, at)
    }

    /// `.irp` and `.irpc`, in which each character is a value.
    pub(super) fn repeat_for(
        &mut self,
        cursor: &mut Cursor<'_>,
        at: Span,
        characters: bool,
    ) -> AsmResult {
        let name_at = cursor.span();
        cursor.eat("\\");
        let name = cursor.name().map(str::to_owned);
        cursor.eat(",");
        let mut values = Vec::new();
        if characters {
            let all = argument(cursor, |byte| byte == b',');
            values.extend(all.chars().map(String::from));
        }
        while !cursor.at_end() {
            values.push(argument(cursor, |byte| byte == b','));
            cursor.eat(",");
        }
        let opener = if characters { ".irpc" } else { ".irp" };
        let body = self.body(at, opener, OPENERS, CLOSERS)?;
        let name = name.ok_or_else(|| messages::parameter_expected(name_at, cursor.found()))?;
        // Without values, the statements are assembled once, with an empty value.
        if values.is_empty() {
            values.push(String::new());
        }
        self.expand(&body, &Indices::from([(name, 0)]), values.chunks(1), None, at)
    }
}
