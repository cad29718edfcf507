//! Calls on files and descriptors.

use super::record::{Record, load};
use super::{
    EBADF, EEXIST, EFAULT, EINVAL, EMFILE, ENOENT, ESPIPE, Kernel, LinuxResult, PAGE_BYTES, Process,
};
use crate::calls::{Call, CallAnswer};
use crate::descriptors::{
    DescriptorKind, Descriptors, ReadResult, Refusal, WriteResult, plain_name,
};
use crate::{FileLookup, Limit};

/// Maximum number of buffers of `readv` and `writev`.
const MOST_BUFFERS: u32 = 1024;

/// `read(descriptor, buffer, count)`.
pub(super) fn read<C: Process>(
    open: &mut Descriptors,
    call: &mut Call<'_, C>,
    buffer: u32,
    count: u32,
) -> Result<LinuxResult, CallAnswer> {
    if (count as i32) < 0 {
        return Ok(Err(EINVAL));
    }
    match open.read(call.host, call.argument(0) as usize, count as usize) {
        ReadResult::Bytes(bytes) => {
            let stored = call.store(buffer, &bytes);
            Ok(stored.map(|()| bytes.len() as u32).map_err(|_| EFAULT))
        }
        ReadResult::Wait => Err(CallAnswer::Input),
        ReadResult::Refused => Ok(Err(EBADF)),
    }
}

/// `write(descriptor, buffer, count)`.
pub(super) fn write<C: Process>(
    open: &mut Descriptors,
    call: &mut Call<'_, C>,
    buffer: u32,
    count: u32,
) -> Result<LinuxResult, CallAnswer> {
    let descriptor = call.argument(0) as usize;
    if !open.can_write(descriptor) {
        return Ok(Err(EBADF));
    }
    if (count as i32) < 0 {
        return Ok(Err(EINVAL));
    }
    let bytes = match call.bytes(buffer, count) {
        Ok(bytes) => bytes,
        Err(CallAnswer::Fault(_)) => return Ok(Err(EFAULT)),
        Err(answer) => return Err(answer),
    };
    match open.write(call.host, descriptor, &bytes) {
        WriteResult::All => Ok(Ok(count)),
        WriteResult::Full(limit) => Err(CallAnswer::Limit(limit)),
    }
}

