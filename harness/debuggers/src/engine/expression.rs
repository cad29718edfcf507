//! Expressions over registers, labels and memory, parsed and evaluated in one pass.
//!
//! They use C syntax as typed by gdb's users, `$t0 + 4 * 3`, `*(int *) &total`, `{int} total`, plus
//! `word(total)` and `grid[3]` for everyone else. A label is its address. Numbers are decimal
//! unless they start with `0x` or `0`; on machines whose manual uses octal they are octal, or
//! decimal with a final point. Values have the machine's width and are signed.

mod parser;

use machine::{Image, Machine as _, Radix};

use crate::Program;
use parser::Parser;
use targets::target::{AnyMachine, Target};

/// A value with its origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) bits: u64,
    pub(crate) what: ValueKind,
}

/// Origin of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ValueKind {
    /// A computed number.
    Number,
    /// Address of a label, or a number that is an address in the manual's notation, with the word
    /// there, if any.
    Label { word: Option<u64>, is_number: bool },
    /// Value of a register.
    Register(&'static str),
    /// Address of the next instruction.
    Pc,
    /// Value in memory, of this many units.
    Memory { address: u64, units: u64 },
    /// Address of objects of this many units, or of text.
    Pointer { units: u64, is_text: bool },
    /// Value of a script's cell, as the language prints it.
    Cell(String),
}

impl Value {
    pub(crate) fn number(bits: u64) -> Self {
        Value { bits, what: ValueKind::Number }
    }

    /// Value to watch or display: for a label, the word there.
    pub(crate) fn watched(&self) -> u64 {
        match self.what {
            ValueKind::Label { word: Some(word), .. } => word,
            _ => self.bits,
        }
    }
}

/// Meaning of names in an expression.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'s> {
    pub(crate) machine: &'s AnyMachine,
    pub(crate) image: &'s Image,
    target: &'s Target,
}

impl<'s> Scope<'s> {
    pub(crate) fn new(program: &Program<'s>, machine: &'s AnyMachine) -> Self {
        Scope { machine, image: program.image, target: program.target }
    }

    /// Evaluates an expression.
    ///
    /// # Errors
    /// A message about what is wrong with it.
    pub(crate) fn evaluate(&self, text: &str) -> Result<Value, String> {
        if let Some(shown) = self.machine.value(text.trim()) {
            let bits = shown.parse::<i64>().map_or_else(|_| sum(&shown), |number| number as u64);
            return Ok(Value { bits, what: ValueKind::Cell(shown) });
        }
        Parser::new(*self, text).whole().map(|(value, _)| value)
    }

    /// Number of registers and words of memory from which an expression is computed; the word at a
    /// label counts only if it is read.
    ///
    /// # Errors
    /// As [`Scope::evaluate`].
    pub(crate) fn reads(&self, text: &str) -> Result<u32, String> {
        Parser::new(*self, text).whole().map(|(_, reads)| reads)
    }

    /// Whether a condition holds.
    ///
    /// # Errors
    /// As [`Scope::evaluate`].
    pub(crate) fn holds(&self, text: &str) -> Result<bool, String> {
        Ok(self.evaluate(text)?.bits != 0)
    }

    /// Whether numbers are octal.
    pub(crate) fn is_octal(&self) -> bool {
        self.machine.spec().radix == Radix::Octal
    }

    /// Bits of numbers: those of a word, or of an address if it is wider, as on the 6502.
    pub(crate) fn bits(&self) -> u32 {
        let spec = self.machine.spec();
        spec.word_bits.max(spec.address_bits)
    }

    /// Mask of a number's bits.
    pub(crate) fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// Bits of a number as a signed number.
    pub(crate) fn signed(&self, bits: u64) -> i64 {
        let unused = 64 - self.bits();
        (bits << unused) as i64 >> unused
    }

    /// Units of memory per word.
    pub(crate) fn word_units(&self) -> u64 {
        let spec = self.machine.spec();
        (spec.word_bits / spec.unit_bits).max(1).into()
    }

    /// Units of memory for this many bytes; always one if a unit is a word.
    pub(crate) fn units_of(&self, bytes: u64) -> u64 {
        if self.machine.spec().unit_bits == 8 { bytes } else { 1 }
    }

    /// Reads memory; `None` if there is none.
    pub(crate) fn read(&self, address: u64, units: u64) -> Option<u64> {
        let bits = self.machine.spec().unit_bits;
        let mut value = 0;
        for at in 0..units {
            let unit = self.machine.peek(address.checked_add(at)?)?;
            if self.target.is_big_endian() || units == 1 {
                value = value << (bits % 64) | unit
            } else {
                value |= unit << (u64::from(bits) * at)
            }
        }
        Some(value)
    }

    /// Units of a value as in memory, in rising order of address.
    pub(crate) fn units(&self, value: u64, units: u64) -> Vec<u64> {
        let bits = u64::from(self.machine.spec().unit_bits);
        let unit = |at: u64| value >> (bits * at).min(63) & (u64::MAX >> (64 - bits));
        let mut all: Vec<u64> = (0..units).map(unit).collect();
        if self.target.is_big_endian() {
            all.reverse();
        }
        all
    }

    /// Address of a label.
    pub(crate) fn label(&self, name: &str) -> Option<u64> {
        let upper = || self.image.symbol(&name.to_ascii_uppercase());
        self.image.symbol(name).or_else(|| self.is_octal().then(upper).flatten())
    }

