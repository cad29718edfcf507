//! Data directives.

use super::dialect::{Settings, Strings};
use super::directive::{Action, Directive};
use super::first_pass::FirstPass;
use super::globals::ForwardReference;
use super::limits::DATA_LIMIT_BYTES;
use super::token::{Token, TokenKind};
use super::{lexer, messages, number};
use crate::program::Section;

/// State of the data directives.
#[derive(Debug)]
pub(super) struct DataState {
    section: Section,
    /// Whether numbers are aligned to their size; `.align 0` turns it off.
    aligning: bool,
    /// Directive that a line of bare values continues.
    directive: &'static Directive,
    /// Address of the next `.extern`.
    pub(super) extern_here: u32,
    /// Bytes stored so far.
    bytes: usize,
    /// Uses of labels that are not defined yet.
    pub(super) forward: Vec<ForwardReference>,
}

impl DataState {
    pub(super) fn new(settings: &Settings) -> Self {
        DataState {
            section: Section::Data,
            aligning: true,
            directive: &WORD,
            extern_here: settings.bases.external,
            bytes: 0,
            forward: Vec::new(),
        }
    }

    /// Resets the state for a new file, except the section, as in MARS.
    pub(super) fn start_file(&mut self) {
        self.aligning = true;
        self.directive = &WORD;
    }
}

/// Directive of a line of bare values without a directive before it.
static WORD: Directive = Directive::new(Action::Word, ".word", ".word 1");

