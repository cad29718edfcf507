//! QEMU's board `virt`: serial port, timer, interrupt controller, and
//! the device that ends a program.
//!
//! Time is simulated: the timer counts ten million steps a second, and a cycle of the `esp32c3`
//! model takes 10 ns. The serial port is never slower than the program.
//!
//! Source: QEMU 7.2, documentation of the board; 16550 data sheet; SiFive FU540-C000 manual,
//! chapters "CLINT" and "PLIC".

use machine::calls::CallAnswer;
use machine::{Access, Cause, Data, Host, Image, InputRead, Limit, Segment};

use crate::engine::devices::{AccessTime, Devices};
use crate::memory::{Area, Rights};

const FINISHER: u32 = 0x0010_0000;
const CLINT: u32 = 0x0200_0000;
const PLIC: u32 = 0x0c00_0000;
const UART: u32 = 0x1000_0000;
/// Start of the memory.
pub(crate) const RAM: u32 = 0x8000_0000;

#[rustfmt::skip]
const AREAS: &[Area] = &[
    Area::new(Rights::DEVICE, FINISHER, FINISHER + 0xfff),
    Area::new(Rights::DEVICE, CLINT,    CLINT + 0xffff),
    Area::new(Rights::DEVICE, PLIC,     PLIC + 0x5f_ffff),
    Area::new(Rights::DEVICE, UART,     UART + 0xff),
    Area::new(Rights::RAM,    RAM,      RAM + (128 << 20) - 1),
];

/// All areas, in ascending order of address.
pub(crate) fn areas() -> Vec<Area> {
    AREAS.to_vec()
}

/// Whether a device is at an address.
pub(crate) fn is_device(address: u32) -> bool {
    let holds = |area: &Area| area.rights.device && (area.start..=area.end).contains(&address);
    AREAS.iter().any(holds)
}

/// Whether the memory contains an address.
pub(crate) fn is_memory(address: u64) -> bool {
    let holds = |area: &Area| (area.start.into()..=area.end.into()).contains(&address);
    AREAS.iter().any(|area| !area.rights.device && holds(area))
}

/// Whether a file is a program in binary form and not a text.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    !bytes.starts_with(b"\x7fELF") && (bytes.contains(&0) || std::str::from_utf8(bytes).is_err())
}

/// Program in binary form, at the start of the memory.
pub(crate) fn binary(bytes: &[u8]) -> Image {
    let segment = Segment {
        name: ".text".to_owned(),
        base: RAM.into(),
        size: bytes.len() as u64,
        data: Data::Bytes(bytes.to_vec()),
        executable: true,
        writable: true,
    };
    let isa = "riscv32".to_owned();
    Image { isa, entry: RAM.into(), segments: vec![segment], ..Image::default() }
}

/// Cycles between two steps of the timer.
const STEP: u64 = 10;
/// Nanoseconds of a step.
const STEP_NANOS: u64 = 100;

/// Offsets in CLINT.
const MSIP: u32 = 0;
const MTIMECMP: u32 = 0x4000;
const MTIME: u32 = 0xbff8;

/// Bits of `mip` and `mie`: software and timer interrupt of machine mode.
const SOFTWARE: u32 = 1 << 3;
const TIMER: u32 = 1 << 7;
/// External interrupt of machine mode and of the supervisor, from the context of each in PLIC.
const EXTERNAL: [u32; 2] = [1 << 11, 1 << 9];

/// Offsets in PLIC; those of the second context follow at a distance.
const PENDING: u32 = 0x1000;
const ENABLE: u32 = 0x2000;
const NEXT_ENABLE: u32 = 0x80;
const THRESHOLD: u32 = 0x20_0000;
const CLAIM: u32 = 0x20_0004;
const NEXT_CONTEXT: u32 = 0x1000;
/// Number of the serial port's interrupt.
const UART_IRQ: u32 = 10;

