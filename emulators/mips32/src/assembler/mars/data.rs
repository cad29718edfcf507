//! Data directives.

use super::directive::Directive;
use super::first_pass::FirstPass;
use super::globals::Forward;
use super::limits::DATA_LIMIT_BYTES;
use super::token::{Kind, Token};
use super::{lexer, messages, number};
use crate::assembler::program::Section;
use crate::options::Options;

/// What data directives remember.
#[derive(Debug)]
pub(super) struct DataState {
    section: Section,
    /// Numbers are aligned to their size, until `.align 0`.
    aligning: bool,
    /// The directive that a line of bare values continues.
    directive: Directive,
    /// Where the next `.extern` goes.
    pub(super) extern_here: u32,
    /// Bytes stored so far.
    bytes: usize,
    /// Places that wait for a label of this file or a later one.
    pub(super) forward: Vec<Forward>,
}

impl DataState {
    pub(super) fn new(options: &Options) -> Self {
        DataState {
            section: Section::Data,
            aligning: true,
            directive: Directive::Word,
            extern_here: Section::Extern.base(options),
            bytes: 0,
            forward: Vec::new(),
        }
    }

    /// The section lasts from file to file, as in MARS; the rest does not.
    pub(super) fn start_file(&mut self) {
        self.aligning = true;
        self.directive = Directive::Word;
    }
}

