//! Data of the ROM that programs read: in the ROM itself, and in the part of the memory that belongs
//! to it.
//!
//! Source: ESP-IDF, linker script `esp32c3.rom.ld`, `rom/rom_layout.h` and `rom/spi_flash.h`.

use crate::cpu::Cpu;

/// First byte of the memory that belongs to the ROM.
const RESERVED: u32 = 0x3fcd_f060;
/// Places chosen here for what the ROM's pointers refer to.
const LAYOUT: u32 = 0x3ff1_ff00;
const FLASH_DATA: u32 = 0x3fcd_fe00;

/// Address and value of each word that is not zero.
#[rustfmt::skip]
const WORDS: &[(u32, u32)] = &[
    (0x3ff1_fffc, LAYOUT),              // ets_rom_layout_p
    (LAYOUT + 0x04, RESERVED),          // dram0_rtos_reserved_start
    (LAYOUT + 0x0c, super::super::ROM_STACK), // stack
    (0x3fcd_fff0, FLASH_DATA),          // rom_spiflash_legacy_data
    (FLASH_DATA, super::super::flash::JEDEC_ID),
    (FLASH_DATA + 0x04, super::super::flash::BYTES),
    (FLASH_DATA + 0x08, 0x1_0000),      // bytes of a block, a sector and a page
    (FLASH_DATA + 0x0c, 0x1000),
    (FLASH_DATA + 0x10, 0x100),
    (FLASH_DATA + 0x14, 0xffff),        // mask of the status
];

/// Stores the data, as the ROM does when it starts.
pub(crate) fn place(cpu: &mut Cpu) {
    for (address, word) in WORDS {
        // The map has memory at each of these addresses.
        let _ = cpu.memory.place(*address, &word.to_le_bytes());
    }
}
