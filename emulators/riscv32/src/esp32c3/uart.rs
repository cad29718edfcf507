//! A UART: bytes in and out, their counts, and its interrupts.
//!
//! The transmitter is always empty and the receiver never loses a byte, even if its FIFO is reset.
//! Baud rate, parity and flow control are registers that only store their values.
//!
//! Source: TRM, chapter "UART Controller".

use machine::Host;
use machine::calls::CallAnswer;

use super::console::Console;
use super::registers::Values;

const FIFO: u32 = 0x00;
const INT_RAW: u32 = 0x04;
const INT_ST: u32 = 0x08;
const INT_ENA: u32 = 0x0c;
const INT_CLR: u32 = 0x10;
const STATUS: u32 = 0x1c;
const CONF1: u32 = 0x24;
const ID: u32 = 0x80;

/// Interrupts: receive FIFO at its threshold, transmit FIFO at its threshold, receive timeout,
/// transmission complete.
const RXFIFO_FULL: u32 = 1 << 0;
const TXFIFO_EMPTY: u32 = 1 << 1;
const RXFIFO_TOUT: u32 = 1 << 8;
const TX_DONE: u32 = 1 << 14;

/// Maximum number of bytes that the receive FIFO reports.
const QUEUE_BYTES: usize = 128;
/// Idle lines: bits of `STATUS` besides the counts.
const IDLE: u32 = 0xe000_c000;
/// Fields of `CONF1`.
const FULL_THRESHOLD: u32 = 0x1ff;
const TOUT_EN: u32 = 1 << 21;
/// Bit of `ID` that the device clears when new values are in effect.
const REG_UPDATE: u32 = 1 << 31;

/// Registers that are not zero after reset.
#[rustfmt::skip]
const RESET: &[(u32, u32)] = &[
    (0x14, 0x02b6), (0x18, 0x08), (0x20, 0x1000_001c), (CONF1, 0xc060), (0x28, 0x0fff), (0x2c, 0x0fff),
    (0x38, 0xf0), (0x3c, 0x26e0), (0x40, 0x2200), (0x44, 0x0a), (0x48, 0x0004_0100), (0x50, 0x0901),
    (0x54, 0x0901), (0x58, 0x0b), (0x5c, 0x032b), (0x60, 0x000a_0012), (0x68, 0x0008_0100),
    (0x70, 0x0fff), (0x74, 0x0fff), (0x78, 0x0370_1000), (ID, 0x4000_0500),
];

/// UART and its connection.
#[derive(Debug, Clone)]
pub(super) struct Uart {
    console: Console,
    values: Values,
    /// Interrupts that persist until cleared.
    raised: u32,
}

impl Uart {
    pub(super) fn new(console: Console) -> Self {
        Uart { console, values: Values::new(RESET), raised: 0 }
    }

    pub(super) fn load(&mut self, offset: u32, host: &mut Host) -> u32 {
        match offset {
            FIFO => self.console.receive(host).unwrap_or(0).into(),
            INT_RAW => self.raw(host),
            INT_ST => self.raw(host) & self.values.load(INT_ENA),
            STATUS => IDLE | self.waiting(host),
            _ => self.values.load(offset),
        }
    }

    pub(super) fn store(
        &mut self,
        offset: u32,
        value: u32,
        host: &mut Host,
    ) -> Result<(), CallAnswer> {
        match offset {
            FIFO => {
                self.raised |= TX_DONE;
                return self.console.send(value as u8, host);
            }
            INT_CLR => self.raised &= !value,
            INT_RAW | INT_ST | STATUS => {}
            ID => self.values.store(ID, value & !REG_UPDATE),
            _ => self.values.store(offset, value),
        }
        Ok(())
    }

    /// 1 while it requests an interrupt.
    pub(super) fn level(&self, host: &Host) -> u64 {
        (self.raw(host) & self.values.load(INT_ENA) != 0).into()
    }

    /// Number of bytes that the receiver reports.
    fn waiting(&self, host: &Host) -> u32 {
        self.console.waiting(host).min(QUEUE_BYTES) as u32
    }

    fn raw(&self, host: &Host) -> u32 {
        let (waiting, conf) = (self.waiting(host), self.values.load(CONF1));
        let full = waiting > 0 && waiting >= conf & FULL_THRESHOLD;
        let late = waiting > 0 && conf & TOUT_EN != 0;
        let bit = |on: bool, bit| if on { bit } else { 0 };
        self.raised | TXFIFO_EMPTY | bit(full, RXFIFO_FULL) | bit(late, RXFIFO_TOUT)
    }
}
