//! ROM functions for the flash chip and for its windows.
//!
//! Source: ESP-IDF, `rom/spi_flash.h` and `rom/cache.h`.

use machine::calls::CallAnswer;

use super::super::flash::{BLOCK_BYTES, SECTOR_BYTES};
use super::super::map::PAGE_BYTES;
use super::Routine::Call as Do;
use super::{Call, Row};

type Result = std::result::Result<u32, CallAnswer>;

/// Result of a function of the chip: it has worked, or its arguments are wrong.
const OK: u32 = 0;
const FAILED: u32 = 1;

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    (0x4000_010c, "esp_rom_spiflash_wait_idle",       Do(|_| Ok(OK))),
    (0x4000_0120, "esp_rom_spiflash_erase_chip",      Do(erase_chip)),
    (0x4000_0124, "esp_rom_spiflash_erase_block",     Do(|call| erase(call, BLOCK_BYTES))),
    (0x4000_0128, "esp_rom_spiflash_erase_sector",    Do(|call| erase(call, SECTOR_BYTES))),
    (0x4000_012c, "esp_rom_spiflash_write",           Do(write)),
    (0x4000_0130, "esp_rom_spiflash_read",            Do(read)),
    (0x4000_0134, "esp_rom_spiflash_config_param",    Do(|_| Ok(OK))),
    (0x4000_013c, "esp_rom_spiflash_select_qio_pins", Do(|_| Ok(OK))),
    (0x4000_0140, "esp_rom_spiflash_unlock",          Do(|_| Ok(OK))),
    (0x4000_0150, "esp_rom_spiflash_config_clk",      Do(|_| Ok(OK))),
    (0x4000_0154, "esp_rom_spiflash_config_readmode", Do(|_| Ok(OK))),
    (0x4000_0164, "spi_flash_attach",                 Do(|_| Ok(0))),
    (0x4000_0168, "spi_flash_get_chip_size",          Do(|call| Ok(call.board.flash.size()))),
    (0x4000_055c, "Cache_MMU_Init",                   Do(unmap_all)),
    (0x4000_0560, "Cache_Ibus_MMU_Set",               Do(map_pages)),
    (0x4000_0564, "Cache_Dbus_MMU_Set",               Do(map_pages)),
];

fn erase_chip(call: &mut Call<'_>) -> Result {
    let size = call.board.flash.size();
    call.board.flash.erase(0, size);
    Ok(OK)
}

/// Erases the unit with the number in `a0`.
fn erase(call: &mut Call<'_>, bytes: u32) -> Result {
    let number = call.argument(0);
    if number >= call.board.flash.size() / bytes {
        return Ok(FAILED);
    }
    call.board.flash.erase(number * bytes, bytes);
    Ok(OK)
}

/// Whether the chip has `a2` bytes from the offset `a0`.
fn is_inside(call: &Call<'_>) -> bool {
    let end = u64::from(call.argument(0)) + u64::from(call.argument(2));
    end <= u64::from(call.board.flash.size())
}

/// Programs `a2` bytes from `a1` at the offset `a0`.
fn write(call: &mut Call<'_>) -> Result {
    let (offset, from, count) = (call.argument(0), call.argument(1), call.argument(2));
    if !is_inside(call) {
        return Ok(FAILED);
    }
    for (at, byte) in (offset..).zip(call.bytes(from, count)?) {
        call.board.flash.program(at, byte);
    }
    Ok(OK)
}

/// Copies `a2` bytes at the offset `a0` to `a1`.
fn read(call: &mut Call<'_>) -> Result {
    let (offset, to, count) = (call.argument(0), call.argument(1), call.argument(2));
    if !is_inside(call) {
        return Ok(FAILED);
    }
    for at in 0..count {
        let byte = call.board.flash.byte(offset + at);
        call.write(to.wrapping_add(at), &[byte])?;
    }
    Ok(OK)
}

fn unmap_all(call: &mut Call<'_>) -> Result {
    call.board.mmu.clear();
    Ok(0)
}

/// Maps `a4` pages of the chip from the offset `a2` at the address `a1` of a window; `a5` repeats
/// the first page.
fn map_pages(call: &mut Call<'_>) -> Result {
    let (address, offset, count) = (call.argument(1), call.argument(2), call.argument(4));
    let step = u32::from(call.argument(5) == 0);
    call.board.mmu.map(address / PAGE_BYTES, offset / PAGE_BYTES, count, step);
    Ok(0)
}
