//! State of a stopped program: registers, memory, calls, stores and counts.

use std::collections::BTreeMap;

use data_encoding::BASE64;
use debuggers::StoreRecord as Store;
use debuggers::look::{self, Base};
use machine::{Machine as _, sort_by_number};
use serde::Serialize;
use ts_rs::TS;

use crate::place::Spot;
use crate::simulator::Held;

/// A register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Register {
    /// Its name, as in expressions after a `$`.
    pub name: String,
    /// Its value in the requested format.
    pub shown: String,
    /// Whether it has changed since the program last stopped.
    pub is_changed: bool,
    /// Names of the flags that are set, if its bits are flags.
    pub flags: String,
}

/// Words of memory in rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Memory {
    /// Rows, in ascending order of address.
    pub rows: Vec<MemoryRow>,
}

/// A row of memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct MemoryRow {
    /// First address.
    pub address: u64,
    /// The address, as the manual prints it.
    pub shown: String,
    /// Words in the requested format.
    pub words: Vec<String>,
    /// Bytes as characters, with a dot for unprintable ones; empty if a unit is not a byte.
    pub text: String,
}

/// Picture of a machine's display.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct DisplayPicture {
    /// Points of a row.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Brightness of each point in a byte, in rows from the top, in base64.
    pub brightness: String,
}

/// A part of memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Area {
    /// Name in its source, such as `.text`; or `stack`, `heap`.
    pub name: String,
    /// Contents in words.
    pub what: String,
    /// First address; for the stack, the current stack pointer.
    pub from: u64,
    /// Address after the last one; null for the stack.
    pub to: Option<u64>,
    /// First address, as the manual prints it.
    pub shown: String,
}

/// A store of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Stored {
    /// Position in the run after the instruction.
    pub position: u64,
    /// The instruction.
    pub by: Spot,
    /// First address.
    pub address: u64,
    /// The address, as the manual prints it.
    pub shown: String,
    /// Units of memory.
    pub units: u32,
    /// Old value.
    pub before: String,
    /// Stored value.
    pub value: String,
}

/// A call that has not returned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Frame {
    /// The calling instruction.
    pub call: Spot,
    /// Return address.
    pub back: Spot,
}

/// Calls that have not returned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Calls {
    /// Calls, outermost first; at most 1,000.
    pub frames: Vec<Frame>,
    /// Number of outer calls that are left out.
    pub outer: u64,
    /// Number of inner calls that are left out, because they were too many to follow.
    pub inner: u64,
}

/// Maximum number of reported calls.
const MOST_FRAMES: usize = 1_000;

/// Costs of a run so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Counts {
    /// Unit of the count, such as `instructions`.
    pub counted: String,
    /// Instructions that the program retired.
    pub instructions: u64,
    /// Instructions that a supervisor retired for it.
    pub supervisor_instructions: u64,
    /// Cycles under each model.
    pub cycles: Vec<Cycles>,
}

/// Cycles under one model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Cycles {
    /// Number of cycles.
    pub cycles: u64,
    /// The model.
    pub model: crate::menu::Model,
}

/// Execution counts of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Profile {
    /// Counts by source line; lines with instructions that never ran have 0.
    pub lines: Vec<LineTimes>,
    /// Instructions without a source line.
    pub elsewhere: u64,
}

/// Executed instructions of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct LineTimes {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// Number of instructions.
    pub times: u64,
}

/// A part of the instruction mix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct ClassCount {
    /// Cost class in the instruction table.
    pub class: String,
    /// Number of its instructions.
    pub times: u64,
}

/// Maximum number of words in an answer.
const MOST_WORDS: u64 = 1 << 12;

/// Maximum number of values in an answer: 512 by 512 pixels.
const MOST_VALUES: u64 = 1 << 18;

/// Maximum number of characters of a cell's value.
const MOST_CELL: usize = 1_000;

/// Maximum number of reported stores.
const MOST_STORES: usize = 1_000;

/// Words per row.
const ROW_WORDS: u64 = 4;

