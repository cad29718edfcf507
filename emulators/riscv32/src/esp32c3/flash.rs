//! SPI1, the controller through which programs send commands to the flash chip, and the chip.
//!
//! A command is complete as soon as it is written. The chip has 4 MiB, and is erased at the start:
//! a program's own pages are only visible where they are mapped.
//!
//! Source: TRM, chapter "SPI Controller"; JEDEC standard commands of serial flash chips.

use std::collections::BTreeMap;

use super::registers::Values;

/// Bytes of the chip, and its identification: manufacturer, type, capacity.
pub(super) const BYTES: u32 = 4 << 20;
pub(super) const JEDEC_ID: u32 = 0xef_4016;

const CMD: u32 = 0x00;
const ADDR: u32 = 0x04;
const USER: u32 = 0x18;
const USER2: u32 = 0x20;
const MOSI_DLEN: u32 = 0x24;
const MISO_DLEN: u32 = 0x28;
const RD_STATUS: u32 = 0x2c;
const W0: u32 = 0x58;
/// Bytes of the data buffer.
const BUFFER_BYTES: u32 = 64;

/// `CMD`: fixed commands, each with the code that it sends, and the command in `USER2`.
const FIXED: &[(u32, u8)] = &[
    (1 << 30, WREN),
    (1 << 29, WRDI),
    (1 << 28, RDID),
    (1 << 27, RDSR),
    (1 << 24, ERASE_SECTOR),
    (1 << 23, ERASE_BLOCK),
    (1 << 22, ERASE_CHIP),
];
const USR: u32 = 1 << 18;
/// `USER`: the phases of a command.
const USR_MISO: u32 = 1 << 28;
const USR_MOSI: u32 = 1 << 27;

const WRSR: u8 = 0x01;
const PROGRAM: u8 = 0x02;
const READ: u8 = 0x03;
const WRDI: u8 = 0x04;
const RDSR: u8 = 0x05;
const WREN: u8 = 0x06;
const FAST_READ: u8 = 0x0b;
const ERASE_SECTOR: u8 = 0x20;
const RDSR2: u8 = 0x35;
const DUAL_READ: u8 = 0x3b;
const QUAD_READ: u8 = 0x6b;
const RDID: u8 = 0x9f;
const DUAL_IO_READ: u8 = 0xbb;
const ERASE_CHIP: u8 = 0xc7;
const ERASE_BLOCK: u8 = 0xd8;
const QUAD_IO_READ: u8 = 0xeb;

/// Status: writes are enabled.
const WEL: u8 = 1 << 1;

const SECTOR_BYTES: u32 = 4 << 10;
const BLOCK_BYTES: u32 = 64 << 10;

/// Controller with its chip.
#[derive(Debug, Clone)]
pub(super) struct Flash {
    values: Values,
    status: u8,
    status2: u8,
    /// Sectors that are not erased, by number.
    sectors: BTreeMap<u32, Box<[u8; SECTOR_BYTES as usize]>>,
}

impl Default for Flash {
    fn default() -> Self {
        // Quad mode is enabled.
        let (values, sectors) = (Values::new(&[]), BTreeMap::new());
        Flash { values, status: 0, status2: 1 << 1, sectors }
    }
}

impl Flash {
    /// The chip after a reset of its controller.
    pub(super) fn after_reset(&mut self) -> Self {
        Flash { sectors: std::mem::take(&mut self.sectors), ..Flash::default() }
    }

    pub(super) fn load(&self, offset: u32) -> u32 {
        self.values.load(offset)
    }

    pub(super) fn store(&mut self, offset: u32, value: u32) {
        if offset != CMD {
            self.values.store(offset, value);
            return;
        }
        if value & USR != 0 {
            self.command(self.values.load(USER2) as u8);
        } else if let Some((_, code)) = FIXED.iter().find(|(bit, _)| value & bit != 0) {
            self.command(*code);
        }
    }

    /// Executes a command of the chip.
    fn command(&mut self, code: u8) {
        let address = self.values.load(ADDR) & (BYTES - 1);
        match code {
            WREN => self.status |= WEL,
            WRDI => self.status &= !WEL,
            RDID => self.answer(&JEDEC_ID.to_be_bytes()[1..]),
            RDSR => {
                self.values.store(RD_STATUS, self.status.into());
                self.answer(&[self.status]);
            }
            RDSR2 => self.answer(&[self.status2]),
            READ | FAST_READ | DUAL_READ | QUAD_READ | DUAL_IO_READ | QUAD_IO_READ => {
                let bytes: Vec<u8> = (0..BUFFER_BYTES).map(|at| self.byte(address + at)).collect();
                self.answer(&bytes);
            }
            _ if self.status & WEL == 0 => {}
            WRSR => {
                let sent = self.sent();
                self.status2 = sent.get(1).copied().unwrap_or(self.status2);
                self.status = 0;
            }
            PROGRAM => {
                for (at, byte) in (address..).zip(self.sent()) {
                    // A page wraps around.
                    self.program(address & !0xff | at & 0xff, byte);
                }
                self.status &= !WEL;
            }
            ERASE_SECTOR => self.erase(address, SECTOR_BYTES),
            ERASE_BLOCK => self.erase(address, BLOCK_BYTES),
            ERASE_CHIP => self.erase(0, BYTES),
            _ => {}
        }
    }

    fn byte(&self, address: u32) -> u8 {
        let address = address & (BYTES - 1);
        let sector = self.sectors.get(&(address / SECTOR_BYTES));
        sector.map_or(0xff, |sector| sector[(address % SECTOR_BYTES) as usize])
    }

    /// Clears the bits that are 0 in the byte.
    fn program(&mut self, address: u32, byte: u8) {
        let erased = || Box::new([0xff; SECTOR_BYTES as usize]);
        let sector = self.sectors.entry(address / SECTOR_BYTES).or_insert_with(erased);
        sector[(address % SECTOR_BYTES) as usize] &= byte;
    }

    fn erase(&mut self, address: u32, bytes: u32) {
        let first = address & !(bytes - 1);
        let sectors = first / SECTOR_BYTES..(first + bytes) / SECTOR_BYTES;
        self.sectors.retain(|sector, _| !sectors.contains(sector));
        self.status &= !WEL;
    }

    /// Puts the chip's answer in the buffer, as far as the program reads it.
    fn answer(&mut self, bytes: &[u8]) {
        let is_read = self.values.load(USER) & USR_MISO != 0;
        let count = if is_read { self.values.load(MISO_DLEN) / 8 + 1 } else { BUFFER_BYTES };
        for (index, byte) in (0..count.min(BUFFER_BYTES)).zip(bytes) {
            let (at, shift) = (W0 + index / 4 * 4, index % 4 * 8);
            let word = self.values.load(at) & !(0xff << shift) | u32::from(*byte) << shift;
            self.values.store(at, word);
        }
    }

    /// Bytes that the program sends after the command.
    fn sent(&self) -> Vec<u8> {
        let is_written = self.values.load(USER) & USR_MOSI != 0;
        let count = if is_written { self.values.load(MOSI_DLEN) / 8 + 1 } else { 0 };
        let byte = |index| (self.values.load(W0 + index / 4 * 4) >> (index % 4 * 8)) as u8;
        (0..count.min(BUFFER_BYTES)).map(byte).collect()
    }
}