    /// A register's name, given by name or number.
    pub(crate) fn register(&self, name: &str) -> Option<&'static str> {
        let numbered = || {
            let digits = name.trim_start_matches(['x', 'r']);
            let radix = if self.is_octal() { 8 } else { 10 };
            let number = usize::from_str_radix(digits, radix).ok().filter(|&number| number < 32)?;
            self.machine.registers().get(number).map(|(known, _)| *known)
        };
        self.register_by_name(name).or_else(numbered)
    }

    /// A register's name in the machine, given one of its names.
    fn register_by_name(&self, name: &str) -> Option<&'static str> {
        let registers = self.machine.registers();
        let named = |name: &str| {
            registers.iter().map(|(known, _)| *known).find(|known| known.eq_ignore_ascii_case(name))
        };
        // The frame pointer's other name: one machine lists it as `fp`, another as `s0`.
        let other = || match name {
            "fp" => named("s0"),
            "s8" => named("fp"),
            _ => None,
        };
        named(name).or_else(other)
    }

    /// Number in the notation of the machine's manual, such as `$0200` or `x3000`; `None` if it is in
    /// another one.
    fn noted(&self, word: &str) -> Option<u64> {
        let Radix::Capital(prefix, suffix) = self.machine.spec().radix else { return None };
        let digits = word.strip_prefix(prefix)?.strip_suffix(suffix)?;
        let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_hexdigit());
        is_number.then(|| u64::from_str_radix(digits, 16).unwrap_or(u64::MAX))
    }

    /// Value of a name: with `$` preferably a register, without it preferably a label.
    fn named(&self, name: &str) -> Result<Value, String> {
        let plain = name.strip_prefix('$').unwrap_or(name);
        if let Some(at) = self.label(name) {
            return Ok(self.at(at, false));
        }
        if plain.eq_ignore_ascii_case("pc") || plain == "." {
            return Ok(Value { bits: self.machine.pc(), what: ValueKind::Pc });
        }
        // A number alone is not a register.
        let is_meant = plain.starts_with(|c: char| c.is_ascii_alphabetic()) || plain != name;
        let noted = self.noted(name);
        // What is a number in the machine's language is not the number of a register.
        let known = match noted {
            Some(_) => self.register_by_name(plain),
            None => self.register(plain),
        };
        if let Some(known) = known.filter(|_| is_meant) {
            let bits = register(self.machine, known).unwrap_or(0);
            return Ok(Value { bits, what: ValueKind::Register(known) });
        }
        if let Some(number) = noted {
            return self.fitting(name, number).map(|number| self.at(number.bits, true));
        }
        if let Some(shown) = self.machine.value(name) {
            return match shown.parse::<i64>() {
                Ok(number) => Ok(Value::number(number as u64)),
                Err(_) => Err(format!("`{}` is not a whole number", asmkit::plain_name(name))),
            };
        }
        Err(self.unknown(name))
    }

    /// An address, with the word there.
    fn at(&self, address: u64, is_number: bool) -> Value {
        let word = self.read(address, self.word_units());
        Value { bits: address, what: ValueKind::Label { word, is_number } }
    }

    /// A written number, or an error if it has too many bits.
    fn fitting(&self, word: &str, value: u64) -> Result<Value, String> {
        if value <= self.mask() {
            return Ok(Value::number(value));
        }
        Err(self.too_large(word, self.bits()))
    }

    /// A value in fewer bits, signed or unsigned.
    ///
    /// # Errors
    /// A message about the typed text if the value does not fit.
    pub(crate) fn cut(&self, text: &str, value: u64, bits: u32) -> Result<u64, String> {
        let bits = bits.min(self.bits());
        let (signed, largest) = (self.signed(value), u64::MAX >> (64 - bits));
        let is_negative = signed < 0 && signed >= -1 << (bits - 1);
        if value <= largest || is_negative {
            return Ok(value & largest);
        }
        Err(self.too_large(text, bits))
    }

    /// Message about a typed value that has too many bits.
    pub(super) fn too_large(&self, text: &str, bits: u32) -> String {
        let show = |value| if self.is_octal() { format!("{value:o}") } else { format!("{value}") };
        let (low, high) = (show(1 << (bits - 1)), show(u64::MAX >> (64 - bits)));
        let text = asmkit::plain_name(text.trim());
        format!("`{text}` does not fit in {bits} bits, which hold -{low} to {high}")
    }

    /// Message about an unknown name, with a suggestion.
    pub(crate) fn unknown(&self, name: &str) -> String {
        let registers = self.machine.registers();
        let registers: Vec<String> =
            registers.iter().map(|(known, _)| format!("${known}")).collect();
        let labels = self.image.symbols.iter().map(|symbol| symbol.name.as_str());
        let near = if name.starts_with('$') {
            asmkit::nearest(name, registers.iter().map(String::as_str))
        } else {
            asmkit::nearest(name, labels)
        };
        let near = near.map(|near| format!("; did you mean `{}`?", asmkit::plain_name(near)));
        let (what, name) = if name.starts_with('$') {
            ("register", asmkit::plain_name(name))
        } else {
            ("label or register", asmkit::plain_name(name))
        };
        format!("unknown {what} `{name}`{}", near.unwrap_or_default())
    }
}

/// Hash of a text, to watch texts for changes.
///
/// Source: Fowler, Noll and Vo, FNV-1a of 64 bits.
fn sum(text: &str) -> u64 {
    let add = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, add)
}

/// Value of a register.
pub(super) fn register(machine: &AnyMachine, name: &str) -> Option<u64> {
    machine.registers().iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}
