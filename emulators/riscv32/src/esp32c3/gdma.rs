//! GDMA: transfers between lists of buffers in memory and the accelerators, or within memory.
//!
//! A transfer is complete before the next instruction of the program. Other peripherals that could
//! use a channel are not simulated.
//!
//! Source: TRM, chapter "GDMA Controller".

use super::map;
use super::registers::Values;
use crate::cpu::Cpu;

const CHANNELS: usize = 3;
/// Interrupts: four registers of each channel.
const INT_RAW: u32 = 0x00;
const INT_ST: u32 = 0x04;
const INT_ENA: u32 = 0x08;
const INT_CLR: u32 = 0x0c;
const INT_BYTES: u32 = 0x10;
/// Registers of the channels.
const FIRST: u32 = 0x70;
const CHANNEL_BYTES: u32 = 0xc0;
const IN_CONF0: u32 = 0x00;
const IN_LINK: u32 = 0x10;
const IN_SUC_EOF_DES_ADDR: u32 = 0x18;
const IN_PERI_SEL: u32 = 0x30;
const OUT_CONF0: u32 = 0x60;
const OUT_LINK: u32 = 0x70;
const OUT_EOF_DES_ADDR: u32 = 0x78;
const OUT_PERI_SEL: u32 = 0x90;

/// `IN_CONF0`: what is read from memory is written to memory.
const MEM_TRANS_EN: u32 = 1 << 4;
/// `OUT_CONF0`: descriptors are returned to the program.
const OUT_AUTO_WRBACK: u32 = 1 << 2;
/// Commands in `IN_LINK` and `OUT_LINK`, and the bit that says that a list is complete.
const IN_STOP: u32 = 1 << 21;
const IN_START: u32 = 1 << 22;
const IN_RESTART: u32 = 1 << 23;
const IN_PARK: u32 = 1 << 24;
const OUT_STOP: u32 = 1 << 20;
const OUT_START: u32 = 1 << 21;
const OUT_RESTART: u32 = 1 << 22;
const OUT_PARK: u32 = 1 << 23;
/// Low bits of a descriptor's address; the others are those of the memory.
const ADDRESS: u32 = 0xf_ffff;
/// Interrupts: a buffer is full, all is received; a buffer was sent, the last one, all of them; an
/// error in a descriptor for input or output.
const IN_DONE: u32 = 1 << 0;
const IN_SUC_EOF: u32 = 1 << 1;
const OUT_DONE: u32 = 1 << 3;
const OUT_EOF: u32 = 1 << 4;
const IN_DSCR_ERR: u32 = 1 << 5;
const OUT_DSCR_ERR: u32 = 1 << 6;
const OUT_TOTAL_EOF: u32 = 1 << 8;

/// First word of a descriptor: bytes of the buffer, bytes in it, the end of the data, and the owner.
const LENGTH_AT: u32 = 12;
const COUNT: u32 = 0xfff;
const EOF: u32 = 1 << 30;
const OWNER_DMA: u32 = 1 << 31;

/// Most descriptors of a list: it may be a circle.
const MOST_DESCRIPTORS: usize = 4096;

/// Values of `IN_PERI_SEL` and `OUT_PERI_SEL`.
pub(super) const AES: u32 = 6;
pub(super) const SHA: u32 = 7;

/// Bytes of a descriptor.
const DESCRIPTOR_BYTES: u64 = 12;

/// The controller.
#[derive(Debug, Clone)]
pub(super) struct Gdma {
    values: Values,
    channels: [Channel; CHANNELS],
    /// Bytes that transfers have moved, descriptors included; also those of lists with an error.
    pub(super) moved: u64,
}

/// Interrupts and lists of a channel.
#[derive(Debug, Clone, Default)]
struct Channel {
    raised: u32,
    /// First descriptor of the list to read, and of the one to fill, once each is started.
    output: Option<u32>,
    input: Option<u32>,
}

impl Default for Gdma {
    fn default() -> Self {
        Gdma { values: Values::new(&[]), channels: Default::default(), moved: 0 }
    }
}

/// Addresses that a transfer wrote: the first one, and the one after the last.
pub(super) type Written = (u32, u32);

/// Error in a descriptor: it is not in memory, or is not the DMA's.
struct BadDescriptor;

