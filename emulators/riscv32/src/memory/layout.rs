//! Locations of stack and heap in each system.

use machine::Image;
use machine::linux::PAGE_BYTES;

use crate::options::{Layout, Options, System};

/// Maximum heap growth in Linux and Venus; Venus itself allows growth up to the stack.
const HEAP_BYTES: u32 = 64 << 20;
/// End of a Linux program's stack.
pub(crate) const LINUX_STACK_END: u32 = 0x7fff_fff0;

/// Memory layout of Venus. Source: Venus, `MemorySegments`.
pub(crate) mod venus_map {
    pub(crate) const STATIC: u32 = 0x1000_0000;
    pub(crate) const HEAP: u32 = 0x1000_8000;
    pub(crate) const STACK: u32 = 0x7fff_fff0;
}

/// First address of the heap, and the maximum of the address after it.
pub(crate) fn heap(options: &Options, image: &Image) -> (u32, u32) {
    match (options.system, options.layout) {
        (System::Rars, Layout::Default) => (0x1004_0000, 0x103f_ffff),
        (System::Rars, Layout::CompactDataAtZero) => (0x2000, 0x2ffe),
        (System::Rars, Layout::CompactTextAtZero) => (0x3000, 0x3ffe),
        (System::Venus, _) => {
            let statics = end(image, venus_map::STATIC, venus_map::STACK);
            let first = statics.max(venus_map::HEAP);
            (first, first.saturating_add(HEAP_BYTES))
        }
        (System::Linux | System::Bare, _) => {
            let first = end(image, 0, LINUX_STACK_END).max(bare_end(options, image));
            let first = first.checked_next_multiple_of(PAGE_BYTES).unwrap_or(first);
            (first, first.saturating_add(HEAP_BYTES))
        }
    }
}

/// A bare machine's memory is where Linux has none.
fn bare_end(options: &Options, image: &Image) -> u32 {
    if options.system == System::Bare { end(image, 0, u32::MAX) } else { 0 }
}

/// Address after the last byte of the program's segments that begin in a range.
pub(crate) fn end(image: &Image, start: u32, limit: u32) -> u32 {
    let range = u64::from(start)..u64::from(limit);
    let inside = image.segments.iter().filter(|segment| range.contains(&segment.base));
    let ends = inside.map(|segment| (segment.base + segment.size).min(limit.into()) as u32);
    ends.max().unwrap_or(start)
}
