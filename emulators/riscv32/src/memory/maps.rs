//! Memory maps of the systems.

use machine::Image;

use super::areas::{Area, Rights};
use super::layout::{heap, venus_map};
use crate::options::{Layout, Options, System};

/// Last address of the stack, if there is one.
pub(super) const STACK_END: u32 = 0x7fff_ffff;

/// RARS, like MARS: 4 MiB of data, and text that programs may read and write only on request.
///
/// Source: RARS 1.6, memory configurations.
#[rustfmt::skip]
const RARS: &[Area] = &[
    Area::new(Rights::HIDDEN, 0x0040_0000, 0x0fff_ffff),
    Area::new(Rights::DATA,   0x1000_0000, 0x103f_ffff),
    Area::new(Rights::DATA,   0x7fc0_0000, STACK_END),
    Area::new(Rights::DATA,   0xffff_0000, 0xffff_ffff),
];

#[rustfmt::skip]
const RARS_DATA_AT_ZERO: &[Area] = &[
    Area::new(Rights::DATA,   0x0000_0000, 0x0000_2fff),
    Area::new(Rights::HIDDEN, 0x0000_3000, 0x0000_3fff),
    Area::new(Rights::DATA,   0x0000_7f00, 0x0000_7fff),
];

#[rustfmt::skip]
const RARS_TEXT_AT_ZERO: &[Area] = &[
    Area::new(Rights::HIDDEN, 0x0000_0000, 0x0000_0fff),
    Area::new(Rights::DATA,   0x0000_1000, 0x0000_3fff),
    Area::new(Rights::DATA,   0x0000_7f00, 0x0000_7fff),
];

/// Venus: text from 0, data up to the heap's moving end, and the stack.
///
/// Source: Venus, `MemorySegments`.
#[rustfmt::skip]
const VENUS: &[Area] = &[
    Area::new(Rights::RAM,  0x0000_0000, 0x0fff_ffff),
    Area::new(Rights::DATA, venus_map::STATIC, 0x1000_7fff),
    Area::new(Rights::DATA, 0x7f80_0000, STACK_END),
];

/// Stack of a Linux program: 8 MiB.
const LINUX_STACK: Area = Area::new(Rights::DATA, 0x7f80_0000, STACK_END);

/// Memory of a bare machine: 16 MiB at the address for which conformance tests are linked.
pub(crate) const BARE: Area = Area::new(Rights::RAM, 0x8000_0000, 0x80ff_ffff);

/// Allocation unit of a program's segments on Linux and a bare machine.
const PAGE_BYTES: u32 = 4 << 10;

/// Memory map of the system for a program.
pub(super) fn of(options: &Options, image: &Image) -> Vec<Area> {
    let mut areas = match options.system {
        System::Rars => match options.layout {
            Layout::Default => RARS.to_vec(),
            Layout::CompactDataAtZero => RARS_DATA_AT_ZERO.to_vec(),
            Layout::CompactTextAtZero => RARS_TEXT_AT_ZERO.to_vec(),
        },
        System::Venus => venus(options, image),
        System::Linux => of_segments(image, vec![LINUX_STACK], Rights::TEXT, Rights::DATA),
        System::Bare => of_segments(image, vec![BARE], Rights::RAM, Rights::RAM),
    };
    for area in areas.iter_mut().filter(|area| options.self_modifying && area.rights.fetch) {
        area.rights = Rights::RAM;
    }
    areas
}

/// Areas of Venus, with data up to the start of the heap.
fn venus(options: &Options, image: &Image) -> Vec<Area> {
    let mut areas = VENUS.to_vec();
    let (heap, _) = heap(options, image);
    for area in areas.iter_mut().filter(|area| area.start == venus_map::STATIC) {
        area.end = area.end.max(heap - 1);
    }
    areas
}

/// The fixed areas, and one for each segment outside them, in whole pages where these are free.
fn of_segments(image: &Image, fixed: Vec<Area>, text: Rights, data: Rights) -> Vec<Area> {
    let mut areas = fixed.clone();
    let mut segments: Vec<_> = image.segments.iter().filter(|segment| segment.size > 0).collect();
    segments.sort_by_key(|segment| segment.base);
    let mut previous: Option<Area> = None;
    for segment in segments {
        let (Ok(base), Ok(last)) =
            (u32::try_from(segment.base), u32::try_from(segment.base + segment.size - 1))
        else {
            continue;
        };
        let is_inside = |area: &Area| area.start <= base && last <= area.end;
        if fixed.iter().any(is_inside) {
            continue;
        }
        let mut start = base & !(PAGE_BYTES - 1);
        if let Some(previous) = &mut previous {
            start = start.max(previous.end.saturating_add(1)).min(base);
            previous.end = previous.end.min(start.saturating_sub(1));
            areas.push(*previous);
        }
        let rights = if segment.executable { text } else { data };
        previous = Some(Area::new(rights, start, last | (PAGE_BYTES - 1)));
    }
    areas.extend(previous);
    areas
}