impl Gdma {
    pub(super) fn load(&self, offset: u32) -> u32 {
        if let Some((channel, register)) = interrupt_register(offset) {
            return match register {
                INT_RAW => self.channels[channel].raised,
                INT_ST => self.channels[channel].raised & self.values.load(offset + 4),
                _ => self.values.load(offset),
            };
        }
        self.values.load(offset)
    }

    pub(super) fn store(&mut self, offset: u32, value: u32) {
        if let Some((channel, register)) = interrupt_register(offset) {
            match register {
                INT_CLR => self.channels[channel].raised &= !value,
                INT_ENA => self.values.store(offset, value),
                _ => {}
            }
            return;
        }
        let Some(at) = offset.checked_sub(FIRST) else { return self.values.store(offset, value) };
        let (index, register) = ((at / CHANNEL_BYTES) as usize, at % CHANNEL_BYTES);
        let Some(channel) = self.channels.get_mut(index) else { return };
        let first = map::DRAM & !ADDRESS | value & ADDRESS;
        let kept = match register {
            IN_LINK => {
                set_list(&mut channel.input, value, IN_START | IN_RESTART, IN_STOP, first);
                value & ADDRESS | IN_PARK
            }
            OUT_LINK => {
                set_list(&mut channel.output, value, OUT_START | OUT_RESTART, OUT_STOP, first);
                value & ADDRESS | OUT_PARK
            }
            _ => value,
        };
        self.values.store(offset, kept);
    }

    /// Interrupt requests, one bit for each channel.
    pub(super) fn levels(&self) -> u64 {
        let is_on = |channel: usize| {
            let enabled = self.values.load(channel as u32 * INT_BYTES + INT_ENA);
            self.channels[channel].raised & enabled != 0
        };
        (0..CHANNELS).map(|channel| u64::from(is_on(channel)) << channel).sum()
    }

    /// Reads bytes for a peripheral from the channel that is for it, once its list is started; its
    /// result, if it has one, is written by the channel for input.
    pub(super) fn serve(
        &mut self,
        peripheral: u32,
        cpu: &mut Cpu,
        count: usize,
        work: impl FnOnce(&[u8]) -> Vec<u8>,
    ) -> Option<Written> {
        let is_for = |channel: &usize, register: u32| {
            self.values.load(at(*channel, register)) & 0x3f == peripheral
        };
        let output = (0..CHANNELS)
            .find(|it| self.channels[*it].output.is_some() && is_for(it, OUT_PERI_SEL))?;
        let input =
            (0..CHANNELS).find(|it| self.channels[*it].input.is_some() && is_for(it, IN_PERI_SEL));
        let bytes = self.read(output, cpu, count)?;
        let result = work(&bytes);
        let input = input.filter(|_| !result.is_empty());
        Some(input.map_or((0, 0), |input| self.write(input, cpu, &result)))
    }

    /// Copies memory on the first channel that is set up for that.
    pub(super) fn copy_memory(&mut self, cpu: &mut Cpu) -> Option<Written> {
        let copies = |index: &usize| {
            let Channel { input, output, .. } = &self.channels[*index];
            let is_copy = self.values.load(at(*index, IN_CONF0)) & MEM_TRANS_EN != 0;
            is_copy && input.is_some() && output.is_some()
        };
        let index = (0..CHANNELS).find(copies)?;
        let bytes = self.read(index, cpu, usize::MAX)?;
        Some(self.write(index, cpu, &bytes))
    }

    /// Bytes of a list, at most as many as are wanted.
    fn read(&mut self, index: usize, cpu: &mut Cpu, count: usize) -> Option<Vec<u8>> {
        let first = self.channels[index].output.take()?;
        let writes_back = self.values.load(at(index, OUT_CONF0)) & OUT_AUTO_WRBACK != 0;
        let mut bytes = Vec::new();
        let end = read_list(cpu, first, count, writes_back, &mut bytes, &mut self.moved);
        self.moved += bytes.len() as u64;
        match end {
            Ok(last) => {
                self.values.store(at(index, OUT_EOF_DES_ADDR), last);
                self.channels[index].raised |= OUT_DONE | OUT_EOF | OUT_TOTAL_EOF;
                Some(bytes)
            }
            Err(BadDescriptor) => {
                self.channels[index].raised |= OUT_DSCR_ERR;
                None
            }
        }
    }

