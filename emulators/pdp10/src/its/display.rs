//! The Type 340 display: lists that the system shows, and the instructions of a job in `IOTLSR`
//! mode, which reach the display and the switches directly.
//!
//! Source: ITS 1652, `ITSDEV`, "340 DISPLAY - .DSTART, .DSTRTL", and `AIOTLS`; PDP-10 System
//! Reference Manual, "Input-output instructions".

use machine::Picture;

use crate::Word36;
use crate::cpu::Cpu;
use crate::memory::Memory;
use crate::type340::{Dot, Halt, Phosphor, SIDE, Type340};

use super::monitor::{Monitor, Outcome};
use super::{Answer, Its};

/// Time of an input or output instruction.
pub(crate) const IO_NANOS: u64 = 5_000;
/// First opcode of input and output.
const IO_OPCODE: u32 = 0o700;

/// Entries of a display list and words of its blocks that one picture can have.
const MOST_ENTRIES: usize = 1 << 12;
const MOST_WORDS: u32 = 1 << 16;

/// Devices, and functions of an instruction.
mod device {
    pub(super) const PROCESSOR: u32 = 0;
    pub(super) const DISPLAY: u32 = 0o130;
    pub(super) const SPACEWAR: u32 = 0o420;
}
mod function {
    pub(super) const BLKI: u32 = 0;
    pub(super) const DATAI: u32 = 1;
    pub(super) const BLKO: u32 = 2;
    pub(super) const DATAO: u32 = 3;
    pub(super) const CONO: u32 = 4;
    pub(super) const CONI: u32 = 5;
    pub(super) const CONSZ: u32 = 6;
}

/// Conditions of the display.
mod condition {
    pub(super) const CHANNELS: u32 = 0o77;
    pub(super) const RESET: u32 = 0o100;
    pub(super) const CONTINUE: u32 = 0o200;
    /// It is ready for data, which it always is.
    pub(super) const READY: u32 = 0o200;
    pub(super) const STOPPED: u32 = 0o400;
}

/// A display list of a job.
#[derive(Debug, Clone, Copy)]
struct List {
    /// Number of the job.
    job: u32,
    /// Address of the first entry.
    root: u32,
    /// Whether entries name arrays of LISP, not pointers for `BLKO`.
    has_arrays: bool,
}

/// The display, and what it shows.
#[derive(Debug, Clone, Default)]
pub(super) struct Display {
    processor: Type340,
    /// Condition bits that a job set.
    conditions: u32,
    /// The list that the system shows.
    list: Option<List>,
    /// The screen, once something was shown.
    screen: Option<Phosphor>,
}

impl Display {
    fn screen(&mut self, now: u64) -> &mut Phosphor {
        let screen = self.screen.get_or_insert_with(|| Phosphor::new(now));
        screen.pass(now);
        screen
    }

    /// Executes a word of commands; returns the number of lit points.
    fn execute(&mut self, word: Word36, now: u64) -> u64 {
        self.screen(now);
        let Display { processor, screen: Some(screen), conditions, .. } = self else { return 0 };
        let mut lit = 0;
        let done = processor.execute(word, &mut |dot| {
            lit += 1;
            screen.light(dot);
        });
        if done == Err(Halt { interrupts: true }) {
            *conditions |= condition::STOPPED;
        }
        lit
    }
}

/// Blocks of a display list, in order: the pointers of `BLKO`, each to the word before its block.
///
/// Source: `SRCY1`, `SRCY1A`, `SRCY1C`.
fn blocks(memory: &Memory, list: List) -> Vec<Word36> {
    let word = |address: u32| memory.get(address & 0o777777).unwrap_or_default();
    let is_pointer = |pointer: &Word36| pointer.signed() < 0;
    let (mut next, mut blocks) = (list.root, Vec::new());
    for _ in 0..MOST_ENTRIES {
        let entry = word(next);
        if is_pointer(&entry) {
            // A single block, which is the whole picture.
            blocks.push(entry);
            break;
        }
        let mut pointer = if entry.left() == 0 { Word36::default() } else { word(entry.left()) };
        if list.has_arrays && is_pointer(&pointer) {
            // The word before the data has an AOBJN pointer to it.
            let data = word(pointer.right().wrapping_sub(1));
            pointer = Word36::halves(data.left(), data.right().wrapping_sub(1) & 0o777777);
        }
        blocks.extend(Some(pointer).filter(is_pointer));
        next = entry.right();
        if next == 0 {
            break;
        }
    }
    blocks
}

/// Draws a list once; returns the number of words and lit points.
fn draw(memory: &Memory, list: List, light: &mut impl FnMut(Dot)) -> u64 {
    let mut processor = Type340::default();
    let (mut words, mut lit) = (0, 0);
    for pointer in blocks(memory, list) {
        for at in 1..=0o1000000 - pointer.left() {
            words += 1;
            if words > MOST_WORDS {
                return u64::from(words) + lit;
            }
            let word = memory.get((pointer.right() + at) & 0o777777).unwrap_or_default();
            let light = &mut |dot| {
                lit += 1;
                light(dot);
            };
            if processor.execute(word, light).is_err() {
                processor.reset();
                break;
            }
        }
    }
    u64::from(words) + lit
}

