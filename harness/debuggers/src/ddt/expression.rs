//! Parses words: numbers, symbols, sums, instructions, text.
//!
//! Source: ITS, *DDT Primer and Reference Manual*: arithmetic, instruction type-in, text type-in;
//! *DDT ORDER* for spaces and commas.

use machine::semantics::Value as _;
use pdp10::{Word36, text};

use super::float;
use super::keys::{ALTMODE, is_name};
use super::reader::{CONTINUE, CommandError, RUN, Reader};

/// Values with special names, besides numbers and symbols.
#[derive(Debug)]
pub(super) struct SpecialValues<'d> {
    /// `.`, the last opened location.
    pub(super) point: u32,
    /// `$.`, the program counter.
    pub(super) pc: u32,
    /// `$Q` and earlier values, the last one first.
    pub(super) last: &'d [Word36],
}

/// End of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Separator {
    Space,
    Comma,
}

impl Reader<'_> {
    /// Parses a word, if there is one: fields separated by spaces and commas.
    pub(super) fn word(&mut self) -> Result<Option<Word36>, CommandError> {
        let outer = std::mem::take(&mut self.added);
        let mut fields: Vec<(Option<Word36>, Separator)> = Vec::new();
        let mut any = false;
        let last = loop {
            let field = self.field()?;
            any |= field.is_some() || self.added != Word36::default();
            match self.peek() {
                Some(' ') if field.is_some() => fields.push((field, Separator::Space)),
                Some(' ') => {}
                Some(',') => {
                    match fields.last_mut() {
                        // The space before a comma has no meaning.
                        Some((_, before @ Separator::Space)) if field.is_none() => {
                            *before = Separator::Comma;
                        }
                        _ => fields.push((field, Separator::Comma)),
                    }
                    any = true;
                }
                _ => break field,
            }
            self.next();
        };
        let added = std::mem::replace(&mut self.added, outer);
        Ok(any.then(|| assembled(&fields, last) + added))
    }

    /// Terms with operators: `&`, `#` and `_` first, then `*` and `!`, then `+` and `-`.
    fn field(&mut self) -> Result<Option<Word36>, CommandError> {
        self.globals()?;
        let Some(first) = self.term()? else { return Ok(None) };
        let sum = self.operations(first, 1)?;
        self.globals()?;
        Ok(Some(sum))
    }

    fn operations(&mut self, first: Word36, least: u8) -> Result<Word36, CommandError> {
        let mut value = first;
        while let Some((operator, priority)) = self.operator().filter(|&(_, p)| p >= least) {
            if self.next() == Some(ALTMODE) {
                self.next();
            }
            let Some(mut operand) = self.operand()? else {
                return Err(CommandError::operation(format!("nothing follows `{operator}`")));
            };
            while self.operator().is_some_and(|(_, higher)| higher > priority) {
                operand = self.operations(operand, priority + 1)?;
            }
            value = applied(operator, value, operand);
        }
        Ok(value)
    }

    /// The next operator, with its precedence; without a left operand it is a command.
    ///
    /// `$_` shifts like `_` if a distance follows, which only a whole line shows.
    fn operator(&self) -> Option<(char, u8)> {
        let operator = self.peek()?;
        let priority = match operator {
            '+' | '-' => 1,
            '*' | '!' => 2,
            '&' | '#' => 3,
            ALTMODE if self.peek_at(1) == Some('_') => return Some(('_', 3)),
            '_' if self.is_keyed => return None,
            '_' if self.peek_at(1).is_some_and(|key| is_name(key) || "-(<".contains(key)) => 3,
            _ => return None,
        };
        Some((operator, priority))
    }

    /// Operand of an operator: a term, or swapped halves in parentheses.
    fn operand(&mut self) -> Result<Option<Word36>, CommandError> {
        if self.peek() == Some('(') { Ok(Some(self.swapped()?)) } else { self.term() }
    }

    /// `@` and parentheses that apply to the whole word.
    fn globals(&mut self) -> Result<(), CommandError> {
        loop {
            match self.peek() {
                Some('@') => {
                    self.next();
                    self.added = self.added ^ Word36::halves(0o20, 0);
                }
                Some('(') => {
                    let swapped = self.swapped()?;
                    self.added = self.added + swapped;
                }
                _ => return Ok(()),
            }
        }
    }

    fn swapped(&mut self) -> Result<Word36, CommandError> {
        Ok(self.enclosed(')')?.swapped())
    }

    /// Parses a word up to a closing bracket.
    pub(super) fn enclosed(&mut self, closing: char) -> Result<Word36, CommandError> {
        let opening = self.next().unwrap_or_default();
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(CommandError::operation(format!("more than {DEEPEST} brackets are open")));
        }
        let word = self.word()?.unwrap_or_default();
        self.depth -= 1;
        match self.next() {
            Some(found) if found == closing => Ok(word),
            _ => Err(CommandError::operation(format!("`{opening}` has no `{closing}`"))),
        }
    }

    fn term(&mut self) -> Result<Option<Word36>, CommandError> {
        match self.peek() {
            Some('-') => {
                self.next();
                match self.operand()? {
                    Some(term) => Ok(Some(Word36::default() - term)),
                    None => Err(CommandError::operation("nothing follows `-`")),
                }
            }
            Some('+') => {
                self.next();
                self.operand()
            }
            Some('<') => self.enclosed('>').map(Some),
            Some(ALTMODE) => self.altmode_term(),
            Some(key) if is_name(key) || key == '$' => self.name(),
            _ => Ok(None),
        }
    }

    /// A number or a symbol; `None` if the symbol is about to be defined.
    fn name(&mut self) -> Result<Option<Word36>, CommandError> {
        let start = self.at();
        let name = self.take_name();
        if name == "." {
            return Ok(Some(self.special_values.point.into()));
        }
        if let Some(number) = number(&name) {
            return number.map(Some);
        }
        if self.peek() == Some(':') {
            self.back_to(start);
            return Ok(None);
        }
        self.symbol = Some(name.clone());
        match self.symbols.value(&name) {
            None if matches!(self.peek(), Some(ALTMODE | RUN | CONTINUE)) => {
                self.undefined = Some(name);
                Ok(Some(Word36::default()))
            }
            value => value.map(Some).ok_or_else(|| CommandError::undefined(&name)),
        }
    }

    /// `$Q`, `$1Q`, `$$Q`, `$.`, and text such as `$1"abc$`; `None` if it is a command.
    fn altmode_term(&mut self) -> Result<Option<Word36>, CommandError> {
        let start = self.at();
        let (altmodes, infix) = self.altmodes()?;
        let key = self.peek().unwrap_or_default().to_ascii_uppercase();
        let text = infix.filter(|_| matches!(key, '\'' | '"' | '#' | '&'));
        let value = match (key, text) {
            ('.', _) if altmodes == 1 && infix.is_none() => self.special_values.pc.into(),
            ('Q', _) => {
                let back = infix.map_or(0, |infix| infix.bits() as usize);
                let last = self.special_values.last.get(back).copied().unwrap_or_default();
                if altmodes == 2 { last.swapped() } else { last }
            }
            (_, Some(infix)) => {
                self.next();
                return self.text(key, infix).map(Some);
            }
            _ => {
                self.back_to(start);
                return Ok(None);
            }
        };
        self.next();
        Ok(Some(value))
    }

    /// A character of text: `^A` is a control character, and `^Q` quotes the next one.
    fn quoted(&mut self) -> Option<char> {
        match self.next()? {
            QUOTE => self.next(),
            '^' => match self.peek().map(|key| key.to_ascii_uppercase()) {
                // The other half of the control characters: `?` becomes rubout.
                Some(key @ '?'..='_') => {
                    self.next();
                    Some(char::from(key as u8 ^ 0o100))
                }
                _ => Some('^'),
            },
            key => Some(key),
        }
    }

    fn text(&mut self, kind: char, infix: Word36) -> Result<Word36, CommandError> {
        if kind == '#' {
            let key =
                self.quoted().ok_or_else(|| CommandError::operation("a character is missing"))?;
            return Ok(Word36::new(u64::from(ascii(key)?)));
        }
        if kind == '&' {
            let name = self.take_name();
            let squoze = text::squoze(&name).ok_or_else(|| CommandError::undefined(&name))?;
            return Ok(squoze + Word36::new(infix.bits() >> 2 << 32));
        }
        let mut characters = Vec::new();
        while let Some(key) = self.peek().filter(|&key| key != ALTMODE) {
            match kind {
                '"' => characters.extend(self.quoted().map(ascii).transpose()?),
                _ => {
                    characters.push(ascii(key)?);
                    self.next();
                }
            }
        }
        self.next();
        match kind {
            '"' => Ok(text::ascii(&characters, 0) + Word36::new(infix.bits() & 1)),
            _ => Ok(text::sixbit(&String::from_utf8_lossy(&characters))),
        }
    }
}

