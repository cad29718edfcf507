//! The memory map: areas of the address space, and what a program may do in them.

use std::cell::Cell;

use machine::{Access, sort_by_number};

use crate::options::{Calls, Dialect, Layout, Options};

/// Kind of an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AreaKind {
    Text,
    Data,
    Stack,
    KernelText,
    KernelData,
    Device,
}

/// A range of addresses of one kind; `end` is the last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) kind: AreaKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

const fn area(kind: AreaKind, start: u32, end: u32) -> Area {
    Area { kind, start, end }
}

/// MARS: 4 MiB per segment, without the last byte. Source: facts of MARS 4.6, memory
/// configurations.
#[rustfmt::skip]
const MARS: &[Area] = &[
    area(AreaKind::Text,       0x0040_0000, 0x0fff_ffff),
    area(AreaKind::Data,       0x1000_0000, 0x103f_ffff),
    area(AreaKind::Stack,      0x7fc0_0000, 0x7fff_ffff),
    area(AreaKind::KernelText, 0x8000_0000, 0x8fff_ffff),
    area(AreaKind::KernelData, 0x9000_0000, 0x903f_ffff),
    area(AreaKind::Device,     0xffff_0000, 0xffff_fffe),
];

/// Limits of SPIM's default segments: text, data, kernel text and kernel data.
pub(crate) mod spim {
    /// First and last address of text.
    pub(crate) const TEXT: (u32, u32) = (0x0040_0000, 0x0040_ffff);
    /// First address of data.
    pub(crate) const DATA: u32 = 0x1000_0000;
    /// Initial and maximum size of data; kernel data has the same limit.
    pub(crate) const DATA_BYTES: u32 = 128 << 10;
    pub(crate) const DATA_LIMIT_BYTES: u32 = 1 << 20;
    /// First and last address of kernel text.
    pub(crate) const KERNEL_TEXT: (u32, u32) = (0x8000_0000, 0x8000_ffff);
    /// First address of kernel data.
    pub(crate) const KERNEL_DATA: u32 = 0x9000_0000;
}

/// SPIM: data grows on request, the stack up to this limit.
#[rustfmt::skip]
const SPIM: &[Area] = &[
    area(AreaKind::Text,       spim::TEXT.0, spim::TEXT.1),
    area(AreaKind::Data,       spim::DATA, spim::DATA + spim::DATA_BYTES - 1),
    area(AreaKind::Stack,      0x7ffc_0000, 0x7fff_ffff),
    area(AreaKind::KernelText, spim::KERNEL_TEXT.0, spim::KERNEL_TEXT.1),
    area(AreaKind::KernelData, spim::KERNEL_DATA, spim::KERNEL_DATA + spim::DATA_LIMIT_BYTES - 1),
    area(AreaKind::Device,     0xffff_0000, 0xffff_ffff),
];

#[rustfmt::skip]
const DATA_AT_ZERO: &[Area] = &[
    area(AreaKind::Data,       0x0000_0000, 0x0000_2fff),
    area(AreaKind::Text,       0x0000_3000, 0x0000_3fff),
    area(AreaKind::KernelText, 0x0000_4000, 0x0000_4fff),
    area(AreaKind::KernelData, 0x0000_5000, 0x0000_7eff),
    area(AreaKind::Device,     0x0000_7f00, 0x0000_7ffe),
];

#[rustfmt::skip]
const TEXT_AT_ZERO: &[Area] = &[
    area(AreaKind::Text,       0x0000_0000, 0x0000_0fff),
    area(AreaKind::Data,       0x0000_1000, 0x0000_3fff),
    area(AreaKind::KernelText, 0x0000_4000, 0x0000_4fff),
    area(AreaKind::KernelData, 0x0000_5000, 0x0000_7eff),
    area(AreaKind::Device,     0x0000_7f00, 0x0000_7ffe),
];

/// Areas of a Linux process: everything except the program's text is data, up to the stack.
const LINUX: &[Area] = &[
    area(AreaKind::Data, 0x0000_1000, 0x1fff_ffff),
    area(AreaKind::Stack, 0x7f80_0000, 0x7fff_ffff),
];

/// Distance below the stack within which an access counts as a stack access: 16 MiB, as in SPIM.
const STACK_REACH: u32 = 16 << 20;

/// Areas without a program.
fn areas(options: &Options) -> &'static [Area] {
    match (options.layout, options.dialect) {
        (Layout::CompactDataAtZero, _) => DATA_AT_ZERO,
        (Layout::CompactTextAtZero, _) => TEXT_AT_ZERO,
        (Layout::Default, Dialect::Mars) => MARS,
        (Layout::Default, Dialect::Spim) => SPIM,
    }
}

