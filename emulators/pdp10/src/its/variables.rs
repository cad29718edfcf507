//! The variables of a job: `.SUSET`, `.USET` and `USRVAR`.
//!
//! Source: *ITS USETS*; ITS 1652, `USETL`.

use crate::Word36;
use crate::memory::{PAGES, Page};
use crate::text::sixbit;

use super::Answer;
use super::arguments::Arguments;
use super::channels::CHANNELS;
use super::clock;
use super::errors::{code, transfer};
use super::interrupt_bits::FATAL;
use super::job::variable::{self, COUNT};
use super::monitor::{CallError, Monitor, Outcome};
use super::symbols::{PAGING_VARIABLES, VARIABLES};
use super::variable_access::VariableAccess;

/// Number of the first paging variable; in [`Job`](super::job::Job) they follow the others.
const PAGING: u32 = 0o600;
/// A specification that writes the variable.
const WRITE: u32 = 0o400000;
/// A specification that points to several.
const BLOCK: u32 = 0o200000;

/// Access to a variable.
enum Access {
    /// Read and write.
    Plain,
    /// Read only.
    Fixed,
    /// None for the job itself.
    Never,
    /// Reads another; writing sets its bits there.
    Set(usize),
    /// Reads another; writing clears its bits there.
    Clear(usize),
    /// Custom access.
    Special(fn(&Monitor<'_>) -> Word36, Option<fn(&mut Monitor<'_>, Word36) -> Outcome>),
}

use Access::{Clear, Fixed, Never, Plain, Set, Special};

/// Access of the job to each of its own variables, by number.
#[rustfmt::skip]
const ACCESS: [Access; COUNT] = [
    /* UPC    */ Special(|m| m.next_pc(), None),
    /* VAL    */ Plain,
    /* TTY    */ Plain,
    /* FLS    */ Fixed,
    /* UNAME  */ Fixed,
    /* JNAME  */ Fixed,
    /* MASK   */ Special(|m| m.variable(variable::MASK), Some(|m, v| m.set_mask(v))),
    /* USTP   */ Fixed,
    /* PIRQC  */ Plain,
    /* INTB   */ Fixed,
    /* MEMT   */ Special(|m| Word36::from(m.memory_top()), Some(|m, v| m.set_memory_top(v))),
    /* SV40   */ Fixed,
    /* IPIRQ  */ Set(variable::PIRQC),
    /* APIRQ  */ Clear(variable::PIRQC),
    /* SNAME  */ Plain,
    /* PICLR  */ Special(|m| m.variable(variable::PICLR), Some(|m, v| m.set_piclr(v))),
    /* MARA   */ Plain,
    /* MARPC  */ Plain,
    /* UUOH   */ Fixed,
    /* UIND   */ Fixed,
    /* RUNT   */ Special(|m| m.run_time(), None),
    /* MSK2   */ Plain,
    /* IFPIR  */ Plain,
    /* APRC   */ Special(|m| m.processor_state(), None),
    /* CNSL   */ Fixed,
    /* UTRP   */ Never,
    /* IIFPI  */ Set(variable::IFPIR),
    /* AIFPI  */ Clear(variable::IFPIR),
    /* IMASK  */ Special(|m| m.variable(variable::MASK), Some(|m, v| m.set_mask_bits(v))),
    /* AMASK  */ Clear(variable::MASK),
    /* IMSK2  */ Set(variable::MSK2),
    /* AMSK2  */ Clear(variable::MSK2),
    /* JPC    */ Plain,
    /* OPC    */ Fixed,
    /* RTMR   */ Plain,
    /* HSNAME */ Plain,
    /* BCHN   */ Special(|m| m.bad_channel(), Some(|m, v| m.set_bad_channel(v))),
    /* MPVA   */ Fixed,
    /* IDF1   */ Set(variable::DF1),
    /* ADF1   */ Clear(variable::DF1),
    /* IDF2   */ Set(variable::DF2),
    /* ADF2   */ Clear(variable::DF2),
    /* DF1    */ Plain,
    /* DF2    */ Plain,
    /* OPTION */ Plain,
    /* 40ADDR */ Plain,
    /* TVCREG */ Plain,
    /* TTST   */ Special(|m| m.its.terminal.states[2], None),
    /* TTS1   */ Special(|m| m.its.terminal.states[0], None),
    /* TTS2   */ Special(|m| m.its.terminal.states[1], None),
    /* WHO1   */ Plain,
    /* WHO2   */ Plain,
    /* WHO3   */ Plain,
    /* SUPPRO */ Fixed,
    /* TR1INS */ Fixed,
    /* TR2INS */ Fixed,
    /* MBOX   */ Fixed,
    /* MBO1   */ Fixed,
    /* EBOX   */ Fixed,
    /* EBO1   */ Fixed,
    /* XUNAME */ Plain,
    /* XJNAME */ Plain,
    /* FTL1   */ Plain,
    /* FTL2   */ Plain,
    /* PAGRAN */ Plain,
    /* PAGAHD */ Plain,
    /* SERVER */ Plain,
];