/// `^Q`, which quotes the next character.
const QUOTE: char = '\x11';

/// Maximum nesting of brackets.
const DEEPEST: u32 = 100;

fn ascii(key: char) -> Result<u8, CommandError> {
    let code = u8::try_from(key).ok().filter(u8::is_ascii);
    code.ok_or_else(|| CommandError::operation("only ASCII characters fit in a word"))
}

/// Parses a number: octal, decimal before a point, floating around one; `None` for a symbol.
pub(super) fn number(name: &str) -> Option<Result<Word36, CommandError>> {
    if !name.starts_with(|c: char| c.is_ascii_digit() || c == '.') || name == "." {
        return None;
    }
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let whole = |text: &str, radix| {
        let number = u64::from_str_radix(text, radix).ok().filter(|n| n >> 36 == 0);
        number.map(Word36::new)
    };
    let found = if digits(name) {
        whole(name, 8)
            .ok_or("is not an octal number of 36 bits; a decimal number ends with a point")
    } else if let Some(decimal) = name.strip_suffix('.').filter(|decimal| digits(decimal)) {
        whole(decimal, 10).ok_or("does not fit in 36 bits")
    } else {
        let floating = name.contains('.').then(|| name.parse::<f64>().ok()).flatten()?;
        float::word(floating).ok_or("is too large for a floating-point number")
    };
    Some(found.map_err(|why| CommandError::operation(format!("`{name}` {why}"))))
}