/// Areas of the address space, and the rights that depend on options.
#[derive(Debug, Clone)]
pub(crate) struct Map {
    /// Sorted by address.
    areas: Vec<Area>,
    /// Index of the area that was found last.
    last_area: Cell<usize>,
    self_modifying: bool,
    readable_text: bool,
}

impl Map {
    /// Map without a program.
    pub(crate) fn new(options: &Options) -> Self {
        Map {
            areas: areas(options).to_vec(),
            last_area: Cell::new(0),
            self_modifying: options.self_modifying,
            readable_text: options.self_modifying || options.calls == Calls::Linux,
        }
    }

    /// All areas, sorted by address.
    pub(crate) fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// Sets the end of the data area; existing content stays.
    pub(crate) fn set_data_end(&mut self, end: u32) {
        for area in self.areas.iter_mut().filter(|area| area.kind == AreaKind::Data) {
            area.end = area.end.max(end.saturating_sub(1));
        }
    }

    /// Sets Linux's map for a program with its own layout: everything except text is data. `texts`
    /// are the first and last byte of each text, sorted.
    pub(crate) fn set_linux(&mut self, texts: &[(u32, u32)]) {
        self.areas = texts.iter().map(|&(start, end)| area(AreaKind::Text, start, end)).collect();
        for room in LINUX {
            let mut from = u64::from(room.start);
            for &(start, end) in texts.iter().filter(|text| text.0 <= room.end) {
                if from < start.into() {
                    self.areas.push(area(room.kind, from as u32, start - 1));
                }
                from = from.max(u64::from(end) + 1);
            }
            if from <= room.end.into() {
                self.areas.push(area(room.kind, from as u32, room.end));
            }
        }
        sort_by_number(&mut self.areas, |area| area.start.into());
    }

    /// Area that contains an address.
    pub(crate) fn area(&self, address: u32) -> Option<&Area> {
        let contains = |area: &&Area| area.start <= address && address <= area.end;
        if let Some(area) = self.areas.get(self.last_area.get()).filter(contains) {
            return Some(area);
        }
        let at = self.areas.partition_point(|area| area.start <= address).checked_sub(1)?;
        self.last_area.set(at);
        self.areas.get(at).filter(contains)
    }

    /// Whether an address is below the stack but close enough to count as a stack access.
    pub(crate) fn below_stack(&self, address: u32) -> bool {
        let stack = self.areas.iter().find(|area| area.kind == AreaKind::Stack);
        stack.is_some_and(|stack| (stack.start - STACK_REACH..stack.start).contains(&address))
    }

    /// Whether an address is in a text area.
    pub(crate) fn is_text(&self, address: u32) -> bool {
        self.area(address).is_some_and(|area| self.may(area.kind, Access::Fetch))
    }

    /// Whether the program has this access to this kind of memory.
    pub(crate) fn may(&self, kind: AreaKind, access: Access) -> bool {
        match (kind, access) {
            (AreaKind::Text | AreaKind::KernelText, Access::Fetch) => true,
            (AreaKind::Text, Access::Load) => self.readable_text,
            (AreaKind::Text, Access::Store) => self.self_modifying,
            (AreaKind::KernelText, _) => false,
            (_, Access::Fetch) => false,
            _ => true,
        }
    }

    /// First and last byte of the contiguous loadable range around an address, within
    /// `first..=last`.
    pub(super) fn loadable_around(&self, address: u32, first: u32, last: u32) -> (u32, u32) {
        let readable =
            |area: &&Area| area.kind != AreaKind::Device && self.may(area.kind, Access::Load);
        let after = self.areas.partition_point(|area| area.start <= address);
        let (mut low, mut high) = (address, address);
        for area in self.areas[..after].iter().rev().take_while(readable) {
            if low < first || u64::from(area.end) + 1 < low.into() {
                break;
            }
            low = area.start;
        }
        let here = self.areas[..after].last().into_iter();
        for area in here.chain(&self.areas[after..]).take_while(readable) {
            if high > last || area.start > address && u64::from(high) + 1 < area.start.into() {
                break;
            }
            high = area.end;
        }
        (low.max(first) & !3, high.min(last))
    }

    /// Whether programs may change their instructions.
    pub(crate) fn text_changes(&self) -> bool {
        self.self_modifying
    }

    /// Whether stores to this kind of memory have no side effects.
    pub(super) fn takes_stores(&self, kind: AreaKind) -> bool {
        match kind {
            AreaKind::Data | AreaKind::Stack | AreaKind::KernelData => true,
            AreaKind::Text => self.self_modifying,
            AreaKind::KernelText | AreaKind::Device => false,
        }
    }
}