/// Variables of the job with this number, for [`VariableAccess`].
struct JobVariables(u32);

impl VariableAccess for JobVariables {
    fn get(&self, monitor: &mut Monitor<'_>, which: Word36) -> Outcome<Word36> {
        monitor.variable_of(self.0, number(which)?)
    }

    fn put(&self, monitor: &mut Monitor<'_>, which: Word36, value: Word36) -> Outcome {
        let number = number(which)?;
        if self.0 == monitor.its.job.number() {
            monitor.set_job_variable(number, value)
        } else {
            monitor.set_variable_of(self.0, number, value)
        }
    }
}

/// Number of a variable, given by number or by name without the point.
fn number(which: Word36) -> Outcome<u32> {
    if which.left() == 0 {
        return Ok(which.right());
    }
    let named = |names: &[&str]| names.iter().position(|name| sixbit(name) == which);
    let low = named(VARIABLES).map(|at| at as u32);
    let all = low.or_else(|| named(PAGING_VARIABLES).map(|at| at as u32 + PAGING));
    all.ok_or(CallError::Error(code::BAD_NAME))
}

/// Index of a variable.
fn index(number: u32) -> Outcome<usize> {
    let at = if number >= PAGING { number - PAGING + 0o100 } else { number };
    let known = if number >= PAGING { at < COUNT as u32 } else { at < 0o100 };
    if known { Ok(at as usize) } else { Err(CallError::Error(code::BAD_NAME)) }
}

