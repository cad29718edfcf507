//! The system handling a call or a processor event.

use machine::{Cause, Host, Limit};

use crate::Word36;
use crate::cpu::Cpu;
use crate::memory::{PAGE_WORDS, PAGES, Page};

use super::channels::Device;
use super::interrupt_bits;
use super::job::{option, variable};
use super::{Answer, Its, ProcessorEvent, errors};

/// Why a call does not complete normally.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallError {
    /// It fails with an error, and the next instruction follows.
    Error(u8),
    /// A transfer on the current channel fails: an interrupt.
    Channel(u8),
    /// It is not a call: an interrupt.
    Illegal,
    /// A memory fault: an interrupt.
    Memory(Cause),
    /// Any other end.
    Stop(Answer),
}

/// Result of a step of a call.
pub(super) type Outcome<T = ()> = Result<T, CallError>;

impl From<Cause> for CallError {
    fn from(cause: Cause) -> Self {
        CallError::Memory(cause)
    }
}

/// The system, the program it serves, and the outside world.
pub(super) struct Monitor<'a> {
    pub(super) its: &'a mut Its,
    pub(super) cpu: &'a mut Cpu,
    pub(super) host: &'a mut Host,
}

/// Operation code of `CIRC`.
const CIRC: u32 = 0o247;

