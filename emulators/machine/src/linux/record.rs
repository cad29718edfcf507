//! Structures that calls store in a program's memory, in its byte order.

use crate::calls::{Call, Caller};
use crate::linux::{EFAULT, LinuxResult};

/// Whether a processor is big endian.
pub(super) fn is_big<C: Caller>(cpu: &C) -> bool {
    cpu.word_bytes(1)[3] == 1
}

/// A structure; fields that are not set are zero.
pub(super) struct Record {
    bytes: Vec<u8>,
    is_big: bool,
}

impl Record {
    /// A structure with this size in bytes.
    pub(super) fn new<C: Caller>(call: &Call<'_, C>, size: usize) -> Self {
        Record { bytes: vec![0; size], is_big: is_big(call.cpu) }
    }

    /// Sets the field of `size` bytes at an offset.
    pub(super) fn set(&mut self, offset: usize, size: usize, value: u64) {
        let all = if self.is_big { value.to_be_bytes() } else { value.to_le_bytes() };
        let low = if self.is_big { &all[8 - size..] } else { &all[..size] };
        self.bytes[offset..offset + size].copy_from_slice(low);
    }

    /// Stores the structure at an address; the call's result is 0.
    pub(super) fn store<C: Caller>(self, call: &mut Call<'_, C>, address: u32) -> LinuxResult {
        call.store(address, &self.bytes).map(|()| 0).map_err(|_| EFAULT)
    }
}

/// Stores numbers of `size` bytes one after another; the call's result is 0.
pub(super) fn store_all<C: Caller>(
    call: &mut Call<'_, C>,
    address: u32,
    size: usize,
    values: &[u64],
) -> LinuxResult {
    let mut record = Record::new(call, values.len() * size);
    for (index, &value) in values.iter().enumerate() {
        record.set(index * size, size, value);
    }
    record.store(call, address)
}

/// Word at an address.
///
/// # Errors
/// `EFAULT` if there is no memory.
pub(super) fn load<C: Caller>(call: &mut Call<'_, C>, address: u32) -> LinuxResult {
    let bytes = call.bytes(address, 4).map_err(|_| EFAULT)?;
    let word = bytes.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
    Ok(if is_big(call.cpu) { word } else { word.swap_bytes() })
}
