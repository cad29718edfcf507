//! DDT's messages about a job that stopped.
//!
//! Source: DDT 1549, `PCPNT1`, `LOS` and `LOSFIL`; ITS 1648 with DDT 1546, measured.

use machine::{Cause, Limit};

use crate::files::names::FileName;
use crate::text::from_sixbit;
use crate::word::SIGN;
use crate::{Word36, isa};

use super::Answer;
use super::channels::{Channel, Device, Name};
use super::errors;
use super::interrupt_bits::{CHANNEL, LOST, NAMES};
use super::job::variable;
use super::monitor::{Monitor, accumulator, opcode};

const CALL: u32 = 0o43;

impl Monitor<'_> {
    /// Types text on a separate line.
    pub(super) fn type_line(&mut self, text: &str) -> Result<(), Answer> {
        let mut end = Vec::new();
        self.its.terminal.fresh_line(&mut end);
        let fits = self.host.output.write(&end) && self.host.errors.write(text.as_bytes());
        if fits { Ok(()) } else { Err(Answer::Limit(Limit::Output)) }
    }

    /// Reports a fatal interrupt and the instruction at `pc`.
    pub(super) fn report_fatal(&mut self, bits: Word36, pc: u32, cause: Cause) -> Answer {
        let intro = match bits {
            CHANNEL => self.channel_error(),
            _ => format!("{}{} ", names(bits), self.pending_names()),
        };
        self.stop(&intro, pc, cause)
    }

    /// Types an introduction with the instruction at an address, and leaves the job to DDT.
    pub(super) fn stop(&mut self, intro: &str, pc: u32, cause: Cause) -> Answer {
        let line = format!("{intro}{pc:o}>>{}\n", self.instruction(pc));
        match self.type_line(&line) {
            Ok(()) => Answer::Fault(cause),
            Err(full) => full,
        }
    }

    /// Names of pending interrupts that did not stop the job.
    fn pending_names(&self) -> String {
        let (first, second) = (self.variable(variable::PIRQC), self.variable(variable::IFPIR));
        let channels = (0..18).filter(|bit| second.bits() >> bit & 1 != 0);
        let channels: String = channels.map(|bit| format!("IOCH{bit:o};")).collect();
        let all = names(first) + &channels;
        if all.is_empty() { all } else { format!("({all})") }
    }

    fn channel_error(&self) -> String {
        let channel = self.its.channels.get(self.its.job.bad_channel);
        let message = errors::transfer_message(channel.transfer_error);
        format!("IOCERROR: {} - {message}\n", shown_names(&channel_names(channel)))
    }

    /// Reports `.LOSE` with its code, at the address of the failing instruction.
    ///
    /// Codes: 0 for nothing, up to 44 the number of an interrupt, 1000 the last error and 1400 the
    /// same with the file, both plus an error number.
    pub(super) fn report_loss(&mut self, at: u32, code: u32) -> Answer {
        let intro = match code {
            1..=36 => names(Word36::new(1 << (36 - code))) + " ",
            0o1000..=0o1777 => self.loss(at, code),
            _ => "ERROR; ".to_owned(),
        };
        if let Some(stopped) = self.stop_for_superior(LOST, at + 1) {
            return stopped;
        }
        self.set(variable::FTL1, LOST);
        self.stop(&intro, at, Cause::GaveUp)
    }

    fn loss(&self, at: u32, code: u32) -> String {
        let error = (code & 0o377) as u8;
        let instruction = self.cpu.read(at).unwrap_or_default();
        let call =
            (instruction.left() & !0o37 == CALL << 9).then(|| self.cpu.effective(instruction));
        let block = call.and_then(Result::ok);
        let mut text = String::from("ERROR: ");
        let name = block.map(|block| from_sixbit(self.word(block + 1)));
        if let Some(name) = &name {
            text.push_str(&format!("{name}:  "));
        }
        if code & 0o400 != 0 {
            let names = match (block, name.as_deref()) {
                (Some(block), Some("OPEN")) => self.names_in(block, 1),
                (Some(block), Some("RENAME" | "DELETE")) => self.names_in(block, 0),
                _ => channel_names(self.its.channels.get(self.its.job.bad_channel)),
            };
            text.push_str(&format!("{} - ", shown_names(&names)));
        }
        let status = match error {
            0 => self.status(self.its.job.bad_channel),
            error => Word36::halves(error.into(), 0),
        };
        let reported = errors::text(status).replace('\r', "");
        text + if reported.is_empty() { "\n" } else { &reported }
    }

    /// A word that the program could read, or zero.
    fn word(&self, address: u32) -> Word36 {
        self.cpu.read(address & 0o777777).unwrap_or_default()
    }

    /// Device, names and directory in the arguments of a call after the first `skipped`.
    fn names_in(&self, block: u32, skipped: usize) -> Name {
        let mut names = [Word36::default(); 4];
        names[3] = self.its.job.directory();
        let mut given = Vec::new();
        for at in 2..2 + 64 {
            let argument = self.word(block + at);
            if argument.left() & 0o6000 == 0 {
                let address = self.cpu.effective(argument).unwrap_or(0);
                let immediate = argument.left() & 0o1000 != 0;
                given.push(if immediate { Word36::from(address) } else { self.word(address) });
            }
            if argument.left() & 0o400000 != 0 {
                break;
            }
        }
        names.iter_mut().zip(given.into_iter().skip(skipped)).for_each(|(name, is)| *name = is);
        names
    }

    /// An instruction as DDT types it, a symbolic call with its name.
    pub(super) fn instruction(&self, pc: u32) -> String {
        let Ok(word) = self.cpu.read(pc & 0o777777) else { return " ?".to_owned() };
        let typed = isa::typed(word);
        if opcode(word) != CALL || accumulator(word) != 0 {
            return typed;
        }
        let block = self.cpu.effective(word).unwrap_or(0);
        if self.word(block).bits() == SIGN {
            format!("{typed} ({})", from_sixbit(self.word(block + 1)))
        } else {
            typed
        }
    }
}

/// Names of first-word interrupts, each with a semicolon, the highest bit first.
fn names(bits: Word36) -> String {
    let set = (0..36).rev().filter(|bit| bits.bits() >> bit & 1 != 0);
    set.map(|bit: usize| format!("{};", NAMES[bit])).collect()
}

/// Names of a channel's target: device, two names, directory; zero if missing.
pub(super) fn channel_names(channel: &Channel) -> Name {
    let sixbit = crate::text::sixbit;
    match channel.open.as_ref().map(|open| &open.device) {
        None => Name::default(),
        Some(Device::Terminal) => {
            [sixbit("TTY"), Word36::default(), Word36::default(), Word36::default()]
        }
        Some(Device::Null) => {
            [sixbit("NUL"), Word36::default(), Word36::default(), Word36::default()]
        }
        Some(Device::Text(names, _)) => *names,
        Some(Device::Job(open)) => open.names,
        Some(Device::File(file)) => disk_names(&file.name),
    }
}

fn disk_names(name: &FileName) -> Name {
    let [directory, first, second] = name.words();
    [crate::text::sixbit("DSK"), first, second, directory]
}

/// Source: DDT 1549, `LFILE0`.
fn shown_names(&[device, first, second, directory]: &Name) -> String {
    let mut text = String::new();
    let absent = Word36::default();
    if device != absent {
        text.push_str(&format!("{}: ", from_sixbit(device)));
    }
    if directory != absent {
        text.push_str(&format!("{}; ", from_sixbit(directory)));
    }
    if first != absent {
        text.push_str(&format!("{} {}", from_sixbit(first), from_sixbit(second)));
    }
    text
}