/// Registers of the serial port; the first two are those of the divisor while `DLAB` is set.
const DATA: u32 = 0;
const IER: u32 = 1;
const IIR: u32 = 2;
const LCR: u32 = 3;
const LSR: u32 = 5;
const MSR: u32 = 6;
const DLAB: u8 = 1 << 7;
/// `LSR`: byte received, transmitter ready and empty.
const RECEIVED: u8 = 1;
const READY: u8 = 0x60;
/// `IER`: interrupt for a received byte, for the ready transmitter.
const RECEIVED_INT: u8 = 1;
const READY_INT: u8 = 2;
/// `MSR`: carrier, data set ready, clear to send.
const CONNECTED: u8 = 0xb0;

/// Number of unsuccessful looks for input after which the program is considered to be waiting.
const MOST_VAIN_LOOKS: u32 = 1000;

/// Mode to which PLIC passes interrupts.
#[derive(Debug, Clone, Copy, Default)]
struct Context {
    enabled: bool,
    threshold: u32,
}

/// Register of a context.
#[derive(Debug, Clone, Copy)]
enum ContextRegister {
    Enable,
    Threshold,
    Claim,
}

/// Context and register at an offset in PLIC.
fn context_register(offset: u32) -> Option<(usize, ContextRegister)> {
    (0..2).find_map(|context| {
        let (enable, others) = (context * NEXT_ENABLE, context * NEXT_CONTEXT);
        let register = match offset {
            _ if offset == ENABLE + enable => ContextRegister::Enable,
            _ if offset == THRESHOLD + others => ContextRegister::Threshold,
            _ if offset == CLAIM + others => ContextRegister::Claim,
            _ => return None,
        };
        Some((context as usize, register))
    })
}

/// State of all devices.
#[derive(Debug, Clone)]
pub(crate) struct Virt {
    /// Cycles that the program waited for an interrupt.
    waited: u64,
    /// Difference of the timer to the time since the start, in steps.
    offset: u64,
    alarm: u64,
    software: bool,
    /// Registers of the serial port as written, and those of the divisor.
    uart: [u8; 8],
    divisor: [u8; 2],
    /// Whether the interrupt of the ready transmitter was not answered.
    ready: bool,
    priority: u32,
    contexts: [Context; 2],
    /// Whether the serial port's interrupt was claimed and not completed.
    claimed: bool,
    asleep: Option<u64>,
    vain_looks: u32,
}

impl Default for Virt {
    fn default() -> Self {
        Virt {
            waited: 0,
            offset: 0,
            alarm: 0,
            software: false,
            uart: [0, 0, 0, 0, 0x08, 0, 0, 0],
            divisor: [0; 2],
            ready: true,
            priority: 0,
            contexts: [Context::default(); 2],
            claimed: false,
            asleep: None,
            vain_looks: 0,
        }
    }
}

impl Virt {
    /// Writes a device register of one or four bytes; returns whether this may change interrupts.
    ///
    /// # Errors
    /// If the program ends itself, the output is full, or there is no such register.
    pub(crate) fn store(
        &mut self,
        address: u32,
        units: u8,
        value: u32,
        now: &AccessTime,
        host: &mut Host,
    ) -> Result<bool, CallAnswer> {
        match address {
            UART..=0x1000_00ff => self.store_uart(address - UART, value as u8, host)?,
            _ if units == 1 => return Err(fault(address, Access::Store).into()),
            FINISHER => finish(value)?,
            CLINT..PLIC => self.store_clint(address - CLINT, value, now),
            PLIC..UART => self.store_plic(address - PLIC, value),
            _ => {}
        }
        Ok(address != UART || self.uart[IER as usize] & READY_INT != 0)
    }

    fn store_clint(&mut self, offset: u32, value: u32, now: &AccessTime) {
        let time = self.time(now);
        match offset {
            MSIP => self.software = value & 1 != 0,
            MTIMECMP => self.alarm = self.alarm & !0xffff_ffff | u64::from(value),
            0x4004 => self.alarm = self.alarm & 0xffff_ffff | u64::from(value) << 32,
            MTIME => self.set_time(time & !0xffff_ffff | u64::from(value), now),
            0xbffc => self.set_time(time & 0xffff_ffff | u64::from(value) << 32, now),
            _ => {}
        }
    }