impl Monitor<'_> {
    /// `.SUSET`: reads or sets one or several variables; errors are illegal operations.
    pub(super) fn suset(&mut self, address: u32) -> Outcome<Answer> {
        self.specify(self.its.job.number(), address)
    }

    /// `.USET`: the same for the job that a channel has open.
    pub(super) fn uset(&mut self, channel: u8, address: u32) -> Outcome<Answer> {
        let job = self.job_of_channel(channel);
        let job = job.filter(|&number| self.names_of(number).is_some());
        let job = job.ok_or(CallError::Channel(transfer::NO_USER))?;
        let changes = self.read(address)?.left() & (WRITE | BLOCK) != 0;
        if changes && job == self.its.job.number() {
            return Err(CallError::Illegal);
        }
        self.specify(job, address)
    }

    fn specify(&mut self, job: u32, address: u32) -> Outcome<Answer> {
        let word = self.read(address)?;
        if word.left() & BLOCK == 0 {
            self.specified(job, word)?;
            return Ok(Answer::Next);
        }
        if word.left() & WRITE == 0 {
            return Err(CallError::Illegal);
        }
        let mut pointer = word;
        while pointer.left() & 0o400000 != 0 {
            let word = self.read(pointer.right())?;
            if word.left() & BLOCK != 0 {
                return Err(CallError::Illegal);
            }
            self.specified(job, word)?;
            pointer = pointer + Word36::halves(1, 1);
            self.write(address, pointer)?;
        }
        Ok(Answer::Next)
    }

    fn specified(&mut self, job: u32, word: Word36) -> Outcome {
        let (number, at) = (word.left() & 0o177777, word.right());
        let illegal = |trouble| match trouble {
            CallError::Error(_) => CallError::Illegal,
            other => other,
        };
        if word.left() & WRITE != 0 {
            let value = self.read(at)?;
            let is_own = job == self.its.job.number();
            let set = if is_own {
                self.set_job_variable(number, value)
            } else {
                self.set_variable_of(job, number, value)
            };
            return set.map_err(illegal);
        }
        self.check_write(at)?;
        let value = self.variable_of(job, number).map_err(illegal)?;
        self.write(at, value)
    }

    /// `USRVAR`.
    pub(super) fn user_variables(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let job = self.job_number(arguments.at(0))?;
        self.vary(&JobVariables(job), arguments)
    }

    pub(super) fn job_variable(&self, number: u32) -> Outcome<Word36> {
        if let 0o100..PAGING = number {
            return self.array_variable(number);
        }
        let at = index(number)?;
        match ACCESS[at] {
            Never => Err(CallError::Error(code::NO_MODE)),
            Plain | Fixed => Ok(self.variable(at)),
            Set(other) | Clear(other) => Ok(self.variable(other)),
            Special(read, _) => Ok(read(self)),
        }
    }

    pub(super) fn set_job_variable(&mut self, number: u32, value: Word36) -> Outcome {
        if let 0o100..PAGING = number {
            return Err(CallError::Error(code::CANNOT_MODIFY));
        }
        let at = index(number)?;
        match ACCESS[at] {
            Never | Fixed | Special(_, None) => return Err(CallError::Error(code::NO_MODE)),
            Plain => self.set(at, value),
            Set(other) => self.set(other, self.variable(other) | value),
            Clear(other) => {
                let kept = self.variable(other) & Word36::new(!value.bits());
                self.set(other, kept);
            }
            Special(_, Some(write)) => write(self, value)?,
        }
        Ok(())
    }

    /// `.IOC`, `.IOS`, `.IOP` and `.PMAP`, each plus an index.
    fn array_variable(&self, number: u32) -> Outcome<Word36> {
        let rank = (number & 0o17) as u8;
        match number {
            0o100..0o120 => Ok(Word36::from(u32::from(self.its.channels.get(rank).open.is_some()))),
            0o120..0o140 => Ok(self.status(rank % CHANNELS)),
            0o140..0o160 => {
                let pushed = self.its.channels.pushed(usize::from(rank / 2));
                Ok(Word36::from(u32::from(pushed.is_some())))
            }
            0o200..PAGING if number - 0o200 < PAGES => Ok(self.page_word(number - 0o200)),
            _ => Err(CallError::Error(code::BAD_NAME)),
        }
    }

    /// Source: *ITS USETS*, `.PMAP`: pages here are in memory and not shared.
    fn page_word(&self, page: u32) -> Word36 {
        const UNSHARED: u32 = 0o777;
        match self.cpu.memory.page(page) {
            Page::Absent => Word36::default(),
            Page::ReadOnly => Word36::halves(0o300001, UNSHARED),
            Page::Writable => Word36::halves(0o700001, UNSHARED),
        }
    }

    fn next_pc(&self) -> Word36 {
        self.cpu.pc_word((self.cpu.pc.get() + 1) & 0o777777)
    }

    fn set_mask(&mut self, value: Word36) -> Outcome {
        self.set(variable::MASK, value & Word36::new(!FATAL.bits()));
        Ok(())
    }

    fn set_mask_bits(&mut self, value: Word36) -> Outcome {
        self.set_mask(self.variable(variable::MASK) | value)
    }

    fn set_piclr(&mut self, value: Word36) -> Outcome {
        self.set(variable::PICLR, Word36::from_signed(value.signed() >> 35));
        Ok(())
    }

    fn set_memory_top(&mut self, value: Word36) -> Outcome {
        self.set_core((value.right() + 0o1777) >> 10);
        Ok(())
    }

    /// Run time in units of 4 microseconds.
    pub(super) fn run_time(&self) -> Word36 {
        clock::parts(self.cpu.elapsed_nanos.get(), 250_000)
    }

    fn processor_state(&self) -> Word36 {
        self.variable(variable::APRC) | Word36::halves(u32::from(self.its.job.bad_channel) << 9, 0)
    }

    fn bad_channel(&self) -> Word36 {
        Word36::from(u32::from(self.its.job.bad_channel))
    }

    fn set_bad_channel(&mut self, value: Word36) -> Outcome {
        self.its.job.bad_channel = value.bits() as u8 & 0o17;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_row_for_each_variable() {
        assert_eq!(VARIABLES.len(), 0o100);
        assert_eq!(VARIABLES.len() + PAGING_VARIABLES.len(), COUNT);
        for (name, at) in [
            ("VAL", variable::VAL),
            ("MASK", variable::MASK),
            ("SNAME", variable::SNAME),
            ("PICLR", variable::PICLR),
            ("MPVA", variable::MPVA),
            ("OPTION", variable::OPTION),
            ("40ADDR", variable::ADDR40),
            ("XJNAME", variable::XJNAME),
            ("FTL1", variable::FTL1),
        ] {
            assert_eq!(VARIABLES[at], name);
            assert_eq!(number(sixbit(name)), Ok(at as u32));
        }
        assert_eq!(number(sixbit("PAGRAN")), Ok(0o600));
        assert_eq!(number(sixbit("BOGUS")), Err(CallError::Error(code::BAD_NAME)));
    }
}
