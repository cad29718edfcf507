//! Places in a program as typed: labels, lines, addresses; and assignments to them.

use machine::Machine as _;

use super::drive::Drive;
use super::{Point, Trigger, ValueKind};
use crate::look::compiled_line;
use targets::target::AnyMachine;

/// Message for a program of a compiler or from a file, whose lines may be known but not shown.
pub(crate) const NO_SOURCES: &str =
    "the sources are not part of the program: `disassemble` shows its instructions";

impl Drive<'_> {
    /// Address of the instruction at a place: a label, `file:line`, a line, `*address`, `0x...`, an
    /// expression, or nothing for the current place.
    ///
    /// # Errors
    /// A message if there is no instruction.
    pub(crate) fn place(&self, text: &str) -> Result<u64, String> {
        let text = text.trim();
        let scope = self.scope();
        if text.is_empty() {
            return Ok(scope.machine.pc());
        }
        if let Some((name, line)) = text.rsplit_once(':')
            && let Ok(line) = line.trim().parse()
        {
            let image = self.run.program.image;
            if image.lines.is_empty() {
                return compiled_line(image, name.trim(), line);
            }
            return self.line_address(self.file(name.trim())?, line);
        }
        if let Some(line) = self.line_number(text) {
            return self.line_address(self.current_file(), line);
        }
        let is_address = text.strip_prefix('*').filter(|rest| !rest.starts_with('('));
        let address = match scope.label(text) {
            Some(address) => address,
            None => scope.evaluate(is_address.unwrap_or(text))?.bits,
        };
        match scope.machine.disassemble(address) {
            Some(_) => Ok(address),
            None => {
                let at = scope.machine.spec().show_address(address);
                Err(format!("there is no instruction at {at}"))
            }
        }
    }

    /// A decimal number, if the program has source lines.
    pub(crate) fn line_number(&self, text: &str) -> Option<u32> {
        let is_number = text.chars().all(|c| c.is_ascii_digit());
        let has_lines = !self.run.rules.is_script && !self.run.program.image.lines.is_empty();
        text.parse().ok().filter(|_| is_number && has_lines)
    }

    /// File by name or by the end of its name.
    pub(crate) fn file(&self, name: &str) -> Result<u32, String> {
        let files = &self.run.program.image.files;
        let is_it = |file: &&String| {
            let end = file.strip_suffix(name);
            end.is_some_and(|before| before.is_empty() || before.ends_with(['/', '\\']))
        };
        let found =
            files.iter().find(is_it).and_then(|found| files.iter().position(|f| f == found));
        found.map(|at| at as u32).ok_or_else(|| {
            if files.is_empty() {
                return NO_SOURCES.to_owned();
            }
            let known: Vec<String> = files.iter().map(|file| asmkit::plain_name(file)).collect();
            let name = asmkit::plain_name(name);
            format!("unknown source file `{name}`; the files are {}", known.join(", "))
        })
    }

    /// File of the current place, or else the first one.
    pub(crate) fn current_file(&self) -> u32 {
        let image = self.run.program.image;
        let main = || image.symbol("main").and_then(|at| image.line(at));
        let line = image.line(self.run.pc()).or_else(main).or_else(|| image.line(image.entry));
        line.map_or(0, |line| line.file)
    }

    /// First instruction of a line, or of the next line that has one.
    fn line_address(&self, file: u32, line: u32) -> Result<u64, String> {
        let lines = &self.run.program.image.lines;
        let of_file = lines.iter().flat_map(|entry| {
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