impl FirstPass<'_> {
    /// Where the next data goes.
    pub(super) fn data_here(&self) -> u32 {
        self.program.here_in(self.data.section)
    }

    fn set_data_here(&mut self, address: u32) {
        self.program.select(self.data.section);
        self.program.set_here(address);
    }

    /// `.data` and `.kdata`.
    pub(super) fn start_data(&mut self, directive: Directive, operand: Option<&Token>) {
        self.data.aligning = true;
        self.data.section = match directive {
            Directive::KernelData => Section::KernelData,
            _ => Section::Data,
        };
        if let Some(&Token { kind: Kind::Integer(address), .. }) = operand {
            self.set_data_here(address as u32);
        }
    }

    /// A directive that stores or reserves data.
    pub(super) fn data_directive(&mut self, directive: Directive, tokens: &[Token], in_data: bool) {
        let stores = !matches!(directive, Directive::Align | Directive::Space);
        if stores {
            self.data.directive = directive;
        }
        if !in_data {
            let numbers = directive.number().is_some();
            let message = messages::data_directive_in_text(tokens[0].span, &tokens[0].value);
            if !numbers || tokens.len() > 1 || stores {
                self.sink.push(message);
            }
            return;
        }
        match directive {
            Directive::Align => self.align(tokens),
            Directive::Space => self.space(tokens),
            Directive::Ascii | Directive::Asciiz => self.strings(&tokens[1..], directive),
            _ => self.numbers(tokens, &tokens[1..], directive),
        }
    }

    /// A line of the data segment that starts with no directive.
    pub(super) fn continue_data(&mut self, tokens: &[Token]) {
        let first = &tokens[0];
        let continues = matches!(
            first.kind,
            Kind::Plus
                | Kind::Minus
                | Kind::Text
                | Kind::Identifier
                | Kind::Integer(_)
                | Kind::Real
        );
        if !continues {
            return self.sink.push(messages::ignored_in_data(first.span, &first.value));
        }
        match self.data.directive {
            directive @ (Directive::Ascii | Directive::Asciiz) => self.strings(tokens, directive),
            directive => self.numbers(tokens, tokens, directive),
        }
    }

    /// The operand of `.align` or `.space`.
    fn count(&mut self, tokens: &[Token], directive: Directive) -> Option<i32> {
        match tokens {
            [_, Token { kind: Kind::Integer(count @ 0..), .. }] => Some(*count),
            _ => {
                self.sink.push(messages::wrong_operands(&tokens[0], directive));
                None
            }
        }
    }

    fn align(&mut self, tokens: &[Token]) {
        match self.count(tokens, Directive::Align) {
            None => {}
            Some(0) => self.data.aligning = false,
            Some(exponent) => {
                let multiple = 1i32.checked_shl(exponent as u32).filter(|&multiple| multiple > 0);
                self.align_data(multiple.unwrap_or(i32::MAX));
            }
        }
    }

    fn space(&mut self, tokens: &[Token]) {
        let Some(bytes) = self.count(tokens, Directive::Space) else { return };
        let here = self.data_here();
        let room = self.room();
        let bytes = bytes as u64;
        let half = 1u64 << 31;
        if bytes > room && u64::from(here) / half != (u64::from(here) + bytes) / half {
            return self.sink.push(messages::space_too_large(tokens[1].span, bytes, room));
        }
        if bytes > room {
            self.sink.push(messages::space_beyond_end(tokens[1].span, bytes, room));
        }
        self.reserve(bytes.min(room));
        self.set_data_here(here.wrapping_add(bytes as u32));
    }

    fn reserve(&mut self, bytes: u64) {
        self.program.select(self.data.section);
        // Cannot be full: the memory map ends before the address space does.
        let _ = self.program.reserve(bytes);
    }

    /// Goes on at a multiple, and takes the labels of this place along.
    ///
    /// Addresses of the kernel are negative numbers to MARS, whose remainders are too: it skips
    /// one multiple more there.
    fn align_data(&mut self, multiple: i32) {
        let here = self.data_here();
        let remainder = here as i32 % multiple;
        if remainder == 0 {
            return;
        }
        let gap = multiple.wrapping_sub(remainder) as u32;
        let aligned = here.wrapping_add(gap);
        self.labels().realign(here, aligned);
        let inside = |address| self.map.area(address).is_some();
        match inside(here) && inside(aligned) && gap < 0x10000 {
            true => self.reserve(gap.into()),
            false => self.set_data_here(aligned),
        }
    }

    /// Values, `value : count` among them; `operands` are the tokens behind the directive, if any.
    fn numbers(&mut self, tokens: &[Token], operands: &[Token], directive: Directive) {
        let Some((size, real)) = directive.number() else { return };
        if let [_, value, colon, count] = tokens
            && colon.kind == Kind::Colon
        {
            return self.repeated(value, count, directive);
        }
        for token in operands {
            if self.sink.full() {
                break;
            }
            match real {
                true => self.store_real(token, size as usize, directive, 1),
                false => self.store_integer(token, size as usize, directive, 1),
            }
        }
    }

    fn repeated(&mut self, value: &Token, count: &Token, directive: Directive) {
        let Some((size, real)) = directive.number() else { return };
        let (name, _) = directive.usage();
        let fits = match value.kind {
            Kind::Integer(_) => true,
            Kind::Real => real,
            _ => false,
        };
        let (true, Kind::Integer(times)) = (fits, count.kind) else {
            let (token, expected) = match fits {
                true => (count, "a number"),
                false => (value, if real { "a number" } else { "an integer" }),
            };
            return self.sink.push(messages::not_a_value(token.span, &token.value, name, expected));
        };
        if times <= 0 {
            return self.sink.push(messages::repetition(count.span, &count.value));
        }
        match real {
            true => self.store_real(value, size as usize, directive, times as usize),
            false => self.store_integer(value, size as usize, directive, times as usize),
        }
    }

    fn store_integer(&mut self, token: &Token, size: usize, directive: Directive, times: usize) {
        let (name, _) = directive.usage();
        match token.kind {
            Kind::Integer(value) => {
                let high = (1i64 << (8 * size - 1)) - 1;
                if !(-high - 1..=high).contains(&i64::from(value)) {
                    let (low, found) = (-high - 1, &token.value);
                    self.sink.push(messages::value_truncated(token.span, found, name, low, high));
                }
                self.store(value as u64, size, times, token);
            }
            Kind::Identifier => {
                let file = self.locals.len() - 1;
                let known = self.label_of(file, &token.value);
                let address =
                    self.store(known.map_or(0, |label| label.address).into(), size, 1, token);
                if let (None, Some(address)) = (known, address) {
                    let (name, span) = (token.value.clone(), token.span);
                    self.data.forward.push(Forward { address, size, name, span });
                }
            }
            _ => {
                let expected = "an integer or a label";
                let message = messages::not_a_value(token.span, &token.value, name, expected);
                self.sink.push(message.help(value_help(token.kind).map(str::to_owned)));
            }
        }
    }

    fn store_real(&mut self, token: &Token, size: usize, directive: Directive, times: usize) {
        let (name, _) = directive.usage();
        // Reading it again: `010` is ten here, and hexadecimal integers are no numbers.
        let numeric = matches!(token.kind, Kind::Integer(_) | Kind::Real);
        let Some(value) = numeric.then(|| number::real(&token.value)).flatten() else {
            let expected = "a decimal number";
            let message = messages::not_a_value(token.span, &token.value, name, expected);
            return self.sink.push(message);
        };
        if directive == Directive::Double {
            self.store(value.to_bits(), size, times, token);
        } else if value.abs() > f64::from(f32::MAX) {
            self.sink.push(messages::real_range(token.span, &token.value));
        } else {
            self.store((value as f32).to_bits().into(), size, times, token);
        }
    }

    /// Stores a number, aligned if that is on; gives the address of the first.
    fn store(&mut self, value: u64, size: usize, times: usize, token: &Token) -> Option<u32> {
        if self.data.aligning {
            self.align_data(size as i32);
        }
        let address = self.data_here();
        if !self.may_store(size.saturating_mul(times), token) {
            return None;
        }
        self.program.select(self.data.section);
        for _ in 0..times {
            let _ = self.program.number(value, size);
        }
        Some(address)
    }

    /// How many bytes of data memory there are from here on.
    fn room(&self) -> u64 {
        use crate::memory::Kind::{KernelText, Text};
        let here = self.data_here();
        let area = self.map.area(here).filter(|area| !matches!(area.kind, Text | KernelText));
        area.map_or(0, |area| u64::from(area.end - here) + 1)
    }

    /// Whether so many bytes can be stored here; says so if not.
    fn may_store(&mut self, bytes: usize, token: &Token) -> bool {
        let (here, room) = (self.data_here(), self.room());
        if room == 0 {
            self.sink.push(messages::outside_data(token.span, here));
            return false;
        }
        if bytes as u64 > room {
            self.sink.push(messages::space_too_large(token.span, bytes as u64, room));
            return false;
        }
        let before = self.data.bytes;
        self.data.bytes += bytes;
        if before <= DATA_LIMIT_BYTES && self.data.bytes > DATA_LIMIT_BYTES {
            self.sink.push(messages::too_much_data(token.span, DATA_LIMIT_BYTES));
        }
        self.data.bytes <= DATA_LIMIT_BYTES
    }

    fn strings(&mut self, tokens: &[Token], directive: Directive) {
        let (name, _) = directive.usage();
        for token in tokens {
            if token.kind != Kind::Text {
                let found = &token.value;
                let message = messages::not_a_value(token.span, found, name, "a string");
                self.sink.push(message);
                continue;
            }
            let mut bytes = string_bytes(&token.value);
            if directive == Directive::Asciiz {
                bytes.push(0);
            }
            if !is_closed(&token.value) {
                self.sink.push(messages::unclosed_string(token.span));
            }
            if !bytes.is_empty() && self.may_store(bytes.len(), token) {
                self.program.select(self.data.section);
                let _ = self.program.bytes(&bytes);
            }
        }
    }
}

