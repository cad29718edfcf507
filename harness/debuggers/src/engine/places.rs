//! Places in a program as typed: labels, lines, addresses; and assignments to them.

use machine::Machine as _;

use super::drive::Drive;
use super::{Point, Scope, Trigger, ValueKind};
use crate::look::names_file;
use targets::target::AnyMachine;

/// Message for a program of a compiler or from a file, whose lines may be known but not shown.
pub(crate) const NO_SOURCES: &str =
    "the sources are not part of the program: `disassemble` shows its instructions";

impl Scope<'_> {
    /// Address of a place: a label, `FILE:LINE`, a line of the given file, `*ADDRESS` or an expression.
    ///
    /// Without a file, a number alone is an address.
    ///
    /// # Errors
    /// A message if there is none.
    pub(crate) fn place(&self, text: &str, file: Option<u32>) -> Result<u64, String> {
        let text = text.trim();
        if let Some((file, line)) = self.source_line(text, file)? {
            return self.line_address(file, line);
        }
        if let Some((file, line)) = file_and_line(text) {
            return self.image.compiled.address(file, line).ok_or_else(|| {
                let file = asmkit::plain_name(file);
                format!("there is no instruction in or after line {line} of `{file}`")
            });
        }
        // Here `*` marks an address; `*(ADDRESS)` is the word there, as in other expressions.
        let is_address = text.strip_prefix('*').filter(|rest| !rest.starts_with('('));
        match self.label(text) {
            Some(address) => Ok(address),
            None => Ok(self.evaluate(is_address.unwrap_or(text))?.bits),
        }
    }

    /// File and line of a text that names a source line: a line of the given file, or `FILE:LINE`.
    ///
    /// # Errors
    /// A message if there is no such file.
    pub(crate) fn source_line(
        &self,
        text: &str,
        file: Option<u32>,
    ) -> Result<Option<(u32, u32)>, String> {
        if self.image.lines.is_empty() {
            return Ok(None);
        }
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        if let (Some(file), true, Ok(line)) = (file, is_number, text.parse()) {
            return Ok(Some((file, line)));
        }
        file_and_line(text).map(|(name, line)| Ok((self.file(name)?, line))).transpose()
    }

    /// File by name or by the end of its name.
    fn file(&self, name: &str) -> Result<u32, String> {
        let files = &self.image.files;
        files.iter().position(|file| names_file(name, file)).map(|at| at as u32).ok_or_else(|| {
            if files.is_empty() {
                return NO_SOURCES.to_owned();
            }
            let known: Vec<String> = files.iter().map(|file| asmkit::plain_name(file)).collect();
            let name = asmkit::plain_name(name);
            format!("unknown source file `{name}`; the files are {}", known.join(", "))
        })
    }

    /// First instruction of a line, or of the next line that has one.
    fn line_address(&self, file: u32, line: u32) -> Result<u64, String> {
        let of_file = self.image.lines.iter().flat_map(|entry| {
            let here = (entry.file, entry.line, entry.address);
            let used = entry.used_at.map(|(file, line)| (file, line, entry.address));
            [Some(here), used].into_iter().flatten()
        });
        let after = of_file.filter(|(of, at, _)| *of == file && *at >= line);
        let found = after.min_by_key(|(_, at, address)| (*at, *address));
        found
            .map(|(.., address)| address)
            .ok_or_else(|| format!("there is no instruction in or after line {line}"))
    }
}

/// The parts of `FILE:LINE`.
fn file_and_line(text: &str) -> Option<(&str, u32)> {
    let (file, line) = text.rsplit_once(':')?;
    Some((file.trim(), line.trim().parse().ok()?))
}

