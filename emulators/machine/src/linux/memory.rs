//! Memory of a process: the break, and mapped ranges.

use super::{ENOMEM, Kernel, LinuxResult, PAGE_BYTES, Process, files};
use crate::calls::{Call, CallAnswer};
use crate::linux::EINVAL;

/// Lowest address of mapped ranges; they are also above the highest possible break.
pub const MAPPED_FROM: u32 = 0x1000_0000;
/// Address after mapped ranges.
const MAPPED_TO: u32 = 0x2000_0000;

/// Bytes that are cleared in the time of one unit of work.
const CLEARED_PER_WORK: u32 = 16;

/// `brk(address)`: moves the end of the data if possible; returns where it is.
pub(super) fn set_break<C: Process>(kernel: &mut Kernel<'_>, call: &mut Call<'_, C>) -> u32 {
    let (asked, heap) = (call.argument(0), &mut *kernel.heap);
    if !(heap.first..=heap.limit).contains(&asked) {
        return heap.next;
    }
    if asked < heap.next {
        // Released memory is zero if the program gets it again.
        clear(call, asked, heap.next);
    }
    if call.cpu.set_end(heap.first, asked) {
        let old = std::mem::replace(&mut heap.next, asked);
        if asked < old { heap.free(asked..old) } else { heap.give(old..asked) }
    }
    heap.next
}

fn clear<C: Process>(call: &mut Call<'_, C>, start: u32, end: u32) {
    call.host.work.charge(((end - start) / CLEARED_PER_WORK).into());
    call.cpu.clear(start, end);
    call.note_stored(start..end);
}

/// Range of an address and a size in whole pages, if it is in the part for mapped ranges.
fn pages(kernel: &Kernel<'_>, start: u32, size: u32) -> Option<(u32, u32)> {
    let end = start.checked_add(size.checked_next_multiple_of(PAGE_BYTES)?)?;
    let is_inside = start >= first(kernel)? && end <= MAPPED_TO && start < end;
    (is_inside && start.is_multiple_of(PAGE_BYTES)).then_some((start, end))
}

/// First address for mapped ranges.
fn first(kernel: &Kernel<'_>) -> Option<u32> {
    Some(kernel.heap.limit.checked_next_multiple_of(PAGE_BYTES)?.max(MAPPED_FROM))
}

/// `mmap(address, size, rights, flags, descriptor, offset)`: zeros, or a copy of a file. `unit` is
/// that of the offset in bytes. Rights are not checked.
pub(super) fn map<C: Process>(
    kernel: &mut Kernel<'_>,
    call: &mut Call<'_, C>,
    unit: u64,
) -> Result<LinuxResult, CallAnswer> {
    const FIXED: u32 = 0x10;
    let anonymous = C::ABI.pick(0x20, 0x800);
    let (address, size, flags) = (call.argument(0), call.argument(1), call.argument(3));
    if size == 0 {
        return Ok(Err(EINVAL));
    }
    search(kernel, call);
    let found = match flags & FIXED {
        0 => gap(kernel, size),
        _ => pages(kernel, address, size),
    };
    let Some((start, end)) = found else { return Ok(Err(ENOMEM)) };
    let content = match flags & anonymous {
        0 => match files::content(kernel, call, call.argument(4)) {
            Err(number) => return Ok(Err(number)),
            Ok(content) => {
                let from = (u64::from(call.argument(5)) * unit).min(content.len() as u64);
                let rest = &content[from as usize..];
                rest[..rest.len().min(size as usize)].to_vec()
            }
        },
        _ => Vec::new(),
    };
    if flags & FIXED != 0 {
        release(kernel, call, start, end);
    }
    let all = kernel.process.mapped.iter().map(|range| range.1);
    let highest = all.chain([end]).max().unwrap_or(end);
    let Some(true) = first(kernel).map(|first| call.cpu.set_end(first, highest)) else {
        return Ok(Err(ENOMEM));
    };
    let mapped = &mut kernel.process.mapped;
    mapped.insert(mapped.partition_point(|range| range.0 < start), (start, end));
    kernel.heap.give(start..end);
    if !content.is_empty() && call.store(start, &content).is_err() {
        return Ok(Err(ENOMEM));
    }
    Ok(Ok(start))
}

/// Charges for a search of the mapped ranges, of which a program can make one for each page.
fn search<C: Process>(kernel: &Kernel<'_>, call: &mut Call<'_, C>) {
    call.host.work.charge(kernel.process.mapped.len() as u64);
}

/// The lowest free range of a size.
fn gap(kernel: &Kernel<'_>, size: u32) -> Option<(u32, u32)> {
    let mut start = first(kernel)?;
    for &(from, to) in &kernel.process.mapped {
        match pages(kernel, start, size) {
            Some((_, end)) if end <= from => break,
            _ => start = to,
        }
    }
    pages(kernel, start, size)
}

/// `munmap(address, size)`.
pub(super) fn unmap<C: Process>(kernel: &mut Kernel<'_>, call: &mut Call<'_, C>) -> LinuxResult {
    let (start, end) = pages(kernel, call.argument(0), call.argument(1)).ok_or(EINVAL)?;
    search(kernel, call);
    release(kernel, call, start, end);
    Ok(0)
}

/// Removes a range from the mapped ranges, and clears what was mapped.
fn release<C: Process>(kernel: &mut Kernel<'_>, call: &mut Call<'_, C>, start: u32, end: u32) {
    let mut kept = Vec::new();
    for &(from, to) in &kernel.process.mapped {
        let (low, high) = (from.max(start), to.min(end));
        if low < high {
            clear(call, low, high);
            kernel.heap.free(low..high);
        }
        let parts = [(from, to.min(start)), (from.max(end), to)];
        kept.extend(parts.into_iter().filter(|part| part.0 < part.1));
    }
    kernel.process.mapped = kept;
}
