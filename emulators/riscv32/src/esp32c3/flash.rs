//! SPI1, the controller through which programs send commands to the flash chip, and the chip.
//!
//! A command is complete as soon as it is written. The chip has what the program's file has, or is
//! erased if the program is not a file for the chip.
//!
//! Source: TRM, chapter "SPI Controller"; JEDEC standard commands of serial flash chips.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::registers::Values;

/// Least bytes of the chip; its size is a power of two.
pub(crate) const LEAST_BYTES: u32 = 4 << 20;
/// Manufacturer and type of the chip; its capacity follows, as a power of two.
const JEDEC_ID: u32 = 0xef_4000;
/// Value of an erased byte.
pub(crate) const ERASED: u8 = 0xff;

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

pub(crate) const SECTOR_BYTES: u32 = 4 << 10;
pub(super) const BLOCK_BYTES: u32 = 64 << 10;

/// Content of a sector.
type Sector = [u8; SECTOR_BYTES as usize];

/// Controller with its chip.
#[derive(Debug, Clone)]
pub(super) struct Flash {
    values: Values,
    status: u8,
    status2: u8,
    /// Bytes of the chip.
    size: u32,
    /// Sectors that are not erased, by number.
    sectors: BTreeMap<u32, Arc<Sector>>,
    /// Sectors that were written or erased, first and last, since they were last asked for.
    changed: Option<(u32, u32)>,
}

impl Default for Flash {
    fn default() -> Self {
        // Quad mode is enabled.
        let (values, sectors) = (Values::new(&[]), BTreeMap::new());
        let (status, status2, size) = (0, 1 << 1, LEAST_BYTES);
        Flash { values, status, status2, size, sectors, changed: None }
    }
}

impl Flash {
    /// The chip after a reset of its controller.
    pub(super) fn after_reset(&mut self) -> Self {
        let sectors = std::mem::take(&mut self.sectors);
        Flash { sectors, size: self.size, ..Flash::default() }
    }

    /// Sets the content of the chip, whose size is a power of two.
    pub(super) fn fill(&mut self, content: &[u8]) {
        self.size = content.len() as u32;
        let chunks = (0..).zip(content.as_chunks().0);
        let written = chunks.filter(|(_, bytes)| bytes.iter().any(|&byte| byte != ERASED));
        self.sectors = written.map(|(number, bytes)| (number, Arc::new(*bytes))).collect();
    }

    /// Bytes of the chip.
    pub(super) fn size(&self) -> u32 {
        self.size
    }

    /// Identification of the chip: manufacturer, type, capacity.
    pub(super) fn jedec_id(&self) -> u32 {
        JEDEC_ID | self.size.ilog2()
    }

    /// Content of a sector.
    pub(super) fn sector(&self, number: u32) -> &Sector {
        self.sectors.get(&number).map_or(&[ERASED; SECTOR_BYTES as usize], |sector| sector)
    }

    /// Takes the numbers of the first and last sector that were written or erased.
    pub(super) fn take_changed(&mut self) -> Option<(u32, u32)> {
        self.changed.take()
    }

    fn change(&mut self, first: u32, last: u32) {
        let (from, to) = self.changed.unwrap_or((first, last));
        self.changed = Some((from.min(first), to.max(last)));
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
        let address = self.values.load(ADDR) & (self.size - 1);
        match code {
            WREN => self.status |= WEL,
            WRDI => self.status &= !WEL,
            RDID => self.answer(&self.jedec_id().to_be_bytes()[1..]),
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
            ERASE_CHIP => self.erase(0, self.size),
            _ => {}
        }
    }

    /// Byte at an offset in the chip, which wraps around.
    pub(super) fn byte(&self, address: u32) -> u8 {
        let address = address & (self.size - 1);
        self.sector(address / SECTOR_BYTES)[(address % SECTOR_BYTES) as usize]
    }

    /// Clears the bits that are 0 in the byte.
    pub(super) fn program(&mut self, address: u32, byte: u8) {
        let number = address / SECTOR_BYTES;
        let erased = || Arc::new([ERASED; SECTOR_BYTES as usize]);
        let sector = self.sectors.entry(number).or_insert_with(erased);
        Arc::make_mut(sector)[(address % SECTOR_BYTES) as usize] &= byte;
        self.change(number, number);
    }

    /// Erases the unit of this size, a power of two, that contains an offset.
    pub(super) fn erase(&mut self, address: u32, bytes: u32) {
        let first = address & !(bytes - 1);
        let sectors = first / SECTOR_BYTES..(first + bytes) / SECTOR_BYTES;
        self.sectors.retain(|sector, _| !sectors.contains(sector));
        self.change(sectors.start, sectors.end - 1);
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
