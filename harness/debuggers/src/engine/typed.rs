//! An instruction that the user types, as units of memory for a place in the program.
//!
//! The program's own assembler assembles it, alone, between definitions of the names it uses. It is
//! placed just before the program counter: so it continues where the program is stopped, and a call
//! returns there.

use architecture::{Fragment, Origin};
use asmkit::messages::UNDEFINED;
use asmkit::{Diagnostic, FileId, NoLibrary, Severity, Sources};
use machine::{Data, Image, Machine as _, Symbol};

use super::Run;

/// Assembled instructions for a place in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Typed {
    /// Address of the first one.
    pub(crate) at: u64,
    /// Address of the last one.
    pub(crate) last: u64,
    /// Their units of memory, with room for delay slots.
    pub(crate) units: Vec<u64>,
}

impl Typed {
    /// Address after the last unit.
    pub(crate) fn end(&self) -> u64 {
        self.at + self.units.len() as u64
    }
}

/// Name of the typed text in messages.
const NAME: &str = "typed";

/// Attempts to find an address for instructions whose length depends on it.
const MOST_ATTEMPTS: usize = 4;

impl Run<'_> {
    /// Assembles a typed instruction for a place before the program counter; without memory there,
    /// at the end of the program.
    ///
    /// # Errors
    /// The messages of the assembler, or the reason why there is no instruction.
    pub(crate) fn assemble(&self, text: &str) -> Result<Typed, String> {
        let pc = self.pc();
        let text = text.trim();
        if text.is_empty() || text.contains(['\n', '\r']) {
            return Err("give one instruction, as in the program's source".to_owned());
        }
        // Where the assembler begins by itself, if only that is possible; known after one attempt.
        let (mut at, mut base) = (pc, pc);
        for _ in 0..MOST_ATTEMPTS {
            let typed = self.assemble_at(text, at, at.saturating_sub(base))?;
            let length = typed.units.len() as u64;
            let before = pc.checked_sub(length);
            let before = before.filter(|&before| self.machine().peek(before).is_some());
            let wanted = before.or(self.last(length)).unwrap_or(pc);
            if typed.at == wanted {
                return self.in_memory(typed);
            }
            base = base.min(typed.at);
            at = wanted;
        }
        Err("this instruction cannot be assembled for the place where the program is stopped"
            .to_owned())
    }

    /// Address of the last units of the part of the program where it is stopped: no instruction
    /// follows, so a jump there is not taken for the end.
    fn last(&self, units: u64) -> Option<u64> {
        let mut parts = self.program.image.segments.iter().map(|it| (it.base, it.base + it.size));
        let (base, end) = parts.find(|(base, end)| (*base..*end).contains(&self.pc()))?;
        end.checked_sub(units).filter(|&at| at >= base)
    }

    /// The same instructions.
    ///
    /// # Errors
    /// If there is no memory for them.
    fn in_memory(&self, typed: Typed) -> Result<Typed, String> {
        let has_memory = (typed.at..typed.end()).all(|at| self.machine().peek(at).is_some());
        let none = || "there is no memory for it where the program is stopped".to_owned();
        if has_memory { Ok(typed) } else { Err(none()) }
    }

    /// Assembles text for an address, after a number of units if the dialect fills the place before it.
    fn assemble_at(&self, text: &str, at: u64, filled: u64) -> Result<Typed, String> {
        let target = self.program.target;
        let Some(fragment) = &target.dialect().fragment else {
            let title = target.architecture().title();
            return Err(format!("programs in {title} have no single instructions to type"));
        };
        let mut source = self.names(fragment, text);
        match fragment.origin {
            Origin::Address(line) => source += &self.filled_in(line, "", at),
            Origin::Filled(line, units) => source += &line.repeat((filled / units) as usize),
        }
        let start = source.len() as u32;
        let line = source.bytes().filter(|&byte| byte == b'\n').count() as u32 + 1;
        source += text;
        source += fragment.end;
        let mut sources = Sources::new();
        let file = sources.add(NAME, source.as_bytes());
        match target.assemble(&mut sources, &[file], &NoLibrary) {
            Ok(made) => {
                let is_typed = |file: u32, of: u32| file == 0 && of == line;
                let lines = made.image.lines.iter().filter(|it| {
                    is_typed(it.file, it.line) || it.used_at.is_some_and(|(f, l)| is_typed(f, l))
                });
                let addresses: Vec<u64> = lines.map(|line| line.address).collect();
                let code = self.code(&made.image, &addresses);
                code.ok_or_else(|| "this is not one instruction".to_owned())
            }
            Err(messages) => Err(self.about(text, &messages, start)),
        }
    }

    /// The first error in a text that starts in the assembled source, with the text.
    fn about(&self, text: &str, messages: &[Diagnostic], start: u32) -> String {
        let Some(error) = messages.iter().find(|message| message.severity == Severity::Error)
        else {
            return String::new();
        };
        let within = |at: u32| text.floor_char_boundary(at.saturating_sub(start) as usize);
        let [from, to] = [error.span.start, error.span.end].map(within);
        let (message, label) = (asmkit::plain(&error.message), asmkit::plain(&error.label));
        let blank = " ".repeat(text[..from].chars().count());
        let mark = "^".repeat(text[from..to.max(from)].chars().count().max(1));
        let text = asmkit::plain_name(text);
        let help = error.help.clone().or_else(|| self.nearest(error));
        let help = help.map_or(String::new(), |help| format!("\n  help: {}", asmkit::plain(&help)));
        format!("{message} [{}]\n  {text}\n  {blank}{mark} {label}{help}", error.id)
    }

    /// The program's label that is most like an undefined one.
    fn nearest(&self, message: &Diagnostic) -> Option<String> {
        let name = message.message.split('`').nth(1).filter(|_| message.id == UNDEFINED)?;
        let known = self.program.image.symbols.iter().map(|symbol| symbol.name.as_str());
        Some(format!("did you mean `{}`?", asmkit::nearest(name, known)?))
    }

    /// Definitions of the names that a text uses.
    fn names(&self, fragment: &Fragment, text: &str) -> String {
        let mut names = String::new();
        let sources = self.program.sources;
        let files = (0..sources.names().len() as u32).map(|file| sources.text(FileId(file)));
        for line in files.flat_map(str::lines).map(str::trim) {
            let is_kept = !fragment.kept.is_empty() && line.starts_with(fragment.kept);
            if is_kept && !names.contains(line) {
                names += line;
                names.push('\n');
            }
        }
        let dialect = self.program.target.dialect();
        let used = [&names, text, fragment.end].join(" ");
        let length = dialect.counted.unwrap_or(usize::MAX);
        let is_used = |name: &str| {
            let mut words = used.split(|c| !(dialect.letters)(c)).filter(|word| !word.is_empty());
            words.any(|word| word.get(..length).unwrap_or(word).eq_ignore_ascii_case(name))
        };
        let mut defined: Vec<&str> = Vec::new();
        for Symbol { name, value, address, .. } in &self.program.image.symbols {
            if is_used(name) && !defined.contains(&name.as_str()) {
                defined.push(name);
                names += &if *address {
                    self.filled_in(fragment.label, name, *value)
                } else {
                    self.constant(fragment.constant, name, *value)
                };
            }
        }
        names
    }

    /// Definition of a number, negative if it is a negative word.
    fn constant(&self, line: &str, name: &str, value: u64) -> String {
        let shift = 64 - self.machine().spec().word_bits.max(32);
        let signed = (value << shift).cast_signed() >> shift;
        let line = if signed < 0 { line.replace("{value}", "-{value}") } else { line.to_owned() };
        self.filled_in(&line, name, signed.unsigned_abs())
    }

    fn filled_in(&self, line: &str, name: &str, value: u64) -> String {
        let value = self.machine().spec().radix.digits(value);
        line.replace("{name}", name).replace("{value}", &value)
    }

    /// The instructions at these addresses of an image, which are in a row.
    fn code(&self, image: &Image, addresses: &[u64]) -> Option<Typed> {
        let target = self.program.target;
        let (&first, &last) = (addresses.first()?, addresses.last()?);
        let holds = |base: u64, size: u64| (base..base + size).contains(&first);
        let segment = image.segments.iter().find(|segment| holds(segment.base, segment.size))?;
        let after = segment.base + segment.size;
        let follows = image.lines.iter().any(|line| (last + 1..after).contains(&line.address));
        // A line may stand for several instructions, or for one that the linker has removed.
        let end = if follows { last + target.instruction(image, last)?.units } else { after };
        let range = (first - segment.base) as usize..(end - segment.base) as usize;
        let mut units: Vec<u64> = match &segment.data {
            Data::Bytes(bytes) => bytes.get(range)?.iter().map(|&byte| byte.into()).collect(),
            // A second word is a literal, which the instruction would run into.
            Data::Words(words) => words.get(range).filter(|words| words.len() == 1)?.to_vec(),
        };
        // A delay slot with an instruction of zeros, which does nothing.
        let slots = target.delay_slots() * target.instruction_units(0);
        units.resize(units.len() + slots as usize, 0);
        Some(Typed { at: first, last, units })
    }
}
