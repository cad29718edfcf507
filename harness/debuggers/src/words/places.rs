//! Places in a program as they are typed: labels, lines, addresses.

use machine::Machine as _;

use super::{Done, Words};
use crate::engine::What;

impl Words<'_, '_> {
    /// The address of the instruction that a place names: a label, `file:line`, a line, `*address`,
    /// `0x...`, an expression, or nothing for where the program stands.
    ///
    /// # Errors
    /// A sentence when there is no instruction.
    pub(super) fn place(&self, text: &str) -> Result<u64, String> {
        let text = text.trim();
        let scope = self.drive.scope();
        if text.is_empty() {
            return Ok(scope.machine.pc());
        }
        if let Some((name, line)) = text.rsplit_once(':')
            && let Ok(line) = line.trim().parse()
        {
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

    /// A decimal number, where the program has source lines.
    pub(super) fn line_number(&self, text: &str) -> Option<u32> {
        let is_number = text.chars().all(|c| c.is_ascii_digit());
        let has_lines =
            !self.drive.run.rules.is_script && !self.drive.run.program.image.lines.is_empty();
        text.parse().ok().filter(|_| is_number && has_lines)
    }

    /// The file of a name, or of the end of one.
    pub(super) fn file(&self, name: &str) -> Result<u32, String> {
        let files = &self.drive.run.program.image.files;
        let is_it = |file: &&String| {
            let end = file.strip_suffix(name);
            end.is_some_and(|before| before.is_empty() || before.ends_with(['/', '\\']))
        };
        let found =
            files.iter().find(is_it).and_then(|found| files.iter().position(|f| f == found));
        found.map(|at| at as u32).ok_or_else(|| {
            let known: Vec<String> = files.iter().map(|file| asmkit::plain_name(file)).collect();
            let name = asmkit::plain_name(name);
            format!("no source file is called `{name}`; there are {}", known.join(", "))
        })
    }

    /// The file the program stands in, or else its first one.
    pub(super) fn current_file(&self) -> u32 {
        let image = self.drive.run.program.image;
        let main = || image.symbol("main").and_then(|at| image.line(at));
        let line =
            image.line(self.drive.run.pc()).or_else(main).or_else(|| image.line(image.entry));
        line.map_or(0, |line| line.file)
    }

    /// The first instruction of a line, or of the next one that has some.
    fn line_address(&self, file: u32, line: u32) -> Result<u64, String> {
        let lines = &self.drive.run.program.image.lines;
        let of_file = lines.iter().flat_map(|entry| {
            let here = (entry.file, entry.line, entry.address);
            let used = entry.used_at.map(|(file, line)| (file, line, entry.address));
            [Some(here), used].into_iter().flatten()
        });
        let behind = of_file.filter(|(of, at, _)| *of == file && *at >= line);
        let found = behind.min_by_key(|(_, at, address)| (*at, *address));
        found
            .map(|(.., address)| address)
            .ok_or_else(|| format!("there is no instruction in line {line} nor behind it"))
    }

    /// Gives a register or memory a value: `$t0 = 5`, `total = 5`, `{int} total = 5`.
    pub(super) fn assign(&mut self, target: &str, value: &str) -> Done {
        let scope = self.drive.scope();
        let bits = scope.evaluate(value)?.bits;
        let place = scope.evaluate(target)?;
        let shown = asmkit::plain_name(target.trim());
        let (address, units) = match place.what {
            What::Register(name) => {
                return if self.drive.run.timeline.edit(|machine| machine.set_register(name, bits)) {
                    self.shown(target)
                } else {
                    Err(format!("`{shown}` never changes"))
                };
            }
            What::Pc => {
                self.drive.run.timeline.edit(|machine| machine.set_pc(bits));
                return self.shown(target);
            }
            What::Label(_) => (place.bits, scope.word_units()),
            What::Memory { address, units } => (address, units),
            What::Number | What::Pointer { .. } | What::Cell(_) => {
                return Err(format!("`{shown}` is nothing that can be given a value"));
            }
        };
        let all = scope.units(bits, units);
        let write = (address..).zip(all);
        let done = self.drive.run.timeline.edit(|machine| {
            write.fold(true, |done, (address, unit)| machine.poke(address, unit) && done)
        });
        if done {
            self.shown(target)
        } else {
            Err(format!("there is no memory that `{shown}` could be written to"))
        }
    }
}
