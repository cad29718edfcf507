//! Placement of sections in memory.
//!
//! | machine | text and constants | data |
//! | --- | --- | --- |
//! | no board | from 0x00010000, constants from the next page of 4 KiB | from the next page |
//! | no system | from 0x80000000 | from the next page of 4 KiB |
//! | ESP32-C3 | text in instruction RAM from 0x40380000 | the same RAM after the text, on the data bus |
//!
//! On the ESP32-C3 sections `.flash.text` and `.flash.rodata` go to the windows of the flash
//! memory. Sources: the default script of GNU ld for elf32-littleriscv; the ESP32-C3 Technical
//! Reference Manual, chapter "System and Memory".

use super::super::object::SectionKind;
use crate::esp32c3::{ROM_STACK, map};
use crate::memory;
use crate::memory::layout::LINUX_STACK_END;
use crate::options::{Board, Options, System};

/// Part of memory in which sections are placed one after the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct MemoryRegion {
    holds: fn(&str, SectionKind) -> bool,
    pub(super) start: Start,
}

/// Start address of a region.
#[derive(Debug, Clone, Copy)]
pub(super) enum Start {
    /// This address.
    At(u64),
    /// Next page boundary after the previous region.
    NextPage,
    /// Address after the previous region, seen through another window.
    OtherBus(Window),
}

/// Memory window that is also visible at lower addresses.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    first: u64,
    bytes: u64,
    /// Difference to the lower addresses.
    distance: u64,
    /// Offset of a region from a multiple of `align`.
    skip: u64,
    align: u64,
}

impl Window {
    /// Lower address of the byte after `end`, or of the first byte if `end` is elsewhere.
    pub(super) fn on_other_bus(&self, end: u64) -> u64 {
        let inside = (self.first..self.first + self.bytes).contains(&end);
        let end = if inside { end } else { self.first };
        end.next_multiple_of(self.align) + self.skip - self.distance
    }
}

/// Bytes per page.
pub(super) const PAGE_BYTES: u64 = 0x1000;

/// RAM of the ESP32-C3 on the instruction bus; the data bus sees it too.
const RAM: Window = Window {
    first: map::IRAM as u64,
    bytes: map::SRAM_BYTES as u64,
    distance: (map::IRAM - map::DRAM) as u64,
    skip: 0,
    align: 16,
};

/// Bytes of the headers of an image and its first segment, at the start of a flash page.
const HEADERS_BYTES: u64 = 0x20;

/// Flash of the ESP32-C3 in the instruction window.
///
/// The data window cannot use a flash page that the instruction window uses.
const FLASH: Window = Window {
    first: map::IROM as u64,
    bytes: map::FLASH_BYTES as u64,
    distance: (map::IROM - map::DROM) as u64,
    skip: HEADERS_BYTES,
    align: map::PAGE_BYTES as u64,
};

const LINUX: &[MemoryRegion] = &[
    MemoryRegion { holds: |_, kind| kind.executable, start: Start::At(0x1_0000) },
    MemoryRegion { holds: |_, kind| !kind.writable, start: Start::NextPage },
    MemoryRegion { holds: |_, _| true, start: Start::NextPage },
];

const BARE: &[MemoryRegion] = &[
    MemoryRegion { holds: |_, kind| !kind.writable, start: Start::At(memory::BARE.start as u64) },
    MemoryRegion { holds: |_, _| true, start: Start::NextPage },
];

const ESP32C3: &[MemoryRegion] = &[
    MemoryRegion {
        holds: |name, _| in_family(name, ".flash.text"),
        start: Start::At(FLASH.first + FLASH.skip),
    },
    MemoryRegion {
        holds: |name, _| in_family(name, ".flash.rodata"),
        start: Start::OtherBus(FLASH),
    },
    MemoryRegion { holds: |_, kind| kind.executable, start: Start::At(RAM.first) },
    MemoryRegion { holds: |_, _| true, start: Start::OtherBus(RAM) },
];

/// Regions of a machine; the last one takes all remaining sections.
pub(super) fn regions(options: &Options) -> &'static [MemoryRegion] {
    match (options.board, options.system) {
        (Some(Board::Esp32c3), _) => ESP32C3,
        (Some(Board::Virt), _) | (None, System::Bare) => BARE,
        (None, _) => LINUX,
    }
}

/// End of the memory in which a program without a system may put its stack; on the ESP32-C3, the
/// start of the ROM's data.
pub(super) fn stack_top(options: &Options) -> u64 {
    match (options.board, options.system) {
        (Some(Board::Esp32c3), _) => ROM_STACK.into(),
        (Some(Board::Virt), _) | (None, System::Bare) => u64::from(memory::BARE.end) + 1,
        (None, _) => LINUX_STACK_END.into(),
    }
}

/// Number of the region for a section.
pub(super) fn region_of(regions: &[MemoryRegion], name: &str, kind: SectionKind) -> usize {
    regions.iter().position(|region| (region.holds)(name, kind)).unwrap_or(regions.len() - 1)
}

/// Order of sections within a region; other names go at `*`.
const ORDER: &[&str] = &[
    ".init",
    ".text",
    ".fini",
    ".rodata",
    ".srodata",
    ".eh_frame",
    ".tdata",
    ".tbss",
    ".preinit_array",
    ".init_array",
    ".fini_array",
    ".data",
    "*",
    ".got",
    ".sdata",
    ".sbss",
    ".bss",
];

/// Section families: `.text.main` and the like are joined as `.text`.
const FAMILIES: &[&str] = &[
    ".text",
    ".rodata",
    ".srodata",
    ".data",
    ".sdata",
    ".sbss",
    ".bss",
    ".tdata",
    ".tbss",
    ".init_array",
    ".fini_array",
];

/// Sections that come first in their family, in this order.
const FIRST: &[&str] = &[".text.unlikely", ".text.exit", ".text.startup", ".text.hot"];

/// The rank of a section among those it is joined with.
pub(super) fn precedence(name: &str) -> usize {
    FIRST.iter().position(|first| in_family(name, first)).unwrap_or(FIRST.len())
}

fn in_family(name: &str, family: &str) -> bool {
    name.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The name under which a section is joined with others.
pub(super) fn family(name: &str) -> &str {
    FAMILIES.iter().find(|family| in_family(name, family)).copied().unwrap_or(name)
}

/// The rank of a joined section in its region.
pub(super) fn rank(name: &str) -> usize {
    let place = |name: &str| ORDER.iter().position(|known| *known == name);
    place(name).or_else(|| place("*")).unwrap_or(0)
}
