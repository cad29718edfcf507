//! Memory and registers of a stopped program, outside a debugger.

use machine::Machine as _;
use targets::target::AnyMachine;

use crate::Program;
use crate::commands::format;
use crate::engine::{Scope, ValueKind};

/// Format of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryFormat {
    /// Words as the machine's manual writes them.
    Words,
    /// Words as signed decimal numbers.
    Decimal,
    /// Bytes, on byte-addressed machines.
    Bytes,
    /// Text up to a zero.
    Text,
}

/// Formats by the name after a colon.
pub const KINDS: &[(&str, MemoryFormat)] = &[
    ("words", MemoryFormat::Words),
    ("decimal", MemoryFormat::Decimal),
    ("bytes", MemoryFormat::Bytes),
    ("string", MemoryFormat::Text),
];

/// A requested part of memory: `LABEL`, `A..B`, `LABEL:string`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryRequest {
    text: String,
    from: String,
    to: Option<String>,
    kind: MemoryFormat,
}

/// Maximum units shown at once.
const MOST_UNITS: u64 = 1 << 16;

impl MemoryRequest {
    /// Parses a request.
    ///
    /// # Errors
    /// A message that lists the formats.
    pub fn read(text: &str) -> Result<Self, String> {
        let (place, kind) = text.rsplit_once(':').unwrap_or((text, "words"));
        let found = KINDS.iter().find(|(name, _)| *name == kind);
        let Some(&(_, kind)) = found else {
            let kinds: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
            let kind = asmkit::plain_name(kind);
            return Err(format!("memory can be shown as {}, not as `{kind}`", kinds.join(", ")));
        };
        let (from, to) = match place.split_once("..") {
            Some((from, to)) => (from, Some(to.to_owned())),
            // MARS and RARS write a range like this, including its last word.
            None => match place.split_once("-0x").filter(|(from, _)| from.starts_with("0x")) {
                Some((from, to)) => (from, Some(format!("0x{to} + 4"))),
                None => (place, None),
            },
        };
        if from.trim().is_empty() || to.as_ref().is_some_and(|to| to.trim().is_empty()) {
            return Err("give what to show: LABEL or FROM..TO, with :bytes, :string".to_owned());
        }
        Ok(MemoryRequest { text: text.to_owned(), from: from.to_owned(), to, kind })
    }

    /// Checks that a loaded program can have this memory.
    ///
    /// # Errors
    /// A message about an unknown name, or a format that this memory does not have.
    pub fn check(&self, program: &Program<'_>, machine: &AnyMachine) -> Result<(), String> {
        let spec = machine.spec();
        if spec.syntax.place.is_some() {
            // A cell has no value before it is calculated.
            return Ok(());
        }
        let scope = Scope::new(program, machine);
        scope.evaluate(&self.from)?;
        self.to.as_ref().map(|to| scope.evaluate(to)).transpose()?;
        if self.kind == MemoryFormat::Bytes && spec.unit_bits != 8 {
            let bits = spec.unit_bits;
            return Err(format!("memory has words of {bits} bits and no bytes to show"));
        }
        Ok(())
    }
}

/// A part of memory with its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryView {
    /// Request as typed.
    pub wanted: String,
    /// Start address.
    pub address: u64,
    /// Units of memory per value.
    pub units: u64,
    /// Words or bytes; empty for text.
    pub values: Vec<u64>,
    /// Text, or the value of a cell, as its language prints it.
    pub text: Option<String>,
    kind: MemoryFormat,
}

impl MemoryView {
    /// Reads memory.
    ///
    /// # Errors
    /// A message if there is no such place, or no memory there.
    pub fn of(
        wanted: &MemoryRequest,
        program: &Program<'_>,
        machine: &AnyMachine,
    ) -> Result<Self, String> {
        let scope = Scope::new(program, machine);
        let spec = machine.spec();
        let first = scope.evaluate(&wanted.from)?;
        let (address, kind) = (first.bits, wanted.kind);
        let mut seen = MemoryView {
            wanted: wanted.text.clone(),
            address,
            units: scope.word_units(),
            values: Vec::new(),
            text: None,
            kind,
        };
        match (&first.what, kind) {
            (ValueKind::Cell(shown), _) => {
                seen.text = Some(asmkit::plain(shown));
                return Ok(seen);
            }
            (_, MemoryFormat::Text) => {
                seen.text = Some(format::text(&scope, address)?.0);
                return Ok(seen);
            }
            (_, MemoryFormat::Bytes) => seen.units = 1,
            _ => {}
        }
        let end = match &wanted.to {
            Some(to) => scope.evaluate(to)?.bits,
            None => end_of(program, address).unwrap_or(address + seen.units),
        };
        if end <= address {
            let (from, to) = (spec.show_address(address), spec.show_address(end));
            return Err(format!("{from} to {to} is empty: the end must be after the start"));
        }
        if end - address > MOST_UNITS {
            let most = targets::escape::grouped(MOST_UNITS);
            return Err(format!("at most {most} units of memory are shown at once"));
        }
        let places = (address..end).step_by(seen.units as usize);
        seen.values = places.map_while(|at| scope.read(at, seen.units)).collect();
        if seen.values.is_empty() {
            return Err(format!("there is no memory at {}", spec.show_address(address)));
        }
        Ok(seen)
    }

