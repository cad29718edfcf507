//! The memory map of the ESP32-C3: what lies where, and which addresses show the same bytes.
//!
//! Source: ESP32-C3 Technical Reference Manual, chapter "System and Memory", address mapping.

use crate::memory::{Area, Rights};

/// First byte of the flash window for data, and of the one for instructions.
pub(crate) const DROM: u32 = 0x3c00_0000;
pub(crate) const IROM: u32 = 0x4200_0000;
/// Bytes of each of them.
pub(crate) const FLASH_BYTES: u32 = 8 << 20;
/// First byte of the memory that both buses see, on the one for data and the one for instructions.
pub(crate) const DRAM: u32 = 0x3fc8_0000;
pub(crate) const IRAM: u32 = 0x4038_0000;
/// Bytes of it.
pub(crate) const SRAM_BYTES: u32 = 384 << 10;
/// Bytes of the cache's memory, which lies before it on the bus for instructions.
const CACHE_BYTES: u32 = 16 << 10;

/// Bytes of a page of the flash windows.
pub(crate) const PAGE_BYTES: u32 = 64 << 10;

/// Every area, in rising order of address, with the name esptool gives it.
///
/// Both windows of the flash go through the same entries of the memory management unit, so that
/// the same offset shows the same byte in both. The ROM is no memory here: its functions are
/// known by their addresses.
#[rustfmt::skip]
const AREAS: &[(&str, Area)] = &[
    ("DROM",        Area::new(Rights::READ_ONLY, DROM,               DROM + (FLASH_BYTES - 1))),
    ("DRAM",        Area::new(Rights::DATA,      DRAM,               DRAM + (SRAM_BYTES - 1))),
    ("IRAM",        Area::alias(Rights::RAM,     IRAM - CACHE_BYTES, IRAM + (SRAM_BYTES - 1), DRAM - CACHE_BYTES)),
    ("IROM",        Area::alias(Rights::TEXT,    IROM,               IROM + (FLASH_BYTES - 1), DROM)),
    ("RTC_RAM",     Area::new(Rights::RAM,       0x5000_0000,        0x5000_1fff)),
    ("PERIPHERALS", Area::new(Rights::DEVICE,    0x6000_0000,        0x600d_0fff)),
];

/// Whether a device lies there.
pub(crate) fn is_device(address: u32) -> bool {
    let is_there = |area: &Area| (area.start..=area.end).contains(&address);
    AREAS.iter().any(|(_, area)| area.rights == Rights::DEVICE && is_there(area))
}

/// The mask ROM, first byte and last.
const ROM: (u32, u32) = (0x4000_0000, 0x4005_ffff);

/// The areas as memory wants them.
pub(crate) fn areas() -> Vec<Area> {
    AREAS.iter().map(|(_, area)| *area).collect()
}

/// Whether an address lies in the mask ROM.
pub(crate) fn is_rom(address: u32) -> bool {
    (ROM.0..=ROM.1).contains(&address)
}

/// A run of memory that a program can be put in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// The name of its area.
    pub(crate) name: &'static str,
    /// Where its first byte is kept.
    pub(crate) home: u32,
    pub(crate) in_flash: bool,
    pub(crate) executable: bool,
}

/// The memory that holds all of `size` bytes from an address on; `size` is not 0.
pub(crate) fn place(address: u64, size: u64) -> Option<Place> {
    let start = u32::try_from(address).ok()?;
    let holds = |area: &Area| (area.start..=area.end).contains(&start) && !area.rights.device;
    let (name, area) = AREAS.iter().find(|(_, area)| holds(area))?;
    let place = Place {
        name,
        home: start - area.start + area.home,
        in_flash: area.home == DROM,
        executable: area.rights.fetch,
    };
    (address.checked_add(size)? - 1 <= u64::from(area.end)).then_some(place)
}

/// Where in the flash a home of its windows is.
pub(crate) fn flash_offset(home: u32) -> u32 {
    home - DROM
}