impl Its {
    /// Memory of a job of the tree.
    fn memory_of<'a>(&'a self, job: u32, cpu: &'a Cpu) -> Option<&'a Memory> {
        if self.job.number() == job { Some(&cpu.memory) } else { self.memory_of_waiting(job) }
    }

    /// The screen of the display; `None` if nothing used it.
    pub(crate) fn picture(&self, cpu: &Cpu) -> Option<Picture> {
        let mut screen = self.display.screen.clone()?;
        if let Some(list) = self.display.list
            && let Some(memory) = self.memory_of(list.job, cpu)
        {
            draw(memory, list, &mut |dot| screen.light(dot));
        }
        let side = SIDE as u32;
        Some(Picture { width: side, height: side, brightness: screen.points() })
    }

    /// Whether the job may execute a word as an instruction for input or output.
    pub(crate) fn does_io(&self, word: Word36) -> bool {
        self.job.does_io && word.left() >> 9 >= IO_OPCODE
    }

    /// Executes an instruction for input or output; a device that is not there reads as zero.
    pub(crate) fn io(
        &mut self,
        word: Word36,
        effective: u32,
        cpu: &mut Cpu,
        host: &mut machine::Host,
    ) -> Answer {
        let mut monitor = Monitor { its: self, cpu, host };
        match monitor.input_output(word, effective) {
            Ok(answer) => answer,
            Err(trouble) => monitor.trouble(trouble, word),
        }
    }
}

impl Monitor<'_> {
    /// `.DSTART` and `.DSTRTL`: shows a list, which is read again for every picture.
    pub(super) fn start_display(&mut self, root: u32, has_arrays: bool) -> Answer {
        let job = self.its.job.number();
        self.keep_picture();
        let now = self.now_nanos();
        self.its.display.screen(now);
        self.its.display.list = Some(List { job, root, has_arrays });
        Answer::Skip
    }

    /// `.DSTOP` and `.DCLOSE`: the picture fades.
    pub(super) fn stop_display(&mut self) -> Answer {
        self.keep_picture();
        self.its.display.list = None;
        Answer::Next
    }

    /// `.NDIS`: shows a number of pictures, which is done at once; 0 asks how many are left.
    pub(super) fn count_pictures(&mut self, ac: u8) -> Answer {
        if self.its.display.list.is_none() || self.ac(ac).signed() <= 0 {
            return Answer::Next;
        }
        Answer::Skip
    }

    /// Lights the points of the list that is shown.
    fn keep_picture(&mut self) {
        let Some(list) = self.its.display.list else { return };
        let now = self.now_nanos();
        let mut display = std::mem::take(&mut self.its.display);
        if let Some(memory) = self.its.memory_of(list.job, self.cpu) {
            let screen = display.screen(now);
            let work = draw(memory, list, &mut |dot| screen.light(dot));
            self.host.work.charge(work);
        }
        self.its.display = display;
    }

    /// `.IOTLSR`: a negative accumulator allows instructions for input and output, another one
    /// ends that.
    pub(super) fn allow_io(&mut self, ac: u8) -> Answer {
        self.its.job.does_io = self.ac(ac).signed() < 0;
        Answer::Next
    }

    fn input_output(&mut self, word: Word36, effective: u32) -> Outcome<Answer> {
        let device = (word.left() >> 8 & 0o177) << 2;
        let function = word.left() >> 5 & 7;
        match function {
            function::DATAI => self.write(effective, self.data_in(device))?,
            function::DATAO => self.data_out(device, self.read(effective)?),
            function::BLKI | function::BLKO => {
                let pointer = self.read(effective)?;
                let pointer = Word36::new(pointer.bits().wrapping_add(0o1_000001));
                self.write(effective, pointer)?;
                if function == function::BLKI {
                    self.write(pointer.right(), self.data_in(device))?;
                } else {
                    self.data_out(device, self.read(pointer.right())?);
                }
                return Ok(if pointer.left() == 0 { Answer::Next } else { Answer::Skip });
            }
            function::CONO => self.set_conditions(device, effective),
            function::CONI => self.write(effective, Word36::from(self.conditions(device)))?,
            _ => {
                let is_zero = self.conditions(device) & effective == 0;
                let skips = is_zero == (function == function::CONSZ);
                return Ok(if skips { Answer::Skip } else { Answer::Next });
            }
        }
        Ok(Answer::Next)
    }

    /// Data of a device: the switches of the console, which are also those of Spacewar's consoles.
    fn data_in(&self, device: u32) -> Word36 {
        match device {
            device::PROCESSOR | device::SPACEWAR => self.its.switches,
            _ => Word36::default(),
        }
    }

    fn data_out(&mut self, device: u32, word: Word36) {
        if device == device::DISPLAY {
            let now = self.now_nanos();
            let work = self.its.display.execute(word, now);
            self.host.work.charge(work);
        }
    }

    fn set_conditions(&mut self, device: u32, conditions: u32) {
        if device != device::DISPLAY {
            return;
        }
        let display = &mut self.its.display;
        display.conditions = conditions & condition::CHANNELS;
        if conditions & (condition::RESET | condition::CONTINUE) == condition::RESET {
            display.processor.reset();
        }
    }

    fn conditions(&self, device: u32) -> u32 {
        match device {
            device::DISPLAY => self.its.display.conditions | condition::READY,
            _ => 0,
        }
    }
}
