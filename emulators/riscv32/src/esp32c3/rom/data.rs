//! Data of the ROM that programs read: in the ROM itself, and in the part of the memory that belongs
//! to it.
//!
//! Source: ESP-IDF, linker script `esp32c3.rom.ld`, `rom/rom_layout.h` and `rom/spi_flash.h`.

use std::cell::Cell;

use super::super::flash::Flash;
use crate::cpu::Cpu;

/// First byte of the memory that belongs to the ROM.
pub(super) const RESERVED: u32 = 0x3fcd_f060;
/// Places chosen here for what the ROM's pointers refer to.
const LAYOUT: u32 = 0x3ff1_ff00;
const FLASH_DATA: u32 = 0x3fcd_fe00;
/// Pointer to what the ROM knows about the flash chip.
const FLASH_DATA_POINTER: u32 = 0x3fcd_fff0;

/// Address and value of each word that is not zero.
#[rustfmt::skip]
const WORDS: &[(u32, u32)] = &[
    (0x3ff1_fffc, LAYOUT),              // ets_rom_layout_p
    (LAYOUT + 0x04, RESERVED),          // dram0_rtos_reserved_start
    (LAYOUT + 0x0c, super::super::ROM_STACK), // stack
    (FLASH_DATA_POINTER, FLASH_DATA),   // rom_spiflash_legacy_data
    (FLASH_DATA + 0x08, 0x1_0000),      // bytes of a block, a sector and a page
    (FLASH_DATA + 0x0c, 0x1000),
    (FLASH_DATA + 0x10, 0x100),
    (FLASH_DATA + 0x14, 0xffff),        // mask of the status
];

/// Stores the data, as the ROM does when it starts; a ROM from a file has most of them.
pub(crate) fn place(cpu: &mut Cpu, flash: &Flash, has_rom: bool) {
    let own = if has_rom { &[] } else { WORDS };
    let at = if has_rom { cpu.memory.word(FLASH_DATA_POINTER).map(Cell::get) } else { None };
    let at = at.unwrap_or(FLASH_DATA);
    let chip = [(at, flash.jedec_id()), (at.wrapping_add(4), flash.size())];
    for (address, word) in own.iter().chain(&chip) {
        // The map has memory at each of these addresses.
        let _ = cpu.memory.place(*address, &word.to_le_bytes());
    }
}