impl Monitor<'_> {
    /// Handles a monitor call and the interrupts that it allows.
    pub(super) fn call(&mut self, word: Word36, effective: u32) -> Answer {
        let planted = Word36::halves(word.left() & !0o37, effective);
        if self.its.job.option(option::TRAP) {
            return self
                .interrupt(interrupt_bits::SYSTEM_CALL, Cause::Illegal { word: word.bits() });
        }
        if self.its.job.option(option::DEC) && matches!(opcode(word), 0o40 | 0o41 | 0o47) {
            return self.returned(planted);
        }
        let next = (self.cpu.pc.get() + 1) & 0o777777;
        self.set(variable::SV40, planted);
        self.set(variable::UUOH, self.cpu.pc_word(next));
        self.its.job.channel_in_hand = accumulator(word);
        match self.uuo(word, effective) {
            Ok(answer) => self.leave(answer),
            Err(trouble) => self.trouble(trouble, word),
        }
    }

    /// Handles a processor event.
    pub(super) fn condition(&mut self, condition: ProcessorEvent) -> Answer {
        match condition {
            ProcessorEvent::Illegal(word) => match self.cpu.effective(word) {
                Ok(effective) if word.left() >> 9 == CIRC => {
                    self.circulate(word.left() >> 5 & 0o17, effective)
                }
                Ok(effective) => self.returned(Word36::halves(word.left() & !0o37, effective)),
                Err(cause) => self.memory_refused(cause),
            },
            ProcessorEvent::Memory(cause) => self.memory_refused(cause),
            ProcessorEvent::Pushdown => self.signal_done(interrupt_bits::PUSHDOWN),
            ProcessorEvent::Overflow => self.signal_done(interrupt_bits::OVERFLOW),
            ProcessorEvent::FloatOverflow => self.signal_done(interrupt_bits::FLOAT_OVERFLOW),
        }
    }

    /// `CIRC`, which the KA10s of MIT have: rotates two accumulators, the second one in the other
    /// direction, so that bits leave and enter both at the same ends.
    ///
    /// The count is that of `ROTC`: its sign, and its magnitude modulo 400.
    fn circulate(&mut self, ac: u32, count: u32) -> Answer {
        const SIGN: u64 = 1 << 35;
        let [one, other] = [ac as u8, (ac as u8 + 1) % 0o20];
        let (mut first, mut second) = (self.ac(one).bits(), self.ac(other).bits());
        let is_left = count & 0o400000 == 0;
        let magnitude = if is_left { count } else { 0o1000000 - count };
        for _ in 0..magnitude & 0o377 {
            if is_left {
                (first, second) = (
                    first << 1 | second & 1,
                    second >> 1 | if first & SIGN == 0 { 0 } else { SIGN },
                );
            } else {
                (first, second) = (
                    first >> 1 | if second & SIGN == 0 { 0 } else { SIGN },
                    second << 1 | first & 1,
                );
            }
            (first, second) = (Word36::new(first).bits(), Word36::new(second).bits());
        }
        self.set_ac(one, Word36::new(first));
        self.set_ac(other, Word36::new(second));
        self.leave(Answer::To(self.cpu.pc.get() + 1))
    }

    /// Does what follows from a call that fails.
    pub(super) fn trouble(&mut self, trouble: CallError, word: Word36) -> Answer {
        match trouble {
            CallError::Error(code) => {
                self.note_error(code);
                self.leave(Answer::Next)
            }
            CallError::Channel(code) => self.transfer_failed(code),
            CallError::Illegal => {
                self.interrupt(interrupt_bits::ILLEGAL, Cause::Illegal { word: word.bits() })
            }
            CallError::Memory(cause) => self.memory_refused(cause),
            CallError::Stop(answer) => answer,
        }
    }

    /// Records the error of a call where programs look for it.
    pub(super) fn note_error(&mut self, code: u8) {
        let channel = self.its.job.channel_in_hand;
        self.its.job.bad_channel = channel;
        self.its.channels.get_mut(channel).error = code;
    }

    fn transfer_failed(&mut self, code: u8) -> Answer {
        let channel = self.its.job.channel_in_hand;
        self.its.job.bad_channel = channel;
        self.its.channels.get_mut(channel).transfer_error = code;
        let error = errors::transfer_message(code);
        self.interrupt(interrupt_bits::CHANNEL, Cause::Channel { channel, error })
    }

    /// Source: *ITS USETS*, `.MPVA`: on the KA10 the beginning of the page.
    fn memory_refused(&mut self, cause: Cause) -> Answer {
        let (bit, address) = match cause {
            Cause::Unmapped { address, .. } => (interrupt_bits::MEMORY, address),
            Cause::ReadOnly { address } => (interrupt_bits::READ_ONLY, address),
            _ => return Answer::Fault(cause),
        };
        self.set(variable::MPVA, Word36::from(address as u32 & !(PAGE_WORDS - 1)));
        self.interrupt(bit, cause)
    }

    /// Returns an instruction to the program, as if it had trapped to the program's own 40.
    ///
    /// Source: *ITS UUOS*, "returnable uuos"; ITS 1652, `USRUUO`.
    fn returned(&mut self, planted: Word36) -> Answer {
        const JSR: u32 = 0o264000;
        let block = self.its.job.block40();
        let handler = self.cpu.read(block + 1).unwrap_or_default();
        if !matches!(handler.left(), 0 | JSR) || handler.right() == 0 {
            return self
                .interrupt(interrupt_bits::ILLEGAL, Cause::Illegal { word: planted.bits() });
        }
        let pc = self.cpu.pc_word((self.cpu.pc.get() + 1) & 0o777777);
        let stored = self.cpu.write(block, planted);
        match stored.and_then(|()| self.cpu.write(handler.right(), pc)) {
            Ok(()) => Answer::To((handler.right() + 1) & 0o777777),
            Err(cause) => self.memory_refused(cause),
        }
    }

    /// Reads a word of the program's memory.
    pub(super) fn read(&self, address: u32) -> Outcome<Word36> {
        Ok(self.cpu.read(address & 0o777777)?)
    }

    /// Writes a word of the program's memory.
    pub(super) fn write(&self, address: u32, word: Word36) -> Outcome {
        Ok(self.cpu.write(address & 0o777777, word)?)
    }

    /// Checks whether [`write`](Self::write) would succeed.
    pub(super) fn check_write(&self, address: u32) -> Outcome {
        Ok(self.cpu.memory.check_write(address & 0o777777)?)
    }

    /// An accumulator of the program.
    pub(super) fn ac(&self, number: u8) -> Word36 {
        self.cpu.memory.ac(number)
    }

    /// Sets an accumulator.
    pub(super) fn set_ac(&self, number: u8, word: Word36) {
        self.cpu.memory.set_ac(number, word);
    }

    /// A variable of the job.
    pub(super) fn variable(&self, number: usize) -> Word36 {
        self.its.job.variables[number]
    }

    /// Sets a variable of the job.
    pub(super) fn set(&mut self, number: usize, word: Word36) {
        self.its.job.variables[number] = word;
    }

    /// Current time, in nanoseconds since 1970.
    pub(super) fn now_nanos(&self) -> u64 {
        self.host.clock_nanos.saturating_add(self.cpu.elapsed_nanos.get())
    }

    /// Address after the program's last word.
    pub(super) fn memory_top(&self) -> u32 {
        let is_there = |&page: &u32| self.cpu.memory.page(page) != Page::Absent;
        (0..PAGES).rev().find(is_there).map_or(0, |page| (page + 1) * PAGE_WORDS)
    }

    /// Writes to the terminal.
    pub(super) fn type_out(&mut self, bytes: &[u8]) -> Outcome {
        if self.host.output.write(bytes) {
            Ok(())
        } else {
            Err(CallError::Stop(Answer::Limit(Limit::Output)))
        }
    }

    /// Stops the program at a call of the real system that is not implemented.
    pub(super) fn unsupported<T>(&self, name: &str) -> Outcome<T> {
        let mut padded = [b' '; 8];
        padded.iter_mut().zip(name.bytes()).for_each(|(place, byte)| *place = byte);
        Err(CallError::Stop(Answer::Fault(Cause::CallNotHere { name: padded })))
    }

    /// Whether a channel's target is the terminal.
    pub(super) fn is_terminal(&self, channel: u8) -> bool {
        let open = self.its.channels.get(channel).open.as_ref();
        open.is_some_and(|open| matches!(open.device, Device::Terminal))
    }
}

/// Bits 0 to 8 of an instruction.
pub(super) fn opcode(word: Word36) -> u32 {
    word.left() >> 9
}

/// The accumulator field of an instruction.
pub(super) fn accumulator(word: Word36) -> u8 {
    (word.left() >> 5 & 0o17) as u8
}
