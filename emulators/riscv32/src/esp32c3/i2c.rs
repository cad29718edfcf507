//! The I2C controller, with a bus to which no device is connected: nothing acknowledges an address.
//!
//! Source: TRM, chapter "I2C Controller".

use super::registers::Values;

const CTR: u32 = 0x04;
const SR: u32 = 0x08;
const FIFO_ST: u32 = 0x14;
const DATA: u32 = 0x1c;
const INT_RAW: u32 = 0x20;
const INT_CLR: u32 = 0x24;
const INT_ENA: u32 = 0x28;
const INT_ST: u32 = 0x2c;
const COMD0: u32 = 0x58;
const COMD7: u32 = 0x74;
const SCL_SP_CONF: u32 = 0x80;

/// `CTR`: start the commands; copy the configuration. Both bits clear themselves.
const TRANS_START: u32 = 1 << 5;
const CONF_UPGATE: u32 = 1 << 11;
/// `SR`: the last byte was not acknowledged.
const RESP_REC: u32 = 1;
/// `FIFO_ST`: one byte was read from the transmit FIFO, the address.
const ONE_BYTE_READ: u32 = 1 << 10;
/// Interrupts: end of the transfer, no acknowledgement.
const TRANS_COMPLETE: u32 = 1 << 7;
const NACK: u32 = 1 << 10;
/// Command: operation code, check of the acknowledgement, done.
const OPCODE: u32 = 11;
const WRITE: u32 = 1;
const ACK_CHECK: u32 = 1 << 8;
const DONE: u32 = 1 << 31;
/// `SCL_SP_CONF`: send nine clocks, which ends at once.
const SCL_RST_SLV_EN: u32 = 1;

/// I2C controller.
#[derive(Debug, Clone)]
pub(super) struct I2c {
    values: Values,
    raised: u32,
}

impl Default for I2c {
    fn default() -> Self {
        I2c { values: Values::new(&[(CTR, 0x020b)]), raised: 0 }
    }
}

impl I2c {
    pub(super) fn load(&self, offset: u32) -> u32 {
        match offset {
            INT_RAW => self.raised,
            INT_ST => self.raised & self.values.load(INT_ENA),
            _ => self.values.load(offset),
        }
    }

    pub(super) fn store(&mut self, offset: u32, value: u32) {
        match offset {
            CTR => {
                self.values.store(CTR, value & !(TRANS_START | CONF_UPGATE));
                if value & TRANS_START != 0 {
                    self.transfer();
                }
            }
            INT_CLR => self.raised &= !value,
            SCL_SP_CONF => self.values.store(offset, value & !SCL_RST_SLV_EN),
            SR | FIFO_ST | DATA | INT_RAW | INT_ST => {}
            _ => self.values.store(offset, value),
        }
    }

    /// 1 while it requests an interrupt.
    pub(super) fn level(&self) -> u64 {
        (self.raised & self.values.load(INT_ENA) != 0).into()
    }

    /// Executes the commands up to the first byte whose acknowledgement is checked.
    fn transfer(&mut self) {
        for at in (COMD0..=COMD7).step_by(4) {
            let command = self.values.load(at);
            self.values.store(at, command | DONE);
            if command >> OPCODE & 7 == WRITE && command & ACK_CHECK != 0 {
                self.values.store(SR, RESP_REC);
                self.values.store(FIFO_ST, ONE_BYTE_READ);
                self.raised |= NACK;
                break;
            }
        }
        self.raised |= TRANS_COMPLETE;
    }
}