impl FirstPass<'_> {
    /// Address of the next data.
    pub(super) fn data_here(&self) -> u32 {
        self.program.here_in(self.data.section)
    }

    fn set_data_here(&mut self, address: u32) {
        self.program.select(self.data.section);
        self.program.set_here(address);
    }

    /// Executes `.data` and `.kdata`.
    pub(super) fn start_data(&mut self, section: Section, operand: Option<&Token>) {
        self.file.in_data = true;
        self.data.aligning = true;
        self.data.section = section;
        if let Some(&Token { kind: TokenKind::Integer(address), .. }) = operand {
            self.set_data_here(address as u32);
        }
    }

    /// Executes a directive that stores or reserves data.
    pub(super) fn data_directive(
        &mut self,
        directive: &'static Directive,
        tokens: &[Token],
        in_data: bool,
    ) {
        let align = directive.action == Action::Align;
        let stores = !align && directive.action != Action::Space;
        if stores {
            self.data.directive = directive;
        }
        if !(in_data || align && self.settings.dialect.align_in_text) {
            let numbers = directive.number().is_some();
            let message = messages::data_directive_in_text(tokens[0].span, &tokens[0].value);
            if !numbers || tokens.len() > 1 || stores {
                self.sink.push(message);
            }
            return;
        }
        match directive.action {
            Action::Align => self.align(tokens, in_data),
            Action::Space => self.space(tokens),
            Action::Ascii | Action::Asciiz => self.strings(&tokens[1..], directive),
            _ => self.numbers(tokens, &tokens[1..], directive),
        }
    }

    /// Assembles a line of the data segment that does not start with a directive.
    pub(super) fn continue_data(&mut self, tokens: &[Token]) {
        let first = &tokens[0];
        let continues = matches!(
            first.kind,
            TokenKind::Plus
                | TokenKind::Minus
                | TokenKind::Text
                | TokenKind::Identifier
                | TokenKind::Integer(_)
                | TokenKind::Long(_)
                | TokenKind::Real
        );
        if !continues {
            let simulator = self.settings.dialect.simulator;
            let message = messages::ignored_in_data(first.span, &first.value, simulator);
            return self.sink.push(message);
        }
        match self.data.directive {
            directive if directive.is_text() => self.strings(tokens, directive),
            directive => self.numbers(tokens, tokens, directive),
        }
    }

    /// Operand of `.align` or `.space`.
    fn count(&mut self, tokens: &[Token]) -> Option<i32> {
        match tokens {
            [_, Token { kind: TokenKind::Integer(count @ 0..), .. }] => Some(*count),
            _ => {
                self.sink.push(messages::wrong_operands(&tokens[0]));
                None
            }
        }
    }

    fn align(&mut self, tokens: &[Token], in_data: bool) {
        match self.count(tokens) {
            None => {}
            Some(0 | 1) if !in_data => {
                self.sink.push(messages::align_in_text(tokens[1].span));
                self.align_data(4);
            }
            Some(0) => self.data.aligning = false,
            Some(exponent) => {
                let multiple = 1i32.checked_shl(exponent as u32).filter(|&multiple| multiple > 0);
                self.align_data(multiple.unwrap_or(i32::MAX));
            }
        }
    }

    fn space(&mut self, tokens: &[Token]) {
        let Some(bytes) = self.count(tokens) else { return };
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
        // Cannot fail: the memory map ends before the address space does.
        let _ = self.program.reserve(bytes);
    }

    /// Aligns the data address, and moves the labels at this address with it.
    ///
    /// In MARS, kernel addresses are negative, and so are their remainders: it skips one multiple
    /// more there.
    fn align_data(&mut self, multiple: i32) {
        let here = self.data_here();
        let remainder = here as i32 % multiple;
        if remainder == 0 {
            return;
        }
        let gap = multiple.wrapping_sub(remainder) as u32;
        let aligned = here.wrapping_add(gap);
        self.labels().realign(here, aligned);
        let inside = |address| self.settings.area(address).is_some();
        if inside(here) && inside(aligned) && gap < 0x10000 {
            self.reserve(gap.into())
        } else {
            self.set_data_here(aligned)
        }
    }

    /// Stores values, or `value : count`; `operands` are the tokens after the directive, if any.
    fn numbers(&mut self, tokens: &[Token], operands: &[Token], directive: &Directive) {
        let Some((size, real)) = directive.number() else { return };
        if let [_, value, colon, count] = tokens
            && colon.kind == TokenKind::Colon
        {
            return self.repeated(value, count, directive);
        }
        for token in operands {
            if self.sink.full() {
                break;
            }
            if real {
                self.store_real(token, size as usize, directive, 1)
            } else {
                self.store_integer(token, size as usize, directive, 1)
            }
        }
    }

    fn repeated(&mut self, value: &Token, count: &Token, directive: &Directive) {
        let Some((size, real)) = directive.number() else { return };
        let fits = match value.kind {
            TokenKind::Integer(_) | TokenKind::Long(_) => true,
            TokenKind::Real => real,
            _ => false,
        };
        let (true, TokenKind::Integer(times)) = (fits, count.kind) else {
            let (token, expected) = if fits {
                (count, "a number")
            } else {
                (value, if real { "a number" } else { "an integer" })
            };
            let message = messages::not_a_value(token.span, &token.value, directive.name, expected);
            return self.sink.push(message);
        };
        if times <= 0 {
            return self.sink.push(messages::repetition(count.span, &count.value));
        }
        if self.data.aligning {
            self.align_data(size as i32);
        }
        if real {
            self.store_real(value, size as usize, directive, times as usize)
        } else {
            self.store_integer(value, size as usize, directive, times as usize)
        }
    }

    fn store_integer(&mut self, token: &Token, size: usize, directive: &Directive, times: usize) {
        match token.kind {
            TokenKind::Integer(value) => {
                self.store_number(token, value.into(), size, directive, times)
            }
            TokenKind::Long(value) => self.store_number(token, value, size, directive, times),
            TokenKind::Identifier => {
                let file = self.locals.len() - 1;
                let known = self.label_of(file, &token.value);
                let address =
                    self.store(known.map_or(0, |label| label.address).into(), size, size, 1, token);
                if let (None, Some(address)) = (known, address) {
                    let (name, span) = (token.value.clone(), token.span);
                    self.data.forward.push(ForwardReference { address, size, name, span, file });
                }
            }
            _ => {
                let expected = "an integer or a label";
                let name = directive.name;
                let message = messages::not_a_value(token.span, &token.value, name, expected);
                self.sink.push(message.help(self.value_help(token.kind)));
            }
        }
    }

    fn store_number(
        &mut self,
        token: &Token,
        value: i64,
        size: usize,
        directive: &Directive,
        times: usize,
    ) {
        let unsigned = self.settings.dialect.unsigned_values && size < 4;
        let low = i64::MIN >> (64 - 8 * size);
        let high = if unsigned { -2 * low - 1 } else { -(low + 1) };
        if !(low..=high).contains(&value) {
            let (found, name) = (&token.value, directive.name);
            self.sink.push(messages::value_truncated(token.span, found, name, low, high));
        }
        // Eight bytes are aligned as two words.
        self.store(value as u64, size, size.min(4), times, token);
    }

    fn store_real(&mut self, token: &Token, size: usize, directive: &Directive, times: usize) {
        // Parse again: here `010` is ten, and hexadecimal integers are not numbers.
        let numeric =
            matches!(token.kind, TokenKind::Integer(_) | TokenKind::Long(_) | TokenKind::Real);
        let real = |text| (self.settings.dialect.real)(text).or_else(|| number::real(text));
        let Some(value) = numeric.then(|| real(&token.value)).flatten() else {
            let (name, expected) = (directive.name, "a decimal number");
            let message = messages::not_a_value(token.span, &token.value, name, expected);
            return self.sink.push(message);
        };
        let infinite = token.value.ends_with("Inf");
        if directive.action == Action::Double {
            self.store(value.to_bits(), size, size, times, token);
        } else if value.abs() > f64::from(f32::MAX) && !infinite {
            self.sink.push(messages::real_range(token.span, &token.value));
        } else {
            self.store((value as f32).to_bits().into(), size, size, times, token);
        }
    }

    /// Stores a number, with automatic alignment; returns the address of the first copy.
    fn store(
        &mut self,
        value: u64,
        size: usize,
        multiple: usize,
        times: usize,
        token: &Token,
    ) -> Option<u32> {
        if self.data.aligning {
            self.align_data(multiple as i32);
        }
        let address = self.data_here();
        if !self.may_store(size.saturating_mul(times), token) {
            return None;
        }
        self.program.select(self.data.section);
        let _ = self.program.numbers(value, size, times);
        Some(address)
    }

    /// Number of bytes left in the data area.
    fn room(&self) -> u64 {
        let here = self.data_here();
        let area = self.settings.area(here).filter(|area| !area.text);
        area.map_or(0, |area| u64::from(area.last - here) + 1)
    }

    /// Help on a token that is not a value.
    fn value_help(&self, kind: TokenKind) -> Option<String> {
        let dialect = self.settings.dialect;
        let stores_text = || {
            let mut directives = dialect.directives.iter();
            directives.find(|directive| directive.action == Action::Asciiz)
        };
        Some(match kind {
            TokenKind::Colon => {
                "`value : count` must be the only operand of the directive".to_owned()
            }
            TokenKind::Plus | TokenKind::Minus => {
                format!("{} does no arithmetic here; write the result", dialect.simulator)
            }
            TokenKind::Real => "use `.float` or `.double` for such numbers".to_owned(),
            TokenKind::Text => format!("use `{}` for text", stores_text()?.name),
            TokenKind::Operator => "a label that is also a mnemonic cannot be used here".to_owned(),
            _ => return None,
        })
    }

    /// Whether this many bytes can be stored here; reports an error if not.
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

    fn strings(&mut self, tokens: &[Token], directive: &Directive) {
        for token in tokens {
            if token.kind != TokenKind::Text {
                let found = &token.value;
                let message = messages::not_a_value(token.span, found, directive.name, "a string");
                self.sink.push(message);
                continue;
            }
            let strings = self.settings.dialect.strings;
            let mut bytes = string_bytes(&token.value, strings);
            if directive.action == Action::Asciiz {
                bytes.push(0);
            }
            if strings == Strings::LowBytes && !is_closed(&token.value) {
                self.sink.push(messages::unclosed_string(token.span));
            }
            if strings == Strings::Utf8
                && let Some(escape) = bad_code_point(&token.value)
            {
                self.sink.push(messages::bad_code_point(token.span, escape));
            }
            if !bytes.is_empty() && self.may_store(bytes.len(), token) {
                self.program.select(self.data.section);
                let _ = self.program.bytes(&bytes);
            }
        }
    }
}

