//! The USB-Serial-JTAG controller as a console that is always connected.
//!
//! Source: TRM, chapter "USB Serial/JTAG Controller".

use machine::Host;

use super::CLOCK_HZ;
use super::console::Console;
use super::registers::Values;

const EP1: u32 = 0x00;
const EP1_CONF: u32 = 0x04;
const INT_RAW: u32 = 0x08;
const INT_ST: u32 = 0x0c;
const INT_ENA: u32 = 0x10;
const INT_CLR: u32 = 0x14;
const FRAM_NUM: u32 = 0x24;

/// `EP1_CONF`: space to write is available, a byte to read is available.
const IN_EP_DATA_FREE: u32 = 1 << 1;
const OUT_EP_DATA_AVAIL: u32 = 1 << 2;

/// Interrupts: start of frame, data received from the host, data sent.
const SOF: u32 = 1 << 1;
const OUT_RECV_PKT: u32 = 1 << 2;
const IN_EMPTY: u32 = 1 << 3;

/// Cycles of a USB frame of one millisecond.
const FRAME: u64 = CLOCK_HZ / 1000;

/// Registers that are not zero after reset.
#[rustfmt::skip]
const RESET: &[(u32, u32)] = &[
    (0x18, 0x4200), (0x20, 0x44), (0x28, 0x01), (0x2c, 0x01), (0x30, 0x01), (0x34, 0x01), (0x48, 0x02),
];

/// USB-Serial-JTAG controller.
#[derive(Debug, Clone)]
pub(super) struct UsbSerial {
    values: Values,
    raised: u32,
    /// Frame in which the start-of-frame interrupt was last cleared.
    frame_cleared: Option<u64>,
}

impl Default for UsbSerial {
    fn default() -> Self {
        UsbSerial { values: Values::new(RESET), raised: IN_EMPTY, frame_cleared: None }
    }
}

impl UsbSerial {
    pub(super) fn load(&mut self, offset: u32, time: u64, host: &mut Host) -> u32 {
        match offset {
            EP1 => Console::Host.receive(host).unwrap_or(0).into(),
            EP1_CONF if Console::Host.waiting(host) > 0 => IN_EP_DATA_FREE | OUT_EP_DATA_AVAIL,
            EP1_CONF => IN_EP_DATA_FREE,
            INT_RAW => self.raw(time, host),
            INT_ST => self.raw(time, host) & self.values.load(INT_ENA),
            FRAM_NUM => (time / FRAME) as u32 & 0x7ff,
            _ => self.values.load(offset),
        }
    }

    /// Writes a register; the board sends a byte that is written to the queue.
    pub(super) fn store(&mut self, offset: u32, value: u32, time: u64) {
        match offset {
            EP1 => self.raised |= IN_EMPTY,
            INT_CLR => {
                self.raised &= !value;
                if value & SOF != 0 {
                    self.frame_cleared = Some(time / FRAME);
                }
            }
            EP1_CONF | INT_RAW | INT_ST | FRAM_NUM => {}
            _ => self.values.store(offset, value),
        }
    }

    /// 1 while it requests an interrupt.
    pub(super) fn level(&self, time: u64, host: &Host) -> u64 {
        (self.raw(time, host) & self.values.load(INT_ENA) != 0).into()
    }

    /// Start of the next frame, if its interrupt is enabled.
    pub(super) fn deadline(&self, time: u64) -> Option<u64> {
        let waits =
            self.values.load(INT_ENA) & SOF != 0 && self.frame_cleared == Some(time / FRAME);
        waits.then(|| (time / FRAME + 1) * FRAME)
    }

    fn raw(&self, time: u64, host: &Host) -> u32 {
        let frame = if self.frame_cleared < Some(time / FRAME) { SOF } else { 0 };
        let received = if Console::Host.waiting(host) > 0 { OUT_RECV_PKT } else { 0 };
        self.raised | frame | received
    }
}