/// Moves the bytes of one buffer: address and size.
type Move<C> = fn(&mut Descriptors, &mut Call<'_, C>, u32, u32) -> Result<LinuxResult, CallAnswer>;

/// `readv` and `writev(descriptor, buffers, count)`: address and size of each buffer.
pub(super) fn vector<C: Process>(
    open: &mut Descriptors,
    call: &mut Call<'_, C>,
    move_bytes: Move<C>,
) -> Result<LinuxResult, CallAnswer> {
    let (buffers, count) = (call.argument(1), call.argument(2));
    if count > MOST_BUFFERS {
        return Ok(Err(EINVAL));
    }
    let mut moved = 0;
    for index in 0..count {
        let at = buffers.wrapping_add(index * 8);
        let (start, size) = match (load(call, at), load(call, at.wrapping_add(4))) {
            (Ok(start), Ok(size)) => (start, size),
            _ => return Ok(Err(EFAULT)),
        };
        if size == 0 {
            continue;
        }
        match move_bytes(open, call, start, size) {
            // Input that has not come yet ends the call only if there was none before.
            Err(CallAnswer::Input) if moved > 0 => break,
            Err(answer) => return Err(answer),
            Ok(Err(number)) => return Ok(if moved > 0 { Ok(moved) } else { Err(number) }),
            Ok(Ok(bytes)) => {
                moved += bytes;
                if bytes < size {
                    break;
                }
            }
        }
    }
    Ok(Ok(moved))
}

/// File name at an address, or an error number.
fn name<C: Process>(call: &mut Call<'_, C>, address: u32) -> Result<Vec<u8>, u32> {
    match call.file_name(address) {
        Ok(Some(name)) => Ok(name),
        Ok(None) => Err(C::ABI.enametoolong()),
        Err(_) => Err(EFAULT),
    }
}

/// `open` with the name in argument `rank` and the flags in the next one; folders do not exist.
pub(super) fn open<C: Process>(
    kernel: &mut Kernel<'_>,
    call: &mut Call<'_, C>,
    rank: u8,
) -> Result<LinuxResult, CallAnswer> {
    let flags = C::ABI.open_flags(call.argument(rank + 1));
    let name = match name(call, call.argument(rank)) {
        Ok(name) => name,
        Err(number) => return Ok(Err(number)),
    };
    Ok(match kernel.descriptors.open(&mut call.host.files, &name, flags) {
        Ok(descriptor) => Ok(descriptor as u32),
        Err(Refusal::Missing) => Err(ENOENT),
        Err(Refusal::Exists) => Err(EEXIST),
        Err(Refusal::TooMany) => Err(EMFILE),
        Err(Refusal::Wait) => return Err(CallAnswer::Input),
        Err(Refusal::Full) => return Err(CallAnswer::Limit(Limit::Files)),
    })
}

/// `close(descriptor)`.
pub(super) fn close(open: &mut Descriptors, descriptor: u32) -> LinuxResult {
    if open.close(descriptor as usize) { Ok(0) } else { Err(EBADF) }
}

/// `dup(descriptor)`.
pub(super) fn duplicate<C: Process>(open: &mut Descriptors, call: &Call<'_, C>) -> LinuxResult {
    duplicate_from(open, call.argument(0), 0)
}

/// A descriptor from `least` on for the open file of another one.
fn duplicate_from(open: &mut Descriptors, descriptor: u32, least: u32) -> LinuxResult {
    let descriptor = descriptor as usize;
    open.kind(descriptor).ok_or(EBADF)?;
    open.duplicate(descriptor, least as usize).map(|new| new as u32).ok_or(EMFILE)
}

/// `dup2(descriptor, new)`.
pub(super) fn duplicate_to<C: Process>(open: &mut Descriptors, call: &Call<'_, C>) -> LinuxResult {
    let (descriptor, new) = (call.argument(0), call.argument(1));
    if open.duplicate_to(descriptor as usize, new as usize) { Ok(new) } else { Err(EBADF) }
}

/// `dup3(descriptor, new, flags)`.
pub(super) fn duplicate_other<C: Process>(
    open: &mut Descriptors,
    call: &Call<'_, C>,
) -> LinuxResult {
    const CLOSE_ON_EXEC: u32 = 0o2_000_000;
    if call.argument(2) & !CLOSE_ON_EXEC != 0 || call.argument(0) == call.argument(1) {
        return Err(EINVAL);
    }
    duplicate_to(open, call)
}

/// Looks up the file whose name is in argument `rank`; its plain name, or an error number.
fn look_up<C: Process>(
    call: &mut Call<'_, C>,
    rank: u8,
) -> Result<Result<Vec<u8>, u32>, CallAnswer> {
    let name = match name(call, call.argument(rank)) {
        Ok(name) => plain_name(&name).to_vec(),
        Err(number) => return Ok(Err(number)),
    };
    match call.host.files.seek(&name) {
        FileLookup::Wait => Err(CallAnswer::Input),
        FileLookup::Missing => Ok(Err(ENOENT)),
        FileLookup::There => Ok(Ok(name)),
    }
}

/// `access` with the name in argument `rank`: a file may be read and written.
pub(super) fn access<C: Process>(
    call: &mut Call<'_, C>,
    rank: u8,
) -> Result<LinuxResult, CallAnswer> {
    Ok(look_up(call, rank)?.map(|_| 0))
}

/// `readlink` with the name in argument `rank`: a file is no link.
pub(super) fn read_link<C: Process>(
    call: &mut Call<'_, C>,
    rank: u8,
) -> Result<LinuxResult, CallAnswer> {
    Ok(look_up(call, rank)?.and(Err(EINVAL)))
}

/// `unlink` with the name in argument `rank`.
pub(super) fn unlink<C: Process>(
    call: &mut Call<'_, C>,
    rank: u8,
) -> Result<LinuxResult, CallAnswer> {
    Ok(look_up(call, rank)?.map(|name| {
        call.host.files.remove(&name);
        0
    }))
}

/// Position `offset` bytes from a base: 0 is the start, 1 the current position, 2 the end.
fn seek_to<C: Process>(
    open: &mut Descriptors,
    call: &Call<'_, C>,
    offset: i64,
    base: u32,
) -> LinuxResult {
    let descriptor = call.argument(0) as usize;
    open.kind(descriptor).ok_or(EBADF)?;
    let position = open.position(descriptor).ok_or(ESPIPE)?;
    let base = match base {
        0 => 0,
        1 => position,
        2 => open.size(&call.host.files, descriptor).ok_or(ESPIPE)?,
        _ => return Err(EINVAL),
    };
    let place = offset.checked_add(base as i64).and_then(|place| u32::try_from(place).ok());
    let place = place.ok_or(EINVAL)?;
    open.seek(descriptor, place as usize);
    Ok(place)
}

/// `lseek(descriptor, offset, base)`.
pub(super) fn seek<C: Process>(open: &mut Descriptors, call: &Call<'_, C>) -> LinuxResult {
    seek_to(open, call, i64::from(call.argument(1) as i32), call.argument(2))
}

/// `_llseek(descriptor, high, low, result, base)`: offset and result have 64 bits.
///
/// newlib's `lseek(descriptor, offset, base)` has the same number on RISC-V; it has no result
/// pointer.
pub(super) fn seek_far<C: Process>(open: &mut Descriptors, call: &mut Call<'_, C>) -> LinuxResult {
    let (high, low, result) = (call.argument(1), call.argument(2), call.argument(3));
    if result == 0 {
        return seek(open, call);
    }
    let offset = (u64::from(high) << 32 | u64::from(low)) as i64;
    let place = seek_to(open, call, offset, call.argument(4))?;
    super::record::store_all(call, result, 8, &[place.into()])
}

/// Kind and size of a file, as `stat` reports them.
#[derive(Clone, Copy)]
pub(super) struct Status {
    mode: u64,
    size: u64,
}

impl Status {
    const CHARACTERS: u64 = 0o20620;
    const REGULAR: u64 = 0o100644;
    /// Size of the blocks that files are counted in.
    const BLOCK_BYTES: u64 = 512;

    /// Status of an open file.
    pub(super) fn of_open<C: Process>(
        open: &Descriptors,
        call: &Call<'_, C>,
        descriptor: u32,
    ) -> Result<Status, u32> {
        let descriptor = descriptor as usize;
        let kind = open.kind(descriptor).ok_or(EBADF)?;
        let size = open.size(&call.host.files, descriptor).unwrap_or(0) as u64;
        let is_file = kind == DescriptorKind::File;
        Ok(Status { mode: if is_file { Self::REGULAR } else { Self::CHARACTERS }, size })
    }

    /// Status of the file whose name is in argument `rank`.
    pub(super) fn of_name<C: Process>(
        call: &mut Call<'_, C>,
        rank: u8,
    ) -> Result<Result<Status, u32>, CallAnswer> {
        Ok(look_up(call, rank)?.map(|name| {
            let size = call.host.files.get(&name).map_or(0, <[u8]>::len) as u64;
            Status { mode: Self::REGULAR, size }
        }))
    }

    /// Status for a call with a folder, a name and flags: of the descriptor if the name is empty.
    pub(super) fn at<C: Process>(
        open: &Descriptors,
        call: &mut Call<'_, C>,
        flags: u32,
    ) -> Result<Result<Status, u32>, CallAnswer> {
        const EMPTY_PATH: u32 = 0x1000;
        let is_empty = call.cpu.read_byte(call.argument(1)) == Ok(0);
        if flags & EMPTY_PATH != 0 && is_empty {
            return Ok(Self::of_open(open, call, call.argument(0)));
        }
        Self::of_name(call, 1)
    }

    fn blocks(self) -> u64 {
        self.size.div_ceil(Self::BLOCK_BYTES)
    }

    /// Stores `struct stat64` at an address.
    pub(super) fn store<C: Process>(self, call: &mut Call<'_, C>, address: u32) -> LinuxResult {
        let mut record = Record::new(call, 104);
        // Mode, links, size, block size, blocks.
        let [mode, links, size, block, blocks] =
            C::ABI.pick([16, 20, 48, 56, 64], [24, 28, 56, 88, 96]);
        record.set(mode, 4, self.mode);
        record.set(links, 4, 1);
        record.set(size, 8, self.size);
        record.set(block, 4, PAGE_BYTES.into());
        record.set(blocks, 8, self.blocks());
        record.store(call, address)
    }

    /// Stores `struct statx` at an address.
    pub(super) fn store_x<C: Process>(self, call: &mut Call<'_, C>, address: u32) -> LinuxResult {
        const BASIC: u64 = 0x7ff;
        let mut record = Record::new(call, 256);
        record.set(0, 4, BASIC);
        record.set(4, 4, PAGE_BYTES.into());
        record.set(16, 4, 1);
        record.set(28, 2, self.mode);
        record.set(40, 8, self.size);
        record.set(48, 8, self.blocks());
        record.store(call, address)
    }
}

/// Content of an open file.
pub(super) fn content<'h, C: Process>(
    kernel: &Kernel<'_>,
    call: &'h Call<'_, C>,
    descriptor: u32,
) -> Result<&'h [u8], u32> {
    let name = kernel.descriptors.name(descriptor as usize).ok_or(EBADF)?;
    Ok(call.host.files.get(name).unwrap_or_default())
}