    /// Formats the values as lines of text.
    #[must_use]
    pub fn shown(&self, program: &Program<'_>, machine: &AnyMachine) -> String {
        let scope = Scope::new(program, machine);
        let spec = machine.spec();
        if let Some(text) = &self.text {
            let place = if self.kind == MemoryFormat::Text {
                spec.show_address(self.address) + &format::label(&scope, self.address)
            } else {
                asmkit::plain_name(&self.wanted)
            };
            return format!("{place}: {text}\n");
        }
        let a_row = match (self.kind, spec.unit_bits) {
            (MemoryFormat::Bytes, _) => 16,
            (MemoryFormat::Decimal, _) => 9,
            _ => 4,
        };
        let bits = self.units as u32 * spec.unit_bits;
        let letter = if self.kind == MemoryFormat::Decimal { 'd' } else { 'z' };
        let mut shown = String::new();
        for (row, values) in self.values.chunks(a_row).enumerate() {
            let at = self.address + (row * a_row) as u64 * self.units;
            shown += &format!("{}{}:", spec.show_address(at), format::label(&scope, at));
            for &value in values {
                let number = format::number(&scope, value, bits, Some(letter));
                shown += &match self.kind {
                    MemoryFormat::Bytes => format!(" {}", number.trim_start_matches("0x")),
                    _ => format!("  {number}"),
                };
            }
            shown.push('\n');
        }
        shown
    }
}

/// End of the object at an address: the next label, or the end of its segment; reserved memory may
/// be in no segment.
fn end_of(program: &Program<'_>, address: u64) -> Option<u64> {
    let segments = program.image.segments.iter();
    let mut ends = segments.map(|segment| (segment.base, segment.base + segment.size));
    let end = ends.find(|(base, end)| (*base..*end).contains(&address)).map(|(_, end)| end);
    let labels = program.image.symbols.iter().filter(|symbol| symbol.address);
    let after = labels.map(|symbol| symbol.value).filter(|value| *value > address);
    after.chain(end).min()
}

/// A register's name in the machine, given any of its names.
///
/// # Errors
/// A message if there is none, with a suggestion.
pub fn register(
    name: &str,
    program: &Program<'_>,
    machine: &AnyMachine,
) -> Result<&'static str, String> {
    let scope = Scope::new(program, machine);
    let plain = name.trim().trim_start_matches(['$', '%']);
    if plain.eq_ignore_ascii_case("pc") {
        return Ok("pc");
    }
    // If accumulators are memory, a program has its own names for them.
    let named = || {
        let number = scope.label(plain).filter(|_| scope.is_octal())?;
        scope.register(&machine.spec().radix.digits(number))
    };
    let found = scope.register(plain).or_else(named);
    found.ok_or_else(|| scope.unknown(&format!("${plain}")))
}

/// Address of a label, an expression, a line of the first file, or `FILE:LINE`; `*ADDR` is the
/// address itself, as for breakpoints, and `*(ADDR)` the word there.
///
/// # Errors
/// A message if there is none.
pub fn place(text: &str, program: &Program<'_>, machine: &AnyMachine) -> Result<u64, String> {
    Scope::new(program, machine).place(text, Some(0))
}

/// Address of memory: like [`place`], but a number alone is an address, not a line.
///
/// # Errors
/// A message if there is none.
pub fn address(text: &str, program: &Program<'_>, machine: &AnyMachine) -> Result<u64, String> {
    Scope::new(program, machine).place(text, None)
}

/// Whether the text of `FILE:LINE` names a file: its whole path, or the last parts of it. Compilers for Windows write
/// `\` between parts.
#[must_use]
pub fn names_file(text: &str, path: &str) -> bool {
    path.strip_suffix(text).is_some_and(|rest| rest.is_empty() || rest.ends_with(['/', '\\']))
}

/// Format of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// As the machine's manual writes it.
    Manual,
    /// Decimal, with a sign.
    Signed,
    /// Decimal, unsigned.
    Unsigned,
    /// Binary.
    Binary,
    /// The lowest byte as a character.
    Letter,
    /// As a floating-point number.
    Real,
}

/// Formats a number of this many bits.
#[must_use]
pub fn number(
    value: u64,
    bits: u32,
    base: Base,
    program: &Program<'_>,
    machine: &AnyMachine,
) -> String {
    let letter = match base {
        Base::Manual => 'z',
        Base::Signed => 'd',
        Base::Unsigned => 'u',
        Base::Binary => 't',
        Base::Letter => 'c',
        Base::Real => 'f',
    };
    format::number(&Scope::new(program, machine), value, bits, Some(letter))
}

/// Word at an address; `None` if there is no memory.
#[must_use]
pub fn word(address: u64, program: &Program<'_>, machine: &AnyMachine) -> Option<u64> {
    let scope = Scope::new(program, machine);
    scope.read(address, scope.word_units())
}

/// A register's value as a line, with the number if it is a floating-point register.
#[must_use]
pub fn register_line(
    name: &str,
    value: u64,
    program: &Program<'_>,
    machine: &AnyMachine,
) -> String {
    let scope = Scope::new(program, machine);
    let spec = machine.spec();
    // An address may be longer than a word.
    let bits = if name == "pc" { spec.word_bits.max(spec.address_bits) } else { spec.word_bits };
    let is_float = name.starts_with('f') && name.ends_with(|c: char| c.is_ascii_digit());
    let float = is_float.then(|| format::number(&scope, value, bits, Some('f')));
    let float = float.map(|float| format!(" {float}")).unwrap_or_default();
    format!("{name:<8} {}{float}\n", format::number(&scope, value, bits, None))
}
