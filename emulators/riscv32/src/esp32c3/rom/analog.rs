//! ROM functions for registers of the analog parts, which only store the written value; calibration
//! is always complete.
//!
//! Source: ESP-IDF, `esp_rom_regi2c.h`.

use machine::calls::CallAnswer;

use super::super::registers::SparseValues;
use super::Routine::Call as Do;
use super::{Call, Row};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    (0x4000_1954, "rom_i2c_readReg",       Do(|call| Ok(call.board.analog.load(register(call))))),
    (0x4000_1958, "rom_i2c_readReg_Mask",  Do(read_field)),
    (0x4000_195c, "rom_i2c_writeReg",      Do(|call| write(call, call.argument(3)))),
    (0x4000_1960, "rom_i2c_writeReg_Mask", Do(write_field)),
];

/// Register of the low-power block with the flags of completed calibrations.
const CALIBRATED: (u32, u32) = (0x61_0003, 0x09);

/// Values at the start.
pub(in crate::esp32c3) fn at_start() -> SparseValues {
    let mut values = SparseValues::default();
    values.store(CALIBRATED.0, CALIBRATED.1);
    values
}

/// Register identified by block, host and number.
fn register(call: &Call<'_>) -> u32 {
    (0..3).fold(0, |register, rank| register << 8 | call.argument(rank) & 0xff)
}

fn write(call: &mut Call<'_>, value: u32) -> Result<u32, CallAnswer> {
    let register = register(call);
    call.board.analog.store(register, value & 0xff);
    Ok(0)
}

/// Lowest bit of a field, and its mask in the register.
fn field(call: &Call<'_>) -> (u32, u32) {
    let (high, low) = (call.argument(3) & 7, call.argument(4) & 7);
    (low, (0xff >> (7 - high)) & (0xff << low))
}

fn read_field(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    let (low, mask) = field(call);
    Ok((call.board.analog.load(register(call)) & mask) >> low)
}

fn write_field(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    let (low, mask) = field(call);
    let old = call.board.analog.load(register(call));
    write(call, old & !mask | call.argument(5) << low & mask)
}