/// Whether a string has a closing quote that is not escaped.
fn is_closed(quoted: &str) -> bool {
    let Some(inside) = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return false;
    };
    let backslashes = inside.len() - inside.trim_end_matches('\\').len();
    backslashes % 2 == 0
}

/// Bytes of a string; its last character is always taken as the closing quote.
fn string_bytes(quoted: &str, strings: Strings) -> Vec<u8> {
    let mut chars = quoted.chars().skip(1).peekable();
    let mut bytes = Vec::new();
    while let Some(c) = chars.next() {
        if chars.peek().is_none() {
            break;
        }
        let c = match c {
            '\\' => {
                let escaped = chars.next().unwrap_or(c);
                match (escaped, strings) {
                    ('u', Strings::Utf8) => code_point(&mut chars),
                    _ => lexer::escape(escaped).map_or(escaped, char::from),
                }
            }
            c => c,
        };
        match strings {
            Strings::LowBytes => {
                bytes.extend(c.encode_utf16(&mut [0; 2]).iter().map(|&unit| unit as u8));
            }
            // Java reads 16 bits at a time and writes each half of a pair as `?`.
            Strings::Utf8 if u32::from(c) > 0xffff => bytes.extend(b"??"),
            Strings::Utf8 => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    bytes
}

/// Character of the four digits after `\u`; U+FFFD if they are invalid.
fn code_point(chars: &mut impl Iterator<Item = char>) -> char {
    let digits: String = chars.take(4).collect();
    let code = u32::from_str_radix(&digits, 16).ok();
    // Java writes half of a surrogate pair as `?`.
    code.map_or(char::REPLACEMENT_CHARACTER, |code| char::from_u32(code).unwrap_or('?'))
}

/// First `\u` without four hexadecimal digits after it, with the text that follows.
fn bad_code_point(quoted: &str) -> Option<&str> {
    let inside = quoted.strip_suffix('"').unwrap_or(quoted);
    let mut rest = inside;
    while let Some(at) = rest.find('\\') {
        rest = &rest[at + 1..];
        let Some(escaped) = rest.chars().next() else { break };
        let digits = rest.get(1..5);
        let good = digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        if escaped == 'u' && !good {
            let shown = rest.char_indices().nth(5).map_or(rest, |(end, _)| &rest[..end]);
            return Some(shown);
        }
        rest = &rest[escaped.len_utf8()..];
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_the_low_bytes_of_their_characters() {
        let bytes = |quoted| string_bytes(quoted, Strings::LowBytes);
        assert_eq!(bytes(r#""a\n\"b\q\0""#), b"a\n\"bq\0");
        assert_eq!(bytes("\"é\""), [0xe9]);
        assert_eq!(bytes("\"abc"), b"ab");
        assert_eq!(bytes(r#""abc\""#), b"abc\"");
        assert_eq!(bytes("\""), b"");
    }

    #[test]
    fn strings_are_utf8_with_code_points() {
        assert_eq!(string_bytes(r#""é\u20ac\n\ud800""#, Strings::Utf8), "é€\n?".as_bytes());
        assert_eq!(bad_code_point(r#""\\u12 \u00e9""#), None);
        assert_eq!(bad_code_point(r#""\u12""#), Some("u12"));
        assert_eq!(bad_code_point(r#""\u12xyz""#), Some("u12xy"));
    }
}
