//! The 41 directives.
//!
//! Some have no effect in SPIM but require the operands that old compilers wrote.

use asmkit::Span;

use super::cursor::Cursor;
use super::expressions::{self, Expression, expression};
use super::messages;
use super::names::{IGNORED, IgnoredOperand};
use super::symbols::{Use, UseField};
use super::token::Token;
use super::{Assembler, Outcome};
use crate::assembler::messages as shared;

/// Directives that SPIM rejects in a text segment.
const DATA_ONLY: &[&str] = &[".ascii", ".asciiz", ".byte", ".half", ".float", ".double"];

impl Assembler<'_> {
    /// Executes a directive; `span` is that of its name.
    pub(super) fn directive(
        &mut self,
        name: &str,
        span: Span,
        cursor: &mut Cursor<'_, '_>,
    ) -> Outcome {
        if let Some((_, operands)) = IGNORED.iter().find(|(ignored, _)| *ignored == name) {
            return operands.iter().try_for_each(|operand| self.skip(*operand, cursor));
        }
        if self.in_text && DATA_ONLY.contains(&name) {
            return Err(Box::new(shared::data_directive_in_text(span, name)));
        }
        match name {
            ".ascii" | ".asciiz" => self.strings(cursor, span, name == ".asciiz"),
            ".byte" => self.numbers(cursor, span, 1),
            ".half" => self.numbers(cursor, span, 2),
            ".word" => self.numbers(cursor, span, 4),
            ".float" => self.fractions(cursor, span, 4),
            ".double" => self.fractions(cursor, span, 8),
            ".data" | ".rdata" | ".sdata" => self.segment(cursor, false, false),
            ".kdata" => self.segment(cursor, false, true),
            ".text" => self.segment(cursor, true, false),
            ".ktext" => self.segment(cursor, true, true),
            ".align" => self.align_directive(cursor, span),
            ".space" => self.space(cursor, span),
            ".comm" | ".lcomm" | ".extern" => self.common(name, cursor, span),
            ".ent" => {
                cursor.name()?;
                cursor.optional_int();
                Ok(())
            }
            ".globl" => {
                let name = cursor.name()?;
                let place = cursor.before();
                let symbol = cursor.symbols().intern(name);
                cursor.symbols().declare(symbol, place);
                Ok(())
            }
            ".lab" => {
                let name = cursor.name()?;
                let (here, place) = (self.here(), cursor.before());
                self.define(cursor.symbols(), name, here, place)
            }
            ".set" => {
                match cursor.name()? {
                    "noat" => self.at_is_free = true,
                    "at" => self.at_is_free = false,
                    _ => {}
                }
                Ok(())
            }
            _ => Err(Box::new(messages::rejected_directive(span, name))),
        }
    }

    fn skip(&mut self, operand: IgnoredOperand, cursor: &mut Cursor<'_, '_>) -> Outcome {
        match operand {
            IgnoredOperand::Int => cursor.int().map(drop),
            IgnoredOperand::Name => cursor.name().map(drop),
            IgnoredOperand::OptionalName if cursor.at_end() => Ok(()),
            IgnoredOperand::OptionalName => cursor.name().map(drop),
            IgnoredOperand::Register | IgnoredOperand::OwnRegister => match cursor.next()? {
                Token::Register(1)
                    if operand == IgnoredOperand::OwnRegister && !self.at_allowed() =>
                {
                    Err(Box::new(messages::reserved_register(cursor.before())))
                }
                Token::Register(_) => Ok(()),
                _ => Err(Box::new(messages::expected(cursor.before(), "a register"))),
            },
            IgnoredOperand::Text => match cursor.next()? {
                Token::Text(_) => Ok(()),
                _ => Err(Box::new(messages::expected(cursor.before(), "a string"))),
            },
        }
    }

    /// Switches to a segment, at an optional address.
    fn segment(&mut self, cursor: &mut Cursor<'_, '_>, text: bool, kernel: bool) -> Outcome {
        self.auto_align = true;
        self.in_text = text;
        if text {
            self.kernel_text = kernel
        } else {
            self.kernel_data = kernel
        }
        self.program.select(self.section());
        if let Some(address) = cursor.optional_int() {
            self.program.set_here(address as u32);
        }
        Ok(())
    }

    fn strings(&mut self, cursor: &mut Cursor<'_, '_>, span: Span, terminated: bool) -> Outcome {
        loop {
            let Token::Text(mut bytes) = cursor.next()? else {
                return Err(Box::new(messages::no_string(cursor.before())));
            };
            if terminated {
                bytes.push(0);
            }
            let mut count = 1;
            if cursor.peek() == Some(Token::Mark(':')) {
                cursor.next()?;
                count = cursor.int()?;
            }
            self.repeat(count, bytes.len(), span, |this| this.store(&bytes, span))?;
            if cursor.at_end() {
                return Ok(());
            }
        }
    }

    fn numbers(&mut self, cursor: &mut Cursor<'_, '_>, span: Span, size: usize) -> Outcome {
        self.auto_align(size, span, cursor.symbols())?;
        let first = expression(cursor)?;
        if cursor.peek() == Some(Token::Mark(':')) {
            cursor.next()?;
            let count = expressions::defined(cursor)?;
            if count != 1 {
                self.no_waits(&first, cursor)?;
            }
            self.waits(&first, size, cursor)?;
            self.repeat(count, size, span, |this| this.number(first.value, size, span))?;
        } else {
            self.waits(&first, size, cursor)?;
            self.number(first.value, size, span)?;
        }
        while !cursor.at_end() {
            let next = expression(cursor)?;
            self.waits(&next, size, cursor)?;
            self.number(next.value, size, span)?;
        }
        Ok(())
    }

    /// Notes the undefined labels of an expression, to be filled in at their definition.
    ///
    /// SPIM then stores only the address of the label and loses what is added to it.
    fn waits(&mut self, value: &Expression, size: usize, cursor: &mut Cursor<'_, '_>) -> Outcome {
        if size != 4 || self.in_text {
            return self.no_waits(value, cursor);
        }
        for &(symbol, span) in &value.waits {
            if value.compound {
                let name = &cursor.symbols().get(symbol).name;
                self.report(messages::rest_is_lost(span, name));
            }
            let address = self.here();
            let part = UseField::Word;
            cursor.symbols().get_mut(symbol).uses.push(Use { address, offset: 0, part, span });
        }
        Ok(())
    }

    fn no_waits(&mut self, value: &Expression, cursor: &mut Cursor<'_, '_>) -> Outcome {
        let Some(&(symbol, span)) = value.waits.first() else { return Ok(()) };
        let name = &cursor.symbols().get(symbol).name;
        Err(Box::new(messages::defined_too_late(span, name)))
    }

    fn number(&mut self, value: i32, size: usize, span: Span) -> Outcome {
        if self.in_text {
            return self.place_word(value as u32, span);
        }
        self.check_space(size as u64, span)?;
        let result = self.program.number(value as u32 as u64, size);
        result.map_err(|_| Box::new(messages::out_of_addresses(span)))
    }

    fn fractions(&mut self, cursor: &mut Cursor<'_, '_>, span: Span, size: usize) -> Outcome {
        self.auto_align(size, span, cursor.symbols())?;
        loop {
            let value = match cursor.next()? {
                Token::Real { value, comma } => {
                    if comma {
                        self.report(messages::comma_fraction(cursor.before()));
                    }
                    value
                }
                Token::Int(_) => return Err(Box::new(messages::no_fraction(cursor.before()))),
                _ => {
                    let what = "a number with a decimal point";
                    return Err(Box::new(messages::expected(cursor.before(), what)));
                }
            };
            let bits = match size {
                4 => (value as f32).to_bits().into(),
                _ => value.to_bits(),
            };
            self.check_space(size as u64, span)?;
            let result = self.program.number(bits, size);
            result.map_err(|_| Box::new(messages::out_of_addresses(span)))?;
            if cursor.at_end() {
                return Ok(());
            }
        }
    }

    fn align_directive(&mut self, cursor: &mut Cursor<'_, '_>, span: Span) -> Outcome {
        match expressions::defined(cursor)? {
            0 => {
                self.auto_align = false;
                Ok(())
            }
            // The host's processor shifts by the low five bits.
            exponent => {
                if !(0..=16).contains(&exponent) {
                    self.report(messages::wide_alignment(span, exponent));
                }
                self.align_data(1u32.wrapping_shl(exponent as u32), span, cursor.symbols())
            }
        }
    }

    fn space(&mut self, cursor: &mut Cursor<'_, '_>, span: Span) -> Outcome {
        let count = expressions::defined(cursor)?;
        if self.in_text {
            let here = self.here().wrapping_add(count as u32);
            self.program.set_here(here);
            return Ok(());
        }
        if count < 0 {
            self.report(messages::negative_space(cursor.before()));
        }
        self.skip_data(count, span)
    }

    /// Allocates bytes for a name: in the small data if they are few, else in the data.
    fn common(&mut self, kind: &str, cursor: &mut Cursor<'_, '_>, span: Span) -> Outcome {
        let name = cursor.name()?;
        let place = cursor.before();
        let size = expressions::defined(cursor)?;
        let symbol = cursor.symbols().intern(name);
        match kind {
            ".comm" => {
                self.align_data(4, span, cursor.symbols())?;
                if cursor.symbols().get(symbol).value.is_none() {
                    let here = self.data_here();
                    self.define(cursor.symbols(), name, here, place)?;
                }
                self.skip_data(size, span)
            }
            ".lcomm" => {
                let Some(address) = self.small_data(size) else {
                    let here = self.data_here();
                    self.define(cursor.symbols(), name, here, place)?;
                    return self.skip_data(size.max(0), span);
                };
                self.define(cursor.symbols(), name, address, place)?;
                cursor.symbols().get_mut(symbol).small = true;
                Ok(())
            }
            _ => {
                cursor.symbols().declare(symbol, place);
                if cursor.symbols().get(symbol).small {
                    return Ok(());
                }
                if let Some(address) = self.small_data(size) {
                    let entry = cursor.symbols().get_mut(symbol);
                    entry.value = Some(address);
                    entry.small = true;
                    entry.defined_at = Some(place);
                    self.fill_uses(cursor.symbols(), symbol);
                }
                Ok(())
            }
        }
    }

    /// Repeats `count` times something that stores `size` bytes.
    fn repeat(
        &mut self,
        count: i32,
        size: usize,
        span: Span,
        mut action: impl FnMut(&mut Self) -> Outcome,
    ) -> Outcome {
        let count = count.max(0);
        let bytes = count as u64 * size as u64;
        self.check_space(bytes, span)?;
        let room = self.room.checked_sub(bytes);
        self.room = room.ok_or_else(|| Box::new(messages::too_much_data(span)))?;
        (0..count).try_for_each(|_| action(self))
    }

    fn store(&mut self, bytes: &[u8], span: Span) -> Outcome {
        let result = self.program.bytes(bytes);
        result.map_err(|_| Box::new(messages::out_of_addresses(span)))
    }
}