fn applied(operator: char, a: Word36, b: Word36) -> Word36 {
    match operator {
        '+' => a + b,
        '-' => a - b,
        '*' => a * b,
        '!' if b == Word36::default() => Word36::default(),
        '!' => a.divide(b),
        '&' => a & b,
        '#' => a ^ b,
        // A logical shift like LSH.
        _ => match b.signed() {
            distance @ 0..36 => a << Word36::new(distance as u64),
            distance @ -35..0 => a >> Word36::new(distance.unsigned_abs()),
            _ => Word36::default(),
        },
    }
}

/// Combines fields: an operation, an accumulator before the first comma, and an address.
fn assembled(fields: &[(Option<Word36>, Separator)], last: Option<Word36>) -> Word36 {
    let value = |field: Option<Word36>| field.unwrap_or_default();
    let right = |word: Word36| Word36::from(word.right());
    let accumulator = |word: Word36| Word36::new((word.bits() & 0o17) << 23);
    let comma = fields.iter().position(|&(_, separator)| separator == Separator::Comma);
    if let Some(comma) = comma
        && let Some((None, Separator::Comma)) = fields.get(comma + 1)
    {
        let left = assembled(&fields[..comma], fields[comma].0);
        let rest = fields.get(comma + 2..).unwrap_or_default();
        return Word36::halves(left.right(), assembled(rest, last).right());
    }
    let all = fields.iter().map(|&(field, _)| value(field)).chain([value(last)]);
    all.enumerate().fold(Word36::default(), |sum, (at, field)| {
        sum + match comma {
            Some(comma) if at == comma => accumulator(field),
            _ if at == 0 => field,
            _ => right(field),
        }
    })
}
