//! The older monitor calls, selected by opcode, accumulator and address.
//!
//! Source: *ITS UUOS*; ITS 1652, `UUODSP`, `OPRIRP` and `CALIRP`.

use crate::Word36;
use crate::isa::monitor::{CALLS, OPERS};
use crate::text::sixbit;

use super::Answer;
use super::errors::transfer;
use super::identity::VERSION;
use super::job::variable;
use super::monitor::{CallError, Monitor, Outcome, accumulator, opcode};

/// Function of a call: takes the accumulator field and the effective address.
type CallHandler = fn(&mut Monitor<'_>, u8, u32) -> Outcome<Answer>;

/// An implemented call of `.OPER` or `.CALL`, by its name without the point.
pub(super) struct OlderCall {
    pub(super) name: &'static str,
    run: CallHandler,
    /// Meaning, for the page of calls.
    pub(super) meaning: &'static str,
}

const fn old(name: &'static str, run: CallHandler, meaning: &'static str) -> OlderCall {
    OlderCall { name, run, meaning }
}

/// Implemented calls of `.OPER` and `.CALL`; the assembler knows their numbers.
#[rustfmt::skip]
pub(super) static OLDER_CALLS: &[OlderCall] = &[
    old("ATTY",   |m, ac, _| Ok(m.pass_terminal(ac)),          "passes the terminal to an inferior"),
    old("CBLK",   |m, ac, _| m.old_core_block(m.ac(ac)),       "makes, removes or protects a page"),
    old("CLOSE",  |m, ac, _| Ok(m.old_close(ac)),              "closes a channel; written data becomes a file"),
    old("CORE",   |m, _, at| Ok(m.core(at)),                   "adds or removes pages at the top"),
    old("DEMON",  |_, _, _| Ok(Answer::Next),                  "reports that the job is not a demon"),
    old("DIETIM", |m, ac, _| m.give(ac, Word36::from_signed(-1)), "reports that the system is not going down"),
    old("DISMIS", |m, _, at| m.dismiss_to(at),                 "returns from an interrupt"),
    old("DCLOSE", |m, _, _| Ok(m.stop_display()),              "releases the display"),
    old("DCONTIN", |_, _, _| Ok(Answer::Next),                 "continues the display"),
    old("DSTART", |m, _, at| Ok(m.start_display(at, false)),   "shows a list of blocks of display commands"),
    old("DSTOP",  |m, _, _| Ok(m.stop_display()),              "stops the display"),
    old("DSTRTL", |m, _, at| Ok(m.start_display(at, true)),    "shows a list of arrays of display commands"),
    old("DTTY",   |m, _, _| Ok(m.take_terminal()),             "takes the terminal back from an inferior"),
    old("EVAL",   |m, ac, _| Ok(m.evaluate_symbol(ac)),        "returns the value of a symbol of the system"),
    old("FDELE",  |m, _, at| m.old_delete(at),                 "deletes or renames a file"),
    old("FEED",   |_, _, _| Ok(Answer::Next),                  "finds no tape punch"),
    old("GENNUM", |m, ac, _| Ok(m.generate(ac, false)),        "returns a unique number"),
    old("GENSYM", |m, ac, _| Ok(m.generate(ac, true)),         "returns a unique name"),
    old("GETLOC", |m, ac, _| m.system_location(ac),            "reads a word of the system"),
    old("GETSYS", |m, ac, _| m.system_table(ac),               "returns a system table"),
    old("HANG",   |m, ac, _| m.hang(ac),                       "waits for an interrupt or for some time"),
    old("IOPDL",  |m, _, _| Ok(m.pop_all()),                   "restores all pushed channels"),
    old("IOPOP",  |m, ac, _| m.pop(ac).map(|()| Answer::Next), "restores the channel pushed last"),
    old("IOPUSH", |m, ac, _| m.push(ac).map(|()| Answer::Next), "saves a channel"),
    old("IOTLSR", |m, ac, _| Ok(m.allow_io(ac)),               "asks for input and output instructions, which reach the display"),
    old("ITYI",   |m, ac, _| Ok(m.old_interrupt_character(ac, false)), "returns the character that interrupted"),
    old("ITYIC",  |m, ac, _| Ok(m.old_interrupt_character(ac, true)), "returns the character that interrupted"),
    old("LISTEN", |m, ac, _| m.give(ac, m.typed_ahead()),      "returns the number of characters typed ahead"),
    old("LOGOUT", |m, ac, _| Ok(m.log_out(ac)),                "ends the program if it names an accumulator"),
    old("LOSE",   |m, _, at| m.lose(at),                       "reports an error to DDT"),
    old("MASTER", |_, _, _| Ok(Answer::Skip),                  "requests more processor time; the job already has all"),
    old("NDIS",   |m, ac, _| Ok(m.count_pictures(ac)),         "shows a number of pictures"),
    old("NETAC",  |_, _, _| Ok(Answer::Next),                  "accepts no connection"),
    old("NETINT", |_, _, _| Ok(Answer::Next),                  "does nothing, as on ITS"),
    old("PDTIME", |m, ac, _| m.give(ac, m.moment().sixtieths_of_year()), "returns the time since the start of the year in sixtieths of a second"),
    old("RCHST",  |m, ac, _| m.old_channel_state(ac),          "returns names and pointer of a channel"),
    old("RDATE",  |m, ac, _| m.give(ac, m.moment().date()),    "returns the date in SIXBIT"),
    old("RDATIM", |m, ac, _| m.give_two(ac, m.moment().time(), m.moment().date()), "returns time and date in SIXBIT"),
    old("RDSW",   |m, ac, _| m.give(ac, m.its.switches),       "returns the switches of the console"),
    old("RDTIME", |m, ac, _| m.give(ac, m.ticks()),            "returns the time since the job started in thirtieths of a second"),
    old("REALT",  |m, ac, _| m.real_time(ac),                  "starts and stops interrupts by a clock"),
    old("RESET",  |m, ac, _| m.old_reset(ac),                  "resets a device or an inferior; characters typed ahead stay"),
    old("RLPDTM", |m, ac, _| m.give_two(ac, m.moment().localized_seconds(), m.moment().year_word()), "returns the seconds of the year and the year word"),
    old("RSYSI",  |m, ac, _| m.give(ac, sixbit(VERSION)),      "returns the version of the system"),
    old("RTIME",  |m, ac, _| m.give(ac, m.moment().time()),    "returns the time of day in SIXBIT"),
    old("RYEAR",  |m, ac, _| m.give(ac, m.moment().year_word()), "returns the year and its weekdays"),
    old("SETM2",  |m, ac, _| Ok(m.set_masks(ac)),              "sets both interrupt masks"),
    old("SETMSK", |m, ac, _| Ok(m.copy(ac, variable::MASK)),   "sets the interrupt mask"),
    old("SLEEP",  |m, ac, _| Ok(m.sleep(ac)),                  "waits for some time"),
    old("SUSET",  |m, _, at| m.suset(at),                      "reads and sets variables of the job"),
    // There are no name translations: adding or removing one fails.
    old("TRANAD", |_, _, _| Ok(Answer::Next),                  "adds no name translation"),
    old("TRAND",  |_, _, _| Ok(Answer::Next),                  "finds no name translation"),
    old("UCLOSE", |m, ac, _| m.close_job(ac),                  "ends an inferior"),
    old("UPISET", |m, ac, _| Ok(m.exchange_piclr(ac)),         "turns interrupts on and off"),
    old("VALUE",  |m, _, at| m.value(at),                      "passes commands to DDT"),
    old("WSNAME", |m, ac, _| Ok(m.copy(ac, variable::SNAME)),  "sets the directory"),
];

/// Looks up a call by name.
pub(super) fn find(name: &str) -> Option<&'static OlderCall> {
    OLDER_CALLS.iter().find(|old| old.name == name)
}

