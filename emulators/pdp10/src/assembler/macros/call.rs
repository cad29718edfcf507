//! Macro calls: arguments and expansion.

use std::rc::Rc;

use asmkit::Span;

use super::super::context::{Assembler, Outcome, Read};
use super::super::input::{Code, Piece, Text};
use super::super::name::Name;
use super::scan::{ArgumentScan, closes, ends_call, ends_line};
use super::{Definition, NOTHING, OmittedDummy, Parameter, Syntax, messages};

/// Reads the arguments of a macro after its name, and starts its expansion.
pub(crate) fn call(asm: &mut Assembler<'_>, number: usize, name: Name) -> Outcome {
    let used = asm.source.input.used_here();
    let definition = Rc::clone(&asm.source.macros.definitions[number]);
    asm.source.input.deepen();
    let mut call = Call { of: name, values: Vec::new(), over: false };
    match asm.inside(name, |asm| call.read(asm, &definition)) {
        Ok(()) => asm.source.input.push_macro(used, definition.body.clone(), call.values),
        Err(unwind) => {
            asm.source.input.rise();
            return Err(unwind);
        }
    }
    NOTHING
}

/// Expands a macro called without arguments.
pub(super) fn expand_unspecified(asm: &mut Assembler<'_>, used: Span, definition: &Definition) {
    let values = definition.parameters.iter().map(|parameter| missing(asm, parameter)).collect();
    asm.source.input.push_macro(used, definition.body.clone(), values);
}

/// Expands a macro whose arguments are in a line from elsewhere.
pub(super) fn expand_answered(
    asm: &mut Assembler<'_>,
    used: Span,
    definition: &Definition,
    of: Name,
    answer: &str,
) -> Outcome {
    asm.source.input.deepen();
    let line = written(asm, &format!(" {answer}\r"));
    asm.source.input.push_repeat(used, line, 1);
    // The blank stands for the end of the macro's name.
    asm.next()?;
    let mut call = Call { of, values: Vec::new(), over: false };
    call.read(asm, definition)?;
    asm.source.input.stop(true);
    asm.source.input.push_macro(used, definition.body.clone(), call.values);
    NOTHING
}

/// Value of an omitted dummy.
fn missing(asm: &mut Assembler<'_>, parameter: &Parameter) -> Text {
    match &parameter.missing {
        OmittedDummy::Null => Text::default(),
        OmittedDummy::Default(text) => text.clone(),
        OmittedDummy::Generated => {
            asm.source.macros.generated += 1;
            written(asm, &format!("G{:05o}", asm.source.macros.generated & 0o77777))
        }
    }
}

/// Characters as a text at the position of the last character.
fn written(asm: &Assembler<'_>, characters: &str) -> Text {
    let place = asm.piece().place;
    let piece = |character| Piece { code: Code::Character(character), place };
    characters.bytes().map(piece).collect::<Vec<_>>().into()
}

/// A macro call being read.
struct Call {
    of: Name,
    /// Values of the first dummies.
    values: Vec<Text>,
    /// Whether the call has ended, so that all further dummies are omitted.
    over: bool,
}

/// Argument for a dummy.
enum ArgumentText {
    Text(Text),
    /// Empty, but more may follow.
    Nothing,
    /// Empty, as the call has ended.
    Over,
}

impl Call {
    /// Reads the arguments; the last character ended the macro's name.
    fn read(&mut self, asm: &mut Assembler<'_>, definition: &Definition) -> Read<()> {
        let last = asm.source.input.last();
        let parenthesized = matches!(last, b'(' | b'<' | b'[');
        if definition.parameters.is_empty() || matches!(last, b')' | b'>' | b']') {
            self.over = true;
            asm.source.input.reread();
            asm.reopen();
        } else if ends_line(last) {
            self.over = true;
        } else if !parenthesized && !matches!(last, b' ' | b'\t') {
            asm.source.input.reread();
        }
        let mut rest = definition.parameters.as_slice();
        while let [first, others @ ..] = rest {
            let run = rest.iter().take_while(|parameter| parameter.keyword.is_some()).count();
            if run > 0 {
                self.keywords(asm, &rest[..run])?;
                rest = &rest[run..];
            } else {
                let given = if self.over { ArgumentText::Over } else { self.value(asm, first)? };
                let value = self.take(asm, first, given);
                self.values.push(value);
                rest = others;
            }
        }
        if parenthesized && !definition.parameters.is_empty() {
            close(asm)?;
        }
        Ok(())
    }

    /// Value of an argument.
    fn take(
        &mut self,
        asm: &mut Assembler<'_>,
        parameter: &Parameter,
        given: ArgumentText,
    ) -> Text {
        match given {
            ArgumentText::Text(text) => return text,
            ArgumentText::Nothing => {}
            ArgumentText::Over => self.over = true,
        }
        missing(asm, parameter)
    }

