//! Files: few descriptors, three modes, and a table that keeps failed names.

use super::{FAILED, MarsSystem, Simulator};
use crate::Limit;
use crate::calls::{Call, CallAnswer, CallResult, Caller};
use crate::descriptors::{Flags, ReadResult, Refusal, WriteResult};

/// Maximum number of open files and streams.
const MOST_DESCRIPTORS: usize = 32;

impl MarsSystem {
    /// Opens a file: flags are 0 to read, 1 to write, 9 to append; an open file cannot be opened
    /// again.
    ///
    /// A file that could not be opened occupies a descriptor, and its name counts as open.
    pub(super) fn open<C: Caller>(&mut self, call: &mut Call<'_, C>) -> CallResult {
        let name = call.file_name(call.argument(0))?;
        let flags = match call.argument(1) {
            0 => Flags { read: true, ..Flags::default() },
            1 => Flags { write: true, create: true, truncate: true, ..Flags::default() },
            9 => Flags { write: true, create: true, append: true, ..Flags::default() },
            _ => Flags::default(),
        };
        let stream = |name: &Vec<u8>| matches!(&**name, b"STDIN" | b"STDOUT" | b"STDERR");
        let name = name.filter(|name| !stream(name) && !self.descriptors.has_name(name));
        let Some(name) = name.filter(|_| flags != Flags::default()) else {
            call.set_result(FAILED);
            return Ok(());
        };
        if self.descriptors.count() >= MOST_DESCRIPTORS {
            return Err(call.bad_argument(0).into());
        }
        let opened = self.descriptors.open(&mut call.host.files, &name, flags);
        match opened {
            Err(Refusal::Wait) => return Err(CallAnswer::Input),
            Err(Refusal::Full) => return Err(CallAnswer::Limit(Limit::Files)),
            Err(_) => self.descriptors.put_dead(&name),
            Ok(_) => {}
        }
        call.set_result(opened.map_or(FAILED, |descriptor| descriptor as u32));
        Ok(())
    }

    /// Closes a descriptor, except for the standard streams.
    pub(super) fn close(&mut self, descriptor: u32) -> CallResult {
        if descriptor > 2 {
            self.descriptors.close(descriptor as usize);
        }
        Ok(())
    }

    pub(super) fn read<C: Caller>(&mut self, call: &mut Call<'_, C>) -> CallResult {
        let (descriptor, count) = (call.argument(0) as usize, call.argument(2));
        if (count as i32) < 0 {
            return Err(call.bad_argument(2).into());
        }
        if self.descriptors.is_dead(descriptor) {
            return Err(call.bad_argument(0).into());
        }
        if count > 0 && self.descriptors.is_input(descriptor) && self.console.read_ahead {
            return nothing_left(call);
        }
        match self.descriptors.read(call.host, descriptor, count as usize) {
            ReadResult::Bytes(bytes) => {
                let address = call.argument(1);
                call.set_result(bytes.len() as u32);
                call.store(address, &bytes)?;
            }
            ReadResult::Wait => return Err(CallAnswer::Input),
            ReadResult::Refused => call.set_result(FAILED),
        }
        Ok(())
    }

    /// Writes to a descriptor; also reads the byte after the last one, as both simulators do.
    pub(super) fn write<C: Caller>(&mut self, call: &mut Call<'_, C>) -> CallResult {
        let (descriptor, address, count) =
            (call.argument(0) as usize, call.argument(1), call.argument(2));
        if (count as i32) < 0 {
            if self.fork == Simulator::Mars {
                return Err(call.bad_argument(2).into());
            }
            call.set_result(FAILED);
            return Ok(());
        }
        if !self.descriptors.can_write(descriptor) {
            call.bytes(address, 1)?;
            call.bytes(address.wrapping_add(count), 1)?;
            call.set_result(FAILED);
            return Ok(());
        }
        let bytes = call.bytes(address, count + 1)?;
        call.set_result(count);
        match self.descriptors.write(call.host, descriptor, &bytes[..count as usize]) {
            WriteResult::All => Ok(()),
            WriteResult::Full(limit) => Err(CallAnswer::Limit(limit)),
        }
    }

    /// Sets the position relative to the start, the current position or the end, in a readable
    /// file.
    pub(super) fn seek<C: Caller>(&mut self, call: &mut Call<'_, C>) -> CallResult {
        let (descriptor, offset) = (call.argument(0) as usize, call.argument(1));
        let readable = self.descriptors.can_read(descriptor);
        let base = match call.argument(2) {
            0 => Some(0),
            1 => self.descriptors.position(descriptor),
            2 => self.descriptors.size(&call.host.files, descriptor),
            _ => None,
        };
        let place = base.map(|base| offset.wrapping_add(base as u32));
        let place = place.filter(|&place| {
            readable && place as i32 >= 0 && self.descriptors.seek(descriptor, place as usize)
        });
        call.set_result(place.unwrap_or(FAILED));
        Ok(())
    }
}

/// A read from descriptor 0 after a line was read: the line reader has the rest.
///
/// Java's reader buffers 8192 bytes at a time; this one buffers all, which differs for longer
/// input.
fn nothing_left<C: Caller>(call: &mut Call<'_, C>) -> CallResult {
    if call.host.input.is_open() {
        return Err(CallAnswer::Input);
    }
    call.note(call.end_of_input());
    call.set_result(0);
    Ok(())
}