impl Monitor<'_> {
    /// Handles a call, given as its word and effective address.
    pub(super) fn uuo(&mut self, word: Word36, effective: u32) -> Outcome<Answer> {
        const OPER: u32 = 0o42;
        const CALL: u32 = 0o43;
        let ac = accumulator(word);
        match opcode(word) {
            0o40 => self.transfer(ac, effective),
            0o41 => self.open_block(ac, effective),
            OPER => self.named(OPERS, effective, ac, effective),
            CALL if ac == 0 => self.symbolic(effective),
            CALL => self.named(CALLS, ac.into(), ac, effective),
            0o44 => self.uset(ac, effective),
            0o45 => self.break_(ac, effective),
            0o46 => self.write(effective, self.status(ac)).map(|()| Answer::Next),
            0o47 => self.old_access(ac, effective),
            _ => Err(CallError::Illegal),
        }
    }

    /// Executes a call by its number, from 1, in a list of names.
    fn named(&mut self, names: &[&str], number: u32, ac: u8, effective: u32) -> Outcome<Answer> {
        let name = (number as usize).checked_sub(1).and_then(|at| names.get(at));
        let name = name.ok_or(CallError::Illegal)?;
        match find(name) {
            Some(old) => (old.run)(self, ac, effective),
            None => self.unsupported(&format!(".{name}")),
        }
    }

    /// `.ACCESS`: failure is an error of the channel.
    fn old_access(&mut self, channel: u8, effective: u32) -> Outcome<Answer> {
        let position = self.read(effective)?;
        self.set_position(channel, position).map(|()| Answer::Next).map_err(|trouble| match trouble
        {
            CallError::Error(_) => CallError::Channel(transfer::NOT_OPEN),
            other => other,
        })
    }

    fn old_reset(&mut self, channel: u8) -> Outcome<Answer> {
        self.reset_channel(channel).map(|()| Answer::Next)
    }

    fn old_close(&mut self, channel: u8) -> Answer {
        self.close_channel(channel);
        self.forget_errors(channel);
        Answer::Next
    }

    fn give(&self, ac: u8, word: Word36) -> Outcome<Answer> {
        self.set_ac(ac, word);
        Ok(Answer::Next)
    }

    fn give_two(&self, ac: u8, first: Word36, second: Word36) -> Outcome<Answer> {
        self.set_ac(ac, first);
        self.give(ac + 1, second)
    }

    /// Sets a variable from an accumulator.
    fn copy(&mut self, ac: u8, variable: usize) -> Answer {
        self.set(variable, self.ac(ac));
        Answer::Next
    }

    fn set_masks(&mut self, ac: u8) -> Answer {
        self.copy(ac, variable::MASK);
        self.copy(ac + 1, variable::MSK2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_has_a_number() {
        for old in OLDER_CALLS {
            assert!(OPERS.contains(&old.name) || CALLS.contains(&old.name), "{}", old.name);
        }
    }
}
