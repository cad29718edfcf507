//! Memory-mapped devices: a receiver and a transmitter, and MARS's plain memory at their addresses.
//!
//! SPIM always has both, MARS in its tool "Keyboard and Display MMIO Simulator". The receiver takes
//! bytes from the host's input, the transmitter writes them to its output. Both are immediately
//! ready again. SPIM itself checks them every hundred instructions. Without `-mapped_io` it never
//! checks them, so nothing is received and only one byte can be sent.

use std::collections::BTreeMap;

use machine::{Access, Cause, Host, InputRead};

use crate::options::{Dialect, Layout, Options};

/// Offsets from the address of the first device.
const RECEIVER_CONTROL: u32 = 0x0;
const RECEIVER_DATA: u32 = 0x4;
const TRANSMITTER_CONTROL: u32 = 0x8;
const TRANSMITTER_DATA: u32 = 0xc;
const END: u32 = 0x10;

/// Control bit: a byte can be read or written.
const READY: u32 = 1;
/// Control bit set by the program: interrupt when ready.
const INTERRUPT: u32 = 2;

/// Bits of the Cause register for the receiver and the transmitter: hardware interrupts 1 and 0.
const SPIM_PENDING: (u32, u32) = (0x800, 0x400);
/// Bits of the Cause register in MARS. Source: MARS 4.6, interrupts of its Keyboard and Display
/// tool, and Cause.
const MARS_PENDING: (u32, u32) = (0x100, 0x200);

/// The devices of a machine.
#[derive(Debug, Clone)]
pub(crate) struct Devices {
    /// DeviceKind of the devices.
    kind: DeviceKind,
    mars: bool,
    /// Address of the receiver.
    pub(crate) base: u32,
    /// Number of polls of the empty receiver.
    pub(crate) polls_in_vain: u64,
    big_endian: bool,
    receiver: Port,
    transmitter: Port,
    /// Whether the last byte has been sent.
    can_send: bool,
    /// MARS's plain memory, by address.
    plain: BTreeMap<u32, u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DeviceKind {
    /// MARS without its tool windows.
    Memory,
    /// SPIM without `-mapped_io`.
    Idle,
    /// With `-mapped_io`, or MARS's tool.
    Connected,
}

/// One direction of the console.
#[derive(Debug, Clone, Default)]
struct Port {
    data: u8,
    interrupt: bool,
}

impl Port {
    fn control(&self, ready: bool) -> u32 {
        let bit = |on: bool, bit| if on { bit } else { 0 };
        bit(ready, READY) | bit(self.interrupt, INTERRUPT)
    }
}

impl Devices {
    pub(crate) fn new(options: &Options) -> Self {
        Devices {
            kind: match options.dialect {
                _ if options.mapped_io => DeviceKind::Connected,
                Dialect::Mars => DeviceKind::Memory,
                Dialect::Spim => DeviceKind::Idle,
            },
            mars: options.dialect == Dialect::Mars,
            base: if options.layout == Layout::Default { 0xffff_0000 } else { 0x7f00 },
            polls_in_vain: 0,
            big_endian: options.big_endian,
            receiver: Port::default(),
            transmitter: Port::default(),
            can_send: true,
            plain: BTreeMap::new(),
        }
    }

    /// Reads a device register; reading the receiver's data takes the byte.
    ///
    /// # Errors
    /// If the address is misaligned or not that of a register, where SPIM stops.
    pub(crate) fn load(&mut self, address: u32, size: u8, host: &mut Host) -> Result<u32, Cause> {
        check_aligned(address, size, Access::Load)?;
        let register = address.wrapping_sub(self.base);
        let received = self.has_received(host);
        if register == RECEIVER_CONTROL && !received {
            self.polls_in_vain += 1;
        }
        if self.is_memory(register) {
            return Ok(self.load_plain(address, size));
        }
        match register {
            RECEIVER_CONTROL => Ok(self.receiver.control(received)),
            RECEIVER_DATA => Ok(self.receive(host).into()),
            TRANSMITTER_CONTROL => Ok(self.transmitter.control(self.can_send)),
            TRANSMITTER_DATA => Ok(self.transmitter.data.into()),
            _ => Err(Cause::Unmapped { access: Access::Load, address: address.into() }),
        }
    }