    /// Fills a list; returns the range of addresses that was written.
    fn write(&mut self, index: usize, cpu: &mut Cpu, bytes: &[u8]) -> Written {
        let Some(first) = self.channels[index].input.take() else { return (0, 0) };
        let mut written = (first, first);
        self.moved += bytes.len() as u64;
        match write_list(cpu, first, bytes, &mut written, &mut self.moved) {
            Ok(last) => {
                self.values.store(at(index, IN_SUC_EOF_DES_ADDR), last);
                self.channels[index].raised |= IN_DONE | IN_SUC_EOF;
            }
            Err(BadDescriptor) => self.channels[index].raised |= IN_DSCR_ERR,
        }
        written
    }
}

/// Offset of a channel's register.
fn at(channel: usize, register: u32) -> u32 {
    FIRST + channel as u32 * CHANNEL_BYTES + register
}

/// Channel and register of an offset, if it is one for interrupts.
fn interrupt_register(offset: u32) -> Option<(usize, u32)> {
    let channel = (offset / INT_BYTES) as usize;
    (channel < CHANNELS).then_some((channel, offset % INT_BYTES))
}

fn set_list(list: &mut Option<u32>, value: u32, start: u32, stop: u32, first: u32) {
    if value & stop != 0 {
        *list = None;
    }
    if value & start != 0 {
        *list = Some(first);
    }
}

fn read_word(cpu: &Cpu, address: u32) -> Result<u32, BadDescriptor> {
    (0..4).rev().try_fold(0, |word, index| {
        let byte = cpu.memory.peek(address.wrapping_add(index)).ok_or(BadDescriptor)?;
        Ok(word << 8 | u32::from(byte))
    })
}

fn write_bytes(cpu: &mut Cpu, address: u32, bytes: &[u8]) -> Result<(), BadDescriptor> {
    let is_data =
        cpu.memory.area(address).is_some_and(|area| area.rights.store && !area.rights.device);
    if is_data && cpu.memory.place(address, bytes).is_ok() { Ok(()) } else { Err(BadDescriptor) }
}

/// Reads a list up to its end, or as many bytes as are wanted; returns its last descriptor.
fn read_list(
    cpu: &mut Cpu,
    first: u32,
    count: usize,
    writes_back: bool,
    bytes: &mut Vec<u8>,
    moved: &mut u64,
) -> Result<u32, BadDescriptor> {
    let mut address = first;
    for _ in 0..MOST_DESCRIPTORS {
        *moved += DESCRIPTOR_BYTES;
        let (control, buffer) =
            (read_word(cpu, address)?, read_word(cpu, address.wrapping_add(4))?);
        let next = read_word(cpu, address.wrapping_add(8))?;
        for at in 0..control >> LENGTH_AT & COUNT {
            bytes.push(cpu.memory.peek(buffer.wrapping_add(at)).ok_or(BadDescriptor)?);
        }
        if writes_back {
            write_bytes(cpu, address, &(control & !OWNER_DMA).to_le_bytes())?;
        }
        if control & EOF != 0 || next == 0 || bytes.len() >= count {
            bytes.truncate(count);
            return Ok(address);
        }
        address = next;
    }
    Err(BadDescriptor)
}

/// Fills the buffers of a list; returns its last descriptor.
fn write_list(
    cpu: &mut Cpu,
    first: u32,
    bytes: &[u8],
    written: &mut Written,
    moved: &mut u64,
) -> Result<u32, BadDescriptor> {
    let (mut address, mut rest) = (first, bytes);
    for _ in 0..MOST_DESCRIPTORS {
        *moved += DESCRIPTOR_BYTES;
        let (control, buffer) =
            (read_word(cpu, address)?, read_word(cpu, address.wrapping_add(4))?);
        let next = read_word(cpu, address.wrapping_add(8))?;
        let (part, after) = rest.split_at(rest.len().min((control & COUNT) as usize));
        if !part.is_empty() {
            write_bytes(cpu, buffer, part)?;
            written.0 = written.0.min(buffer);
            written.1 = written.1.max(buffer.saturating_add(part.len() as u32));
        }
        rest = after;
        let is_last = rest.is_empty();
        let end = if is_last { EOF } else { 0 };
        let control = control & COUNT | (part.len() as u32) << LENGTH_AT | end;
        write_bytes(cpu, address, &control.to_le_bytes())?;
        if is_last {
            return Ok(address);
        }
        if next == 0 {
            return Err(BadDescriptor);
        }
        address = next;
    }
    Err(BadDescriptor)
}
