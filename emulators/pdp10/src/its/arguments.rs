//! The block of a symbolic call: its arguments, values and error word.
//!
//! Source: *ITS .CALLS*; ITS 1652, `ASYSC`.

use crate::Word36;

use super::Answer;
use super::calls::{ChannelArgument, Row, find};
use super::errors::code;
use super::monitor::{CallError, Monitor, Outcome};

/// First word of a block.
const SETZ: Word36 = Word36::halves(0o400000, 0);
/// Maximum number of arguments of a call.
const MOST_ARGUMENTS: usize = 8;

/// Bits in the left half of a block's word.
mod kind {
    /// The last word.
    pub(crate) const LAST: u32 = 0o400000;
    /// Control bits.
    pub(crate) const CONTROL: u32 = 0o4000;
    /// A value to return or, with `IMMEDIATE`, the error.
    pub(crate) const VALUE: u32 = 0o2000;
    /// The address itself.
    pub(crate) const IMMEDIATE: u32 = 0o1000;
}

/// Arguments and results of a symbolic call.
#[derive(Debug, Clone, Default)]
pub(super) struct Arguments {
    /// Name of the call, from the block.
    pub(super) name: &'static str,
    /// Arguments; for one that the call changes, its address, with the immediate bit above it.
    pub(super) given: Vec<Word36>,
    /// All control bits in the right half.
    pub(super) control: u32,
    /// Values the call returns, in order.
    pub(super) values: Vec<Word36>,
    /// Words of the block that receive values.
    wanted: Vec<Word36>,
    /// Address that receives the error.
    error: Option<u32>,
}

impl Arguments {
    /// An argument that may be missing.
    pub(super) fn get(&self, rank: usize) -> Option<Word36> {
        self.given.get(rank).copied()
    }

    /// An argument that the call's row guarantees; otherwise zero.
    pub(super) fn at(&self, rank: usize) -> Word36 {
        self.get(rank).unwrap_or_default()
    }

    /// Address of an argument that the call changes.
    ///
    /// # Errors
    /// If it is immediate.
    pub(super) fn place(&self, rank: usize) -> Outcome<u32> {
        let word = self.at(rank);
        match word.left() & kind::IMMEDIATE {
            0 => Ok(word.right()),
            _ => Err(CallError::Error(code::MEANINGLESS)),
        }
    }

    /// Whether the program requests any value.
    pub(super) fn wants_values(&self) -> bool {
        !self.wanted.is_empty()
    }

    /// Channel in the right half of the first argument.
    ///
    /// # Errors
    /// If it is not a channel.
    pub(super) fn channel(&self) -> Outcome<u8> {
        channel_number(self.at(0))
    }
}

/// Converts a word to a channel number.
///
/// # Errors
/// If it is not a channel.
pub(super) fn channel_number(word: Word36) -> Outcome<u8> {
    match u8::try_from(word.right()) {
        Ok(number @ 0..0o20) => Ok(number),
        _ => Err(CallError::Error(code::BAD_CHANNEL)),
    }
}

impl Monitor<'_> {
    /// `.CALL`: executes the symbolic call named in a block.
    pub(super) fn symbolic(&mut self, block: u32) -> Outcome<Answer> {
        if self.read(block)? != SETZ {
            return Err(CallError::Illegal);
        }
        let name = self.read(block + 1)?;
        let row = find(name).ok_or(CallError::Error(code::NO_CALL))?;
        let mut arguments = Arguments { name: row.name, ..Arguments::default() };
        let result = self.decode(block + 2, row.addresses, &mut arguments);
        let result = result.and_then(|()| self.perform(row, &mut arguments));
        self.finish(result, &arguments)
    }

    /// Reads the words of a block up to the last one.
    fn decode(&mut self, first: u32, addresses: u32, arguments: &mut Arguments) -> Outcome {
        for at in 0.. {
            let word = self.read(first + at)?;
            self.decode_word(word, addresses, arguments)?;
            if word.left() & kind::LAST != 0 {
                return Ok(());
            }
        }
        Ok(())
    }

    fn decode_word(&mut self, word: Word36, addresses: u32, to: &mut Arguments) -> Outcome {
        let address = self.cpu.effective(word)?;
        let immediate = word.left() & kind::IMMEDIATE != 0;
        if word.left() & kind::VALUE != 0 {
            self.check_write(address)?;
            if !immediate {
                to.wanted.push(word);
            } else if to.error.replace(address).is_some() {
                return Err(CallError::Error(code::TOO_MANY_ARGUMENTS));
            }
        } else if word.left() & kind::CONTROL != 0 {
            to.control ^= if immediate { address } else { self.read(address)?.right() };
        } else if to.given.len() >= MOST_ARGUMENTS {
            return Err(CallError::Error(code::TOO_MANY_ARGUMENTS));
        } else if addresses >> to.given.len() & 1 != 0 {
            to.given.push(Word36::halves(word.left() & kind::IMMEDIATE, address));
        } else {
            to.given.push(if immediate { Word36::from(address) } else { self.read(address)? });
        }
        Ok(())
    }

    fn perform(&mut self, row: &'static Row, arguments: &mut Arguments) -> Outcome<Answer> {
        if arguments.given.len() < row.arguments {
            return Err(CallError::Error(code::TOO_FEW_ARGUMENTS));
        }
        if row.channel != ChannelArgument::None {
            let channel = arguments.channel()?;
            self.its.job.channel_in_hand = channel;
            let closed = self.its.channels.get(channel).open.is_none();
            if closed && row.channel == ChannelArgument::Open {
                return Err(CallError::Error(code::NOT_OPEN));
            }
        }
        let Some(run) = row.run else { return self.unsupported(row.name) };
        run(self, arguments)
    }

    /// `CALL`: executes the call named by the first argument, with the others.
    pub(super) fn call_by_name(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let row = find(arguments.at(0)).ok_or(CallError::Error(code::NO_CALL))?;
        if row.addresses != 0 || row.name == "CALL" {
            return self.unsupported("CALL");
        }
        arguments.given.remove(0);
        arguments.name = row.name;
        self.perform(row, arguments)
    }

    /// Stores the values, or the error.
    fn finish(&mut self, result: Outcome<Answer>, arguments: &Arguments) -> Outcome<Answer> {
        if let Ok(Answer::To(_)) = result {
            // The program does not return from the call, and gets nothing from it.
            return result;
        }
        let error = match result {
            Ok(_) => Word36::default(),
            Err(CallError::Error(code)) => Word36::from(u32::from(code)),
            Err(trouble) => return Err(trouble),
        };
        if let Some(place) = arguments.error {
            self.write(place, error)?;
        }
        if result == Ok(Answer::Skip) {
            let values =
                arguments.values.iter().copied().chain(std::iter::repeat(Word36::default()));
            for (&word, value) in arguments.wanted.iter().zip(values) {
                let address = self.cpu.effective(word)?;
                self.write(address, value)?;
            }
        }
        result
    }
}