    /// Writes a device register; writing the transmitter's data sends the byte.
    ///
    /// # Errors
    /// See [`load`](Self::load), and [`Cause::OutOfMemory`] if the output is full.
    pub(crate) fn store(
        &mut self,
        address: u32,
        size: u8,
        value: u32,
        host: &mut Host,
    ) -> Result<(), Cause> {
        check_aligned(address, size, Access::Store)?;
        let register = address.wrapping_sub(self.base);
        if self.is_memory(register) {
            self.store_plain(address, size, value);
            return Ok(());
        }
        match register {
            RECEIVER_CONTROL => self.receiver.interrupt = value & INTERRUPT != 0,
            TRANSMITTER_CONTROL => self.transmitter.interrupt = value & INTERRUPT != 0,
            RECEIVER_DATA => {}
            TRANSMITTER_DATA => return self.send(value as u8, host),
            _ => return Err(Cause::Unmapped { access: Access::Store, address: address.into() }),
        }
        Ok(())
    }

    /// Whether the devices are connected to input and output.
    pub(crate) fn is_connected(&self) -> bool {
        self.kind == DeviceKind::Connected
    }

    /// Whether this offset is MARS's plain memory instead of a device register.
    fn is_memory(&self, register: u32) -> bool {
        self.kind == DeviceKind::Memory || self.mars && register >= END
    }

    /// Number of nonzero words of plain memory, and the address of the first.
    pub(crate) fn written(&self) -> Option<(usize, u32)> {
        let bytes = self.plain.iter().filter(|&(_, &byte)| byte != 0);
        let mut words: Vec<u32> = bytes.map(|(at, _)| at & !3).collect();
        words.dedup();
        words.first().map(|&first| (words.len(), first))
    }

    /// Bits of the Cause register that devices control: in SPIM all hardware lines except the
    /// timer's.
    pub(crate) fn interrupt_lines(&self) -> u32 {
        if self.mars { MARS_PENDING.0 | MARS_PENDING.1 } else { 0x7c00 }
    }

    /// Pending interrupts, as bits of the Cause register.
    pub(crate) fn pending_interrupts(&self, host: &Host) -> u32 {
        let line = |raised: bool, bit| if raised { bit } else { 0 };
        let (receiver, transmitter) = if self.mars { MARS_PENDING } else { SPIM_PENDING };
        line(self.receiver.interrupt && self.has_received(host), receiver)
            | line(self.transmitter.interrupt && self.can_send, transmitter)
    }

    /// Whether a byte is in the input; it stays there for system calls until the program reads it.
    fn has_received(&self, host: &Host) -> bool {
        self.kind == DeviceKind::Connected && !host.input.rest().is_empty()
    }

    fn receive(&mut self, host: &mut Host) -> u8 {
        if self.has_received(host)
            && let InputRead::Bytes(bytes) = host.input.byte()
        {
            self.receiver.data = bytes.first().copied().unwrap_or_default();
        }
        self.receiver.data
    }

    fn send(&mut self, byte: u8, host: &mut Host) -> Result<(), Cause> {
        if !self.can_send {
            return Ok(());
        }
        self.transmitter.data = byte;
        self.can_send = self.kind == DeviceKind::Connected;
        if host.output.write(&[byte]) { Ok(()) } else { Err(Cause::OutOfMemory { asked: 1 }) }
    }

    /// Addresses of an access, from the lowest byte of its value.
    fn bytes(&self, address: u32, size: u8) -> impl Iterator<Item = u32> + use<> {
        let (size, big_endian) = (u32::from(size), self.big_endian);
        (0..size).map(move |rank| address + if big_endian { size - 1 - rank } else { rank })
    }

    fn load_plain(&self, address: u32, size: u8) -> u32 {
        let bytes = self.bytes(address, size);
        bytes.enumerate().fold(0, |value, (rank, at)| {
            value | u32::from(self.plain.get(&at).copied().unwrap_or(0)) << (8 * rank)
        })
    }

    fn store_plain(&mut self, address: u32, size: u8, value: u32) {
        for (rank, at) in self.bytes(address, size).enumerate() {
            self.plain.insert(at, (value >> (8 * rank)) as u8);
        }
    }
}

fn check_aligned(address: u32, size: u8, access: Access) -> Result<(), Cause> {
    if address.is_multiple_of(size.into()) {
        Ok(())
    } else {
        Err(Cause::Misaligned { access, address: address.into(), multiple: size })
    }
}