/// `fcntl(descriptor, command, argument)`: duplicates, and the commands on flags.
pub(super) fn control<C: Process>(open: &mut Descriptors, call: &Call<'_, C>) -> LinuxResult {
    const DUPLICATE: u32 = 0;
    const DUPLICATE_TO_CLOSE: u32 = 1030;
    const GET_DESCRIPTOR_FLAGS: u32 = 1;
    const SET_DESCRIPTOR_FLAGS: u32 = 2;
    const GET_FLAGS: u32 = 3;
    const SET_FLAGS: u32 = 4;
    let descriptor = call.argument(0) as usize;
    open.kind(descriptor).ok_or(EBADF)?;
    match call.argument(1) {
        DUPLICATE | DUPLICATE_TO_CLOSE if !Descriptors::is_number(call.argument(2) as usize) => {
            Err(EINVAL)
        }
        DUPLICATE | DUPLICATE_TO_CLOSE => duplicate_from(open, call.argument(0), call.argument(2)),
        GET_DESCRIPTOR_FLAGS | SET_DESCRIPTOR_FLAGS | SET_FLAGS => Ok(0),
        GET_FLAGS => Ok(match (open.can_read(descriptor), open.can_write(descriptor)) {
            (true, true) => 2,
            (false, true) => 1,
            _ => 0,
        }),
        _ => Err(EINVAL),
    }
}