    fn store_plic(&mut self, offset: u32, value: u32) {
        if offset == UART_IRQ * 4 {
            self.priority = value & 7;
        }
        let Some((context, register)) = context_register(offset) else { return };
        let context = &mut self.contexts[context];
        match register {
            ContextRegister::Enable => context.enabled = value >> UART_IRQ & 1 != 0,
            ContextRegister::Threshold => context.threshold = value & 7,
            ContextRegister::Claim => self.claimed &= value != UART_IRQ,
        }
    }

    fn store_uart(&mut self, offset: u32, value: u8, host: &mut Host) -> Result<(), CallAnswer> {
        let divides = self.uart[LCR as usize] & DLAB != 0;
        self.vain_looks = 0;
        match offset {
            DATA | IER if divides => self.divisor[offset as usize] = value,
            DATA => {
                self.ready = true;
                if !host.output.write(&[value]) {
                    return Err(CallAnswer::Limit(Limit::Output));
                }
            }
            IER => {
                self.ready |= value & READY_INT & !self.uart[IER as usize] != 0;
                self.uart[IER as usize] = value & 0xf;
            }
            LSR | MSR => {}
            3..8 | IIR => self.uart[offset as usize] = value,
            _ => {}
        }
        Ok(())
    }

    fn load_uart(&mut self, offset: u32, host: &mut Host) -> u8 {
        let divides = self.uart[LCR as usize] & DLAB != 0;
        let has_input = !host.input.rest().is_empty();
        if !has_input && host.input.is_open() {
            self.vain_looks += 1;
        }
        match offset {
            DATA | IER if divides => self.divisor[offset as usize],
            DATA => match has_input.then(|| host.input.byte()) {
                Some(InputRead::Bytes(bytes)) => bytes.first().copied().unwrap_or(0),
                _ => 0,
            },
            IIR => {
                let fifos = if self.uart[IIR as usize] & 1 != 0 { 0xc0 } else { 0 };
                let reason = self.uart_interrupt(host);
                if reason == 2 {
                    self.ready = false;
                }
                fifos | reason
            }
            LSR => READY | if has_input { RECEIVED } else { 0 },
            MSR => CONNECTED,
            1..8 => self.uart[offset as usize],
            _ => 0,
        }
    }

    /// Identification of the serial port's interrupt; 1 if there is none.
    fn uart_interrupt(&self, host: &Host) -> u8 {
        let enabled = self.uart[IER as usize];
        if enabled & RECEIVED_INT != 0 && !host.input.rest().is_empty() {
            4
        } else if enabled & READY_INT != 0 && self.ready {
            2
        } else {
            1
        }
    }

    fn load_plic(&mut self, offset: u32, host: &Host) -> u32 {
        let has_interrupt = self.uart_interrupt(host) != 1;
        let Some((at, register)) = context_register(offset) else {
            return match offset {
                PENDING => u32::from(has_interrupt) << UART_IRQ,
                _ if offset == UART_IRQ * 4 => self.priority,
                _ => 0,
            };
        };
        let context = self.contexts[at];
        match register {
            ContextRegister::Enable => u32::from(context.enabled) << UART_IRQ,
            ContextRegister::Threshold => context.threshold,
            ContextRegister::Claim if self.external(context, host) => {
                self.claimed = true;
                UART_IRQ
            }
            ContextRegister::Claim => 0,
        }
    }

    /// Whether the interrupt controller has an interrupt for a context.
    fn external(&self, context: Context, host: &Host) -> bool {
        context.enabled
            && !self.claimed
            && self.priority > context.threshold
            && self.uart_interrupt(host) != 1
    }

    /// Value of the timer.
    pub(crate) fn time(&self, now: &AccessTime) -> u64 {
        ((now.cycles + self.waited) / STEP).wrapping_add(self.offset)
    }

    /// Value of the timer as nanoseconds.
    pub(crate) fn nanos(&self, now: &AccessTime) -> u64 {
        self.time(now).wrapping_mul(STEP_NANOS)
    }

    fn set_time(&mut self, value: u64, now: &AccessTime) {
        self.offset = value.wrapping_sub((now.cycles + self.waited) / STEP);
    }