impl Drive<'_> {
    /// Address of the instruction at a place, as [`Scope::place`], or at the current one if the text is empty.
    ///
    /// # Errors
    /// A message if there is no instruction.
    pub(crate) fn place(&self, text: &str) -> Result<u64, String> {
        let scope = self.scope();
        if text.trim().is_empty() {
            return Ok(scope.machine.pc());
        }
        let address = scope.place(text, self.current_file())?;
        match scope.machine.disassemble(address) {
            Some(_) => Ok(address),
            None => {
                let at = scope.machine.spec().show_address(address);
                Err(format!("there is no instruction at {at}"))
            }
        }
    }

    /// File of the current place, or else the first one; none for a script, whose numbers are no lines.
    pub(crate) fn current_file(&self) -> Option<u32> {
        if self.run.rules.is_script {
            return None;
        }
        let image = self.run.program.image;
        let main = || image.symbol("main").and_then(|at| image.line(at));
        let line = image.line(self.run.pc()).or_else(main).or_else(|| image.line(image.entry));
        Some(line.map_or(0, |line| line.file))
    }

    /// Sets a register or memory: `$t0 = 5`, `total = 5`, `{int} total = 5`.
    ///
    /// # Errors
    /// A message if the target cannot be set.
    pub(crate) fn assign(&mut self, target: &str, value: &str) -> Result<(), String> {
        let scope = self.scope();
        let bits = scope.evaluate(value)?.bits;
        let place = scope.evaluate(target)?;
        let spec = scope.machine.spec();
        let shown = asmkit::plain_name(target.trim());
        let (address, units) = match place.what {
            ValueKind::Register(name) => {
                let width = register_bits(scope.machine, name);
                let width = width.ok_or_else(|| format!("`{shown}` never changes"))?;
                let bits = scope.cut(value, bits, width)?;
                self.run.timeline.edit(|machine| machine.set_register(name, bits));
                return Ok(());
            }
            ValueKind::Pc => {
                let bits = scope.cut(value, bits, spec.address_bits)?;
                self.run.timeline.edit(|machine| machine.set_pc(bits));
                return Ok(());
            }
            ValueKind::Label { .. } => (place.bits, scope.word_units()),
            ValueKind::Memory { address, units } => (address, units),
            ValueKind::Number | ValueKind::Pointer { .. } | ValueKind::Cell(_) => {
                return Err(format!("`{shown}` cannot be set"));
            }
        };
        let width = (units * u64::from(spec.unit_bits)) as u32;
        let all = scope.units(scope.cut(value, bits, width)?, units);
        let write = (address..).zip(all);
        let done = self.run.timeline.edit(|machine| {
            write.fold(true, |done, (address, unit)| machine.poke(address, unit) && done)
        });
        let no_memory = || format!("there is no memory for `{shown}`");
        done.then_some(()).ok_or_else(no_memory)
    }

    /// Sets a breakpoint at a place.
    ///
    /// # Errors
    /// A message if there is no such place, the condition is invalid, or there are too many.
    pub(crate) fn set_break(
        &mut self,
        place: &str,
        condition: Option<&str>,
    ) -> Result<&mut Point, String> {
        let address = self.place(place)?;
        self.check_condition(condition)?;
        let point = self.points.add(Trigger::Break(address), place)?;
        point.condition = condition.map(str::to_owned);
        Ok(point)
    }

    /// Watches the value of an expression.
    ///
    /// # Errors
    /// A message if it is invalid, or never changes, or as for [`set_break`](Self::set_break).
    pub(crate) fn set_watch(
        &mut self,
        text: &str,
        condition: Option<&str>,
    ) -> Result<&mut Point, String> {
        let scope = self.scope();
        let value = scope.evaluate(text)?;
        let range = match value.what {
            ValueKind::Label { word: Some(_), .. } => Some((value.bits, scope.word_units())),
            // Its address is fixed if nothing else is read.
            ValueKind::Memory { address, units } if scope.reads(text)? == 1 => {
                Some((address, units))
            }
            ValueKind::Cell(_) => None,
            _ if scope.reads(text)? > 0 => None,
            _ => return Err(format!("`{}` never changes", asmkit::plain_name(text))),
        };
        self.check_condition(condition)?;
        // Stores do not report registers, even if a word of memory is one.
        let registers = scope.machine.spec().syntax.register_words;
        let range = range.filter(|(start, _)| *start >= registers);
        let kind = match range {
            Some((start, units)) => Trigger::Memory(start..start.saturating_add(units)),
            None => Trigger::Expression,
        };
        let point = self.points.add(kind, text)?;
        point.condition = condition.map(str::to_owned);
        Ok(point)
    }

    /// Checks a condition at once, so that a typing error is reported now.
    pub(crate) fn check_condition(&self, condition: Option<&str>) -> Result<(), String> {
        match condition {
            None => Ok(()),
            Some(condition) => self.scope().holds(condition).map(drop),
        }
    }
}

/// Number of bits that a register can be set to; `None` if it never changes.
fn register_bits(machine: &AnyMachine, name: &str) -> Option<u32> {
    let mut copy = machine.clone();
    let all_ones = |bits: u32| u64::MAX >> (64 - bits);
    (1..=machine.spec().word_bits).rev().find(|&bits| copy.set_register(name, all_ones(bits)))
}