impl Held {
    /// All registers, the program counter last.
    pub(crate) fn registers(&self, base: Base) -> Vec<Register> {
        let parts = self.session.whole().parts();
        self.session.machine(|machine| {
            let bits = machine.spec().word_bits;
            let shown = |value| look::number(value, bits, base, &parts, machine);
            let before = |name| self.last.iter().find(|(known, _)| *known == name);
            let flags = machine.spec().syntax.flags;
            let flags = |name| flags.filter(|flags| flags.register == name);
            let register = |(name, value): (&'static str, u64)| Register {
                flags: flags(name).map_or_else(String::new, |flags| flags.names(value)),
                name: name.to_owned(),
                shown: shown(value),
                is_changed: before(name).is_some_and(|(_, before)| *before != value),
            };
            machine.registers().into_iter().map(register).collect()
        })
    }

    /// Words of memory from an address on.
    ///
    /// # Errors
    /// An error message if there is no such address, or no memory there.
    pub(crate) fn memory(&self, from: &str, words: u64, base: Base) -> Result<Memory, String> {
        let parts = self.session.whole().parts();
        self.session.machine(|machine| {
            let spec = machine.spec();
            let units = u64::from(spec.word_bits / spec.unit_bits).max(1);
            let start = look::address(from, &parts, machine)?;
            let count = words.min(MOST_WORDS);
            let is_bytes = spec.unit_bits == 8;
            let mut rows = Vec::new();
            for first in (0..count).step_by(ROW_WORDS as usize) {
                let address = start.saturating_add(first * units);
                let here = (first..count.min(first + ROW_WORDS))
                    .map(|at| start.saturating_add(at * units));
                let values: Vec<u64> =
                    here.map_while(|at| look::word(at, &parts, machine)).collect();
                if values.is_empty() {
                    break;
                }
                let end = address + values.len() as u64 * units;
                let bytes = (address..end).filter_map(|at| machine.peek(at)).map(|byte| byte as u8);
                rows.push(MemoryRow {
                    address,
                    shown: spec.show_address(address),
                    words: values
                        .iter()
                        .map(|&word| look::number(word, spec.word_bits, base, &parts, machine))
                        .collect(),
                    text: if is_bytes { bytes.map(letter).collect() } else { String::new() },
                });
            }
            let none = || format!("there is no memory at {}", spec.show_address(start));
            if rows.is_empty() { Err(none()) } else { Ok(Memory { rows }) }
        })
    }

    /// Values of words of memory from an address on, up to the first address without memory.
    ///
    /// # Errors
    /// An error message if there is no such address.
    pub(crate) fn values(&self, from: &str, words: u64) -> Result<Vec<u64>, String> {
        let parts = self.session.whole().parts();
        self.session.machine(|machine| {
            let spec = machine.spec();
            let units = u64::from(spec.word_bits / spec.unit_bits).max(1);
            let start = look::address(from, &parts, machine)?;
            let addresses = (0..words.min(MOST_VALUES)).map(|at| start.saturating_add(at * units));
            Ok(addresses.map_while(|at| look::word(at, &parts, machine)).collect())
        })
    }

    /// Values of cells as their language prints them; `None` where there is no such cell, or none to show.
    pub(crate) fn cells(&self, names: &[String]) -> Vec<Option<String>> {
        let short = |value: String| asmkit::plain(&value).chars().take(MOST_CELL).collect();
        self.session
            .machine(|machine| names.iter().map(|name| machine.value(name).map(short)).collect())
    }

    /// What the machine's display shows; `None` if the program did not use one.
    pub(crate) fn picture(&self) -> Option<DisplayPicture> {
        let picture = self.session.machine(machine::Machine::picture)?;
        let brightness = BASE64.encode(&picture.brightness);
        Some(DisplayPicture { width: picture.width, height: picture.height, brightness })
    }