/// What punctuation between values was probably meant to do.
fn value_help(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Colon => Some("`value : count` must be all that stands behind the directive"),
        Kind::Plus | Kind::Minus => Some("MARS does no arithmetic here: write the result"),
        Kind::Real => Some("`.float` and `.double` store such numbers"),
        Kind::Text => Some("`.asciiz` stores text"),
        Kind::Operator => Some("a label that is also a mnemonic cannot be used here"),
        _ => None,
    }
}

/// Whether a string has its closing quote, and not only an escaped one.
fn is_closed(quoted: &str) -> bool {
    let Some(inside) = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return false;
    };
    let backslashes = inside.len() - inside.trim_end_matches('\\').len();
    backslashes % 2 == 0
}

/// The bytes of a string: its 16-bit characters, of which MARS keeps the low halves.
///
/// The last character is taken for the closing quote whatever it is.
fn string_bytes(quoted: &str) -> Vec<u8> {
    let mut chars = quoted.chars().skip(1).peekable();
    let mut bytes = Vec::new();
    while let Some(c) = chars.next() {
        if chars.peek().is_none() {
            break;
        }
        let c = match c {
            '\\' => {
                let escaped = chars.next().unwrap_or(c);
                lexer::escape(escaped).map_or(escaped, char::from)
            }
            c => c,
        };
        bytes.extend(c.encode_utf16(&mut [0; 2]).iter().map(|&unit| unit as u8));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_the_low_bytes_of_their_characters() {
        assert_eq!(string_bytes(r#""a\n\"b\q\0""#), b"a\n\"bq\0");
        assert_eq!(string_bytes("\"é\""), [0xe9]);
        assert_eq!(string_bytes("\"abc"), b"ab");
        assert_eq!(string_bytes(r#""abc\""#), b"abc\"");
        assert_eq!(string_bytes("\""), b"");
    }
}
