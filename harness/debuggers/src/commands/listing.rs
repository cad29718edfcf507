//! Commands that list the program: source, cells, instructions.

use asmkit::FileId;
use machine::Machine as _;

use super::format;
use super::{Arguments, CommandDebugger, CommandResult, Next};
use crate::engine::NO_SOURCES;

/// Lines that `list` shows at once.
const LINES: u32 = 10;

impl CommandDebugger<'_, '_> {
    /// `list`: lines around a place, or the next ones.
    pub(super) fn list(&mut self, arguments: Arguments<'_>) -> CommandResult {
        if self.drive.run.rules.is_script {
            return self.list_cells();
        }
        let (file, first, last) = match arguments.rest.split_once(',') {
            Some((first, last)) => {
                let (file, first) = self.line_of_place(first.trim())?;
                let last = match last.trim() {
                    "" => first.saturating_add(LINES - 1),
                    last => self.line_of_place(last)?.1,
                };
                (file, first, last)
            }
            None => {
                let (file, first) = match (arguments.rest, self.listed) {
                    ("" | "+", Some(listed)) => listed,
                    ("-", Some((file, next))) => (file, next.saturating_sub(2 * LINES).max(1)),
                    ("" | "+" | "-", None) => self.around("")?,
                    (place, _) => self.around(place)?,
                };
                (file, first, first.saturating_add(LINES - 1))
            }
        };
        let text = self.lines(file, first.max(1), last)?;
        self.listed = Some((file, last.saturating_add(1)));
        self.console.say(&text);
        Ok(Next::Go)
    }

    /// First of the lines around a place.
    fn around(&self, place: &str) -> Result<(u32, u32), String> {
        let (file, line) = self.line_of_place(place)?;
        Ok((file, line.saturating_sub(LINES / 2).max(1)))
    }

    fn line_of_place(&self, place: &str) -> Result<(u32, u32), String> {
        let file = self.drive.current_file();
        if let Some(line) = self.drive.scope().source_line(place, file)? {
            return Ok(line);
        }
        let image = self.drive.run.program.image;
        let address = self.drive.place(place)?;
        let line = image.line(address).or_else(|| {
            let main = image.symbol("main").and_then(|main| image.line(main));
            main.or_else(|| image.line(image.entry)).filter(|_| place.is_empty())
        });
        let none = match &image.lines[..] {
            [] => NO_SOURCES,
            _ => "there is no source line for that place: `disassemble` shows it",
        };
        let line = line.ok_or(none)?;
        Ok((line.file, line.line))
    }

    fn lines(&self, file: u32, first: u32, last: u32) -> Result<String, String> {
        let program = self.drive.run.program;
        if file as usize >= program.sources.names().len() {
            return Err(NO_SOURCES.to_owned());
        }
        let here = program.image.line(self.drive.run.pc());
        let here = here.filter(|line| line.file == file).map(|line| line.line);
        let mut text = String::new();
        for number in first..=last.min(first.saturating_add(format::MOST_SHOWN as u32)) {
            let Some(line) = program.sources.line_text(FileId(file), number) else { break };
            let mark = if here == Some(number) { "=>" } else { "  " };
            let line = asmkit::plain(line.trim_end());
            text += format!("{number:<5}{mark} {line}").trim_end();
            text.push('\n');
        }
        if text.is_empty() { Err("there are no more lines".to_owned()) } else { Ok(text) }
    }

    /// Cells of a script, with the current one marked.
    fn list_cells(&mut self) -> CommandResult {
        let run = &self.drive.run;
        let (image, pc) = (run.program.image, run.pc());
        let line = |address: u64| {
            let name = run.machine().spec().syntax.place(image, address)?;
            let text = run.instruction(address)?;
            let mark = if address == pc { "=>" } else { "  " };
            Some(format!("{mark} {:<5} {text}\n", asmkit::plain_name(name)))
        };
        let text: String = image.lines.iter().filter_map(|entry| line(entry.address)).collect();
        self.console.say(&text);
        Ok(Next::Go)
    }

    /// `disassemble`: from the label before a place to the next label, or the range `A,B`.
    pub(super) fn disassemble(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let (first, last) = arguments.rest.split_once(',').unwrap_or((arguments.rest, ""));
        let address = self.drive.place(first)?;
        let image = self.drive.run.program.image;
        let (start, count) = match last.trim() {
            "" => {
                let label = image.nearest_symbol(address).map(|(symbol, _)| symbol.value);
                (label.filter(|_| arguments.rest.is_empty()).unwrap_or(address), u64::MAX)
            }
            last => {
                let scope = self.drive.scope();
                let end = match last.strip_prefix('+') {
                    Some(length) => address.saturating_add(scope.evaluate(length)?.bits),
                    None => scope.evaluate(last)?.bits,
                };
                (address, end.saturating_sub(address).clamp(1, format::MOST_SHOWN))
            }
        };
        let text = match count {
            u64::MAX => self.routine(start),
            units => self.instructions_within(start, start.saturating_add(units)),
        };
        self.console.say(&text);
        Ok(Next::Go)
    }

    /// Instructions from an address to the next called label, at most a screen.
    fn routine(&self, start: u64) -> String {
        const A_SCREEN: u64 = 20;
        self.instructions(start, A_SCREEN).0
    }

    fn instructions_within(&self, start: u64, end: u64) -> String {
        let (mut at, mut text) = (start, String::new());
        while at < end {
            let (line, next) = self.instructions(at, 1);
            if next == at {
                break;
            }
            text += &line;
            at = next;
        }
        text
    }

    /// This many instructions from an address, and the address after them.
    pub(super) fn instructions(&self, address: u64, count: u64) -> (String, u64) {
        let run = &self.drive.run;
        let (machine, image, pc) = (run.machine(), run.program.image, run.pc());
        let scope = self.drive.scope();
        let (mut text, mut at) = (String::new(), address);
        for _ in 0..count {
            let mark = if at == pc { "=>" } else { "  " };
            let place = machine.spec().show_address(at);
            let label = format::label(&scope, at);
            // A word that is not an instruction may be the program's data.
            let word = |at| machine.peek(at).map(machine.spec().syntax.data);
            let is_words = machine.spec().unit_bits == machine.spec().word_bits;
            let instruction = run.instruction(at).or_else(|| is_words.then(|| word(at)).flatten());
            let Some(instruction) = instruction else {
                if at == address {
                    text += &format!("{mark} {place}{label}:  (no instruction)\n");
                }
                break;
            };
            text += &format!("{mark} {place}{label}:  {instruction}\n");
            at = match run.program.target.instruction(image, at) {
                Some(instruction) => at + instruction.units,
                None => self.next_instruction_place(at),
            };
        }
        (text, at)
    }

    /// Address after an instruction outside the program's image.
    fn next_instruction_place(&self, address: u64) -> u64 {
        if self.drive.run.rules.is_script {
            let mut cells = self.drive.run.program.image.lines.iter().map(|line| line.address);
            return cells.find(|&at| at > address).unwrap_or(address);
        }
        address + self.drive.scope().word_units()
    }
}
