//! Memory map of the ESP32-C3, and addresses that alias the same bytes.
//!
//! Source: ESP32-C3 Technical Reference Manual, chapter "System and Memory", address mapping.

use std::ops::RangeInclusive;

use crate::memory::{Area, Rights};

/// First byte of the flash window for data, and of the one for instructions.
pub(crate) const DROM: u32 = 0x3c00_0000;
pub(crate) const IROM: u32 = 0x4200_0000;
/// Size of each flash window in bytes.
pub(crate) const FLASH_BYTES: u32 = 8 << 20;
/// Base of the flash chip's content in a program's image; the chip is not in the address space.
pub(crate) const FLASH_CHIP: u64 = 1 << 32;
/// First byte of the memory on both buses: on the data bus, and on the instruction bus.
pub(crate) const DRAM: u32 = 0x3fc8_0000;
pub(crate) const IRAM: u32 = 0x4038_0000;
/// Size of that memory in bytes.
pub(crate) const SRAM_BYTES: u32 = 384 << 10;
/// Bytes of cache memory, located before it on the instruction bus.
const CACHE_BYTES: u32 = 16 << 10;

/// First byte of the part of the mask ROM on the data bus, which only has data of our own.
const ROM_DATA: u32 = 0x3ff0_0000;
/// Addresses of that part.
pub(crate) const ROM_DATA_AREA: RangeInclusive<u32> = ROM_DATA..=ROM_DATA + 0x1_ffff;
/// End of the memory on the data bus.
pub(crate) const DRAM_END: u64 = (DRAM + SRAM_BYTES) as u64;

/// Bytes of a page of the flash windows.
pub(crate) const PAGE_BYTES: u32 = 64 << 10;

/// All areas, in ascending order of address, with esptool's names.
///
/// Both flash windows use the same entries of the memory management unit, so the same offset has
/// the same byte in both. The ROM is not memory here: its functions are identified by address.
#[rustfmt::skip]
const AREAS: &[(&str, Area)] = &[
    ("DROM",        Area::new(Rights::READ_ONLY, DROM,               DROM + (FLASH_BYTES - 1))),
    ("DRAM",        Area::new(Rights::DATA,      DRAM,               DRAM + (SRAM_BYTES - 1))),
    ("DROM_MASK",   Area::new(Rights::READ_ONLY, ROM_DATA,           ROM_DATA + 0x1_ffff)),
    ("IROM_MASK",   Area::new(Rights::TEXT,      ROM.0,              ROM_CODE + 0xfff)),
    ("IRAM",        Area::alias(Rights::RAM,     IRAM - CACHE_BYTES, IRAM + (SRAM_BYTES - 1), DRAM - CACHE_BYTES)),
    ("IROM",        Area::alias(Rights::TEXT,    IROM,               IROM + (FLASH_BYTES - 1), DROM)),
    ("RTC_RAM",     Area::new(Rights::RAM,       0x5000_0000,        0x5000_1fff)),
    ("PERIPHERALS", Area::new(Rights::DEVICE,    0x6000_0000,        0x600d_0fff)),
];

/// Whether the address is that of a device.
pub(crate) fn is_device(address: u32) -> bool {
    let is_there = |area: &Area| (area.start..=area.end).contains(&address);
    AREAS.iter().any(|(_, area)| area.rights == Rights::DEVICE && is_there(area))
}

/// Mask ROM: first and last byte of the functions that have no instructions here, and of those that
/// have some.
pub(crate) const ROM: (u32, u32) = (0x4000_0000, ROM_CODE - 1);
const ROM_CODE: u32 = 0x4005_f000;

/// Areas in the format of the memory.
pub(crate) fn areas() -> Vec<Area> {
    AREAS.iter().map(|(_, area)| *area).collect()
}

/// Whether a function of the mask ROM is at an address, or none, but no instructions.
pub(crate) fn is_rom(address: u32) -> bool {
    (ROM.0..=ROM.1).contains(&address)
}

/// Memory block in which a program can be placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MemoryBlock {
    /// Name of its area.
    pub(crate) name: &'static str,
    /// Home address of its first byte.
    pub(crate) home: u32,
    pub(crate) in_flash: bool,
    pub(crate) executable: bool,
}

/// Block that contains all `size` bytes from an address; `size` is not 0.
pub(crate) fn place(address: u64, size: u64) -> Option<MemoryBlock> {
    let start = u32::try_from(address).ok()?;
    let is_open = |area: &Area| !area.rights.device && ![ROM_DATA, ROM.0].contains(&area.start);
    let holds = |area: &Area| (area.start..=area.end).contains(&start) && is_open(area);
    let (name, area) = AREAS.iter().find(|(_, area)| holds(area))?;
    let place = MemoryBlock {
        name,
        home: start - area.start + area.home,
        in_flash: area.home == DROM,
        executable: area.rights.fetch,
    };
    (address.checked_add(size)? - 1 <= u64::from(area.end)).then_some(place)
}

/// Flash offset of a home address in the windows.
pub(crate) fn flash_offset(home: u32) -> u32 {
    home - DROM
}