    /// Reads an argument.
    fn value(&self, asm: &mut Assembler<'_>, parameter: &Parameter) -> Read<ArgumentText> {
        let first = asm.next()?;
        let syntax = parameter.syntax;
        if ends_line(first) || first == b';' && syntax != Syntax::WholeLine {
            asm.source.input.reread();
            return Ok(ArgumentText::Over);
        }
        if syntax == Syntax::WholeLine {
            asm.source.input.reread();
            return text(asm, ArgumentScan::WholeLine);
        }
        match (syntax, first) {
            (_, b',') => Ok(ArgumentText::Nothing),
            (Syntax::Balanced, _) => {
                ArgumentScan::balanced(asm).map_or(Ok(ArgumentText::Over), |scan| text(asm, scan))
            }
            (Syntax::Strung | Syntax::KeepStrung, _) => strung(asm, syntax == Syntax::KeepStrung),
            (Syntax::Evaluated, _) => {
                asm.source.input.reread();
                self.evaluated(asm)
            }
            (_, b'\\') => self.evaluated(asm),
            (_, b'[') => text(asm, ArgumentScan::bracketed()),
            _ => {
                asm.source.input.reread();
                text(asm, ArgumentScan::Normal)
            }
        }
    }

    /// Value of a field as digits in the current radix.
    fn evaluated(&self, asm: &mut Assembler<'_>) -> Read<ArgumentText> {
        asm.next()?;
        if ArgumentScan::balanced(asm).is_none() {
            return Ok(ArgumentText::Over);
        }
        let value = asm.evaluate(self.of)?.bits();
        let digits = digits(value, asm.state.radix);
        Ok(ArgumentText::Text(written(asm, &digits)))
    }

    /// Reads the values of keyword dummies, in any order, up to an empty argument or the end of the
    /// call.
    fn keywords(&mut self, asm: &mut Assembler<'_>, run: &[Parameter]) -> Read<()> {
        let mut values: Vec<Option<Text>> = vec![None; run.len()];
        while !self.over {
            let first = next_nonblank(asm)?;
            if first == b',' {
                break;
            }
            asm.source.input.reread();
            if ends_call(first) || closes(first) {
                self.over = true;
            } else if let Some(at) = keyword(asm, run)? {
                let given = self.value(asm, &run[at])?;
                values[at] = Some(self.take(asm, &run[at], given));
            } else {
                ArgumentScan::Normal.skip(asm)?;
            }
        }
        for (value, parameter) in values.into_iter().zip(run) {
            let value = value.unwrap_or_else(|| missing(asm, parameter));
            self.values.push(value);
        }
        Ok(())
    }
}

/// Reads `name=` and finds its dummy; `None`, with an error, if there is none.
fn keyword(asm: &mut Assembler<'_>, run: &[Parameter]) -> Read<Option<usize>> {
    let word = asm.word()?;
    if is_blank(asm.source.input.last()) {
        next_nonblank(asm)?;
    }
    if asm.source.input.last() != b'=' {
        asm.error(&messages::BAD_KEYWORD, None);
        asm.source.input.reread();
        return Ok(None);
    }
    let at = run.iter().position(|parameter| parameter.keyword.as_ref() == Some(&word));
    if at.is_none() {
        asm.error(&messages::UNKNOWN_KEYWORD, None);
    }
    Ok(at)
}

/// Reads an argument of a known syntax; only spaces and a semicolon end the call.
fn text(asm: &mut Assembler<'_>, scan: ArgumentScan) -> Read<ArgumentText> {
    let text = scan.text(asm)?;
    let over = asm.source.input.last() == b';' && text.pieces().is_empty();
    Ok(if over { ArgumentText::Over } else { ArgumentText::Text(text) })
}

/// Reads an argument between two equal characters after leading spaces; with `keep` they are part
/// of it.
fn strung(asm: &mut Assembler<'_>, keep: bool) -> Read<ArgumentText> {
    if is_blank(asm.source.input.last()) && next_nonblank(asm)? == b',' {
        return Ok(ArgumentText::Nothing);
    }
    let delimiter = asm.source.input.last();
    if ArgumentScan::balanced(asm).is_none() {
        return Ok(ArgumentText::Over);
    }
    asm.next()?;
    let mut pieces = vec![asm.piece()];
    while asm.next()? != delimiter {
        pieces.push(asm.piece());
    }
    pieces.push(asm.piece());
    let all: Text = pieces.into();
    let kept = if keep { all } else { all.part(1..all.pieces().len() - 1) };
    if next_nonblank(asm)? != b','
        && let Some(garbage) = ArgumentScan::balanced(asm)
    {
        asm.error(&messages::GARBAGE, None);
        garbage.skip(asm)?;
    }
    Ok(ArgumentText::Text(kept))
}

/// Skips the rest of a call in brackets.
fn close(asm: &mut Assembler<'_>) -> Read<()> {
    let mut scan = ArgumentScan::Balanced(1);
    while !matches!(scan, ArgumentScan::Balanced(0)) {
        scan.next(asm)?;
    }
    Ok(())
}

fn next_nonblank(asm: &mut Assembler<'_>) -> Read<u8> {
    loop {
        let character = asm.next()?;
        if !is_blank(character) {
            return Ok(character);
        }
    }
}

fn is_blank(character: u8) -> bool {
    matches!(character, b' ' | b'\t')
}

/// Digits of a number; those above 9 are the characters that follow, as in MIDAS.
fn digits(mut value: u64, radix: u64) -> String {
    let mut digits = Vec::new();
    while digits.is_empty() || value > 0 {
        let digit = if radix > 1 { value % radix } else { value };
        digits.push(char::from_u32(u32::from(b'0') + (digit & 0o77) as u32).unwrap_or('0'));
        value = if radix > 1 { value / radix } else { 0 };
    }
    digits.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_the_radix() {
        assert_eq!(digits(0, 8), "0");
        assert_eq!(digits(0o777777777777, 8), "777777777777");
        assert_eq!(digits(25, 10), "25");
        assert_eq!(digits(5, 1), "5");
    }
}