    /// The parts of memory.
    pub(crate) fn areas(&self) -> Vec<Area> {
        let whole = self.session.whole();
        let (image, spec) = (self.image(), whole.target.spec());
        let area = |name: &str, what: &str, from: u64, to: Option<u64>| {
            let (name, what, shown) = (name.to_owned(), what.to_owned(), spec.show_address(from));
            Area { name, what, from, to, shown }
        };
        let of_program = image.segments.iter().filter(|segment| segment.size > 0).map(|segment| {
            let what = if segment.executable { "instructions" } else { "data" };
            let (base, end) = (segment.base, segment.base + segment.size);
            area(&asmkit::plain_name(&segment.name), what, base, Some(end))
        });
        let heap = whole.target.heap(image);
        let heap = heap.map(|heap| {
            let what = "memory requested from the system";
            area("heap", what, heap.start, Some(heap.end))
        });
        let stack = whole.target.convention().map(|convention| convention.stack);
        let stack = stack.and_then(|name| self.session.machine(|machine| machine.register(name)));
        // The left half of a PDP-10 pointer is not part of the address.
        let address = |pointer: u64| pointer & ((1 << spec.address_bits) - 1);
        let stack =
            stack.map(|pointer| area("stack", "from the stack pointer", address(pointer), None));
        of_program.chain(heap).chain(stack).collect()
    }

    /// The last stores.
    pub(crate) fn stores(&mut self) -> Vec<Stored> {
        let stores = self.session.last_stores(MOST_STORES);
        let target = &self.session.whole().target;
        let (spec, is_big) = (target.spec(), target.is_big_endian());
        let number = |units: &[u64]| {
            let add = |all: u64, unit: &u64| all << (spec.unit_bits % 64) | unit;
            if is_big { units.iter().fold(0, add) } else { units.iter().rev().fold(0, add) }
        };
        let stored = |Store { position, by, store, before }: Store| {
            let bits = u32::from(store.size) * spec.unit_bits;
            Stored {
                position,
                by: self.spot(by),
                address: store.address,
                shown: spec.show_address(store.address),
                units: store.size.into(),
                before: spec.radix.show(number(&before), bits),
                value: spec.radix.show(store.value, bits),
            }
        };
        stores.into_iter().map(stored).collect()
    }

    /// The call chain; `None` if the search needs another call.
    pub(crate) fn calls(&mut self, slice: u64) -> Option<Calls> {
        let (mut frames, lost) = self.session.calls(slice)?;
        let left_out = frames.len().saturating_sub(MOST_FRAMES);
        // The session drops the innermost calls, this answer the outermost.
        frames.drain(..left_out);
        let frame = |frame: targets::calls::Frame| Frame {
            call: self.spot(frame.call),
            back: self.spot(frame.back),
        };
        let frames = frames.into_iter().map(frame).collect();
        Some(Calls { frames, outer: left_out as u64, inner: lost })
    }

    /// Costs of the run so far.
    pub(crate) fn counts(&self) -> Counts {
        let (counts, spec) = (self.session.counts(), self.session.whole().target.spec());
        let cycles = counts.cycles.iter().zip(spec.models);
        Counts {
            counted: spec.syntax.counted.to_owned(),
            instructions: counts.instructions,
            supervisor_instructions: counts.supervisor_instructions,
            cycles: cycles
                .map(|(cycles, model)| Cycles {
                    cycles: cycles.cycles,
                    model: crate::menu::Model::of(model),
                })
                .collect(),
        }
    }

    /// Execution counts by line.
    pub(crate) fn profile(&self) -> Profile {
        let image = self.image();
        let executed = self.session.machine(machine::Machine::executed);
        let (lines, elsewhere) = targets::profile::by_line(&executed, image);
        let name = |file: u32| image.files.get(file as usize).map_or("?", String::as_str);
        let lines = lines.into_iter().map(|((file, line), times)| LineTimes {
            file: asmkit::plain_name(name(file)),
            line,
            times,
        });
        Profile { lines: lines.collect(), elsewhere }
    }

    /// Instructions by their cost class, the most frequent first.
    pub(crate) fn mix(&self) -> Vec<ClassCount> {
        let mut classes: BTreeMap<&str, u64> = BTreeMap::new();
        for executed in self.session.machine(machine::Machine::executed) {
            *classes.entry(executed.class).or_default() += executed.times;
        }
        let mixed = |(class, times): (&str, u64)| ClassCount { class: class.to_owned(), times };
        let mut mix: Vec<ClassCount> = classes.into_iter().map(mixed).collect();
        mix.retain(|mixed| mixed.times > 0);
        sort_by_number(&mut mix, |mixed| !mixed.times);
        mix
    }
}

/// Byte as a character.
fn letter(byte: u8) -> char {
    if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '.' }
}