    /// Pending interrupts, as in `mip`.
    pub(crate) fn pending(&self, now: &AccessTime, host: &Host) -> u32 {
        let bit = |on: bool, bit| if on { bit } else { 0 };
        let external = EXTERNAL.iter().zip(self.contexts);
        external.fold(0, |bits, (&line, context)| bits | bit(self.external(context, host), line))
            | bit(self.software, SOFTWARE)
            | bit(self.time(now) >= self.alarm, TIMER)
    }

    /// Pending enabled interrupts, given `mie` and the bits of `mip` set by software.
    pub(crate) fn ready(&self, enabled: u32, software: u32, now: &AccessTime, host: &Host) -> u32 {
        if self.asleep == Some(now.pc) {
            return 0;
        }
        (self.pending(now, host) | software) & enabled
    }

    /// Cycle count, as in `now`, at which the timer reaches its alarm.
    pub(crate) fn deadline(&self, now: &AccessTime) -> Option<u64> {
        let missing = self.alarm.checked_sub(self.time(now)).filter(|&missing| missing > 0)?;
        let steps = ((now.cycles + self.waited) / STEP).checked_add(missing)?;
        Some(steps.checked_mul(STEP)?.saturating_sub(self.waited))
    }

    /// Advances time until an enabled interrupt is pending, as `wfi` does.
    ///
    /// # Errors
    /// If no interrupt can occur any more, or only with more input.
    pub(crate) fn wait(
        &mut self,
        enabled: u32,
        software: u32,
        now: &AccessTime,
        host: &Host,
    ) -> Result<(), CallAnswer> {
        self.asleep = Some(now.pc);
        if (self.pending(now, host) | software) & enabled == 0 {
            match self.deadline(now).filter(|_| enabled & TIMER != 0) {
                Some(deadline) => self.waited += deadline.saturating_sub(now.cycles),
                None if host.input.is_open() => return Err(CallAnswer::Input),
                None => return Err(CallAnswer::Fault(Cause::Asleep)),
            }
        }
        self.asleep = None;
        Ok(())
    }

    /// Board after a reset, which the timer survives.
    pub(crate) fn after_reset(&self) -> Self {
        Virt { waited: self.waited, offset: self.offset, ..Virt::default() }
    }

    /// Cycles that the program waited.
    pub(crate) fn waited(&self) -> u64 {
        self.waited
    }

    /// Whether the program only polls for input that may still arrive; resets the poll count.
    pub(crate) fn waits_for_input(&mut self) -> bool {
        let waits = self.vain_looks >= MOST_VAIN_LOOKS;
        if waits {
            self.vain_looks = 0;
        }
        waits
    }
}

impl Devices for Virt {
    fn load(
        &mut self,
        address: u32,
        units: u8,
        now: &AccessTime,
        host: &mut Host,
    ) -> Result<u32, Cause> {
        host.device_reads += 1;
        let time = self.time(now);
        Ok(match address {
            UART..=0x1000_00ff => self.load_uart(address - UART, host).into(),
            _ if units != 4 => return Err(fault(address, Access::Load)),
            CLINT..PLIC => match address - CLINT {
                MSIP => self.software.into(),
                MTIMECMP => self.alarm as u32,
                0x4004 => (self.alarm >> 32) as u32,
                MTIME => time as u32,
                0xbffc => (time >> 32) as u32,
                _ => 0,
            },
            PLIC..UART => self.load_plic(address - PLIC, host),
            _ => 0,
        })
    }
}

/// Ends the program as the value says; other values have no effect.
///
/// Source: QEMU, device `sifive_test`.
fn finish(value: u32) -> Result<(), CallAnswer> {
    match value & 0xffff {
        0x5555 => Err(CallAnswer::Exit(0)),
        0x3333 => Err(CallAnswer::Exit((value >> 16) as i32)),
        0x7777 => Err(CallAnswer::Fault(Cause::Reset { by: RESET })),
        _ => Ok(()),
    }
}

/// Source of a reset.
const RESET: &str = "0x7777 at 0x100000";

fn fault(address: u32, access: Access) -> Cause {
    Cause::Unmapped { access, address: address.into() }
}
