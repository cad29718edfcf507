//! Functions of the mask ROM, executed when the program jumps to their addresses.
//!
//! A function costs no instructions and no cycles, except for a requested delay; the bytes that it
//! accesses count for the budget. It changes only the registers of its result, and returns to `ra`.
//! Functions that call the program are instructions instead (`code`).
//!
//! Source: addresses as in Espressif's linker scripts for the ROM of the ESP32-C3.

mod analog;
mod checksums;
pub(crate) mod code;
pub(super) mod data;
pub(crate) mod file;
mod flash;
mod libgcc;
mod numbers;
mod printf;
mod strings;

pub(super) use analog::at_start as analog_at_start;
use machine::calls::CallAnswer;
use machine::{Access, Cause, Host};

use super::addresses::device;
use super::console::{Console, taken};
use super::matrix::{INT_ENABLE, INT_PRI_0, INT_THRESH, INT_TYPE, SOURCES};
use super::{CLOCK_HZ, Esp32c3, map};
use crate::cpu::Cpu;
use crate::engine::devices::AccessTime;

/// Implementation of a function; words are `a0` and following, a long is `a1:a0` or `a3:a2`.
#[derive(Clone, Copy)]
enum Routine {
    /// Function of words that returns a word.
    Words(fn(u32, u32) -> u32),
    /// Function of two longs, or of their low words, that returns a long.
    Longs(fn(u64, u64) -> u64),
    /// Function of two longs that returns a word.
    Test(fn(u64, u64) -> u32),
    /// Function that needs memory, console or board; its result goes to `a0`.
    Call(fn(&mut Call<'_>) -> Result<u32, CallAnswer>),
}

/// Function: address, name, implementation.
type Row = (u32, &'static str, Routine);

use Routine::Call as Do;

/// Functions that need the board.
#[rustfmt::skip]
const BOARD: &[Row] = &[
    (0x4000_0018, "rtc_get_reset_reason",      Do(|call| Ok(call.board.rtc.reset_reason()))),
    (0x4000_001c, "analog_super_wdt_reset_happened", Do(|_| Ok(0))),
    (0x4000_0020, "jtag_cpu_reset_happened",   Do(|_| Ok(0))),
    (0x4000_0024, "rtc_get_wakeup_cause",      Do(|_| Ok(0))),
    (0x4000_0040, "ets_printf",                Do(printf::ets_printf)),
    (0x4000_0044, "ets_install_putc1",         Do(|_| Ok(0))),
    (0x4000_0048, "ets_install_uart_printf",   Do(|_| Ok(0))),
    (0x4000_004c, "ets_install_putc2",         Do(|_| Ok(0))),
    (0x4000_0050, "ets_delay_us",              Do(ets_delay_us)),
    (0x4000_0060, "ets_apb_backup_init_lock_func", Do(|_| Ok(0))),
    (0x4000_0068, "uart_tx_one_char",          Do(uart_tx_one_char)),
    (0x4000_006c, "uart_tx_one_char2",         Do(uart_tx_one_char)),
    (0x4000_0070, "uart_rx_one_char",          Do(uart_rx_one_char)),
    (0x4000_0074, "uart_rx_one_char_block",    Do(uart_rx_one_char_block)),
    (0x4000_007c, "uartAttach",                Do(|_| Ok(0))),
    (0x4000_0080, "uart_tx_flush",             Do(|_| Ok(0))),
    (0x4000_0084, "uart_tx_wait_idle",         Do(|_| Ok(0))),
    (0x4000_0088, "uart_div_modify",           Do(|_| Ok(0))),
    (0x4000_0090, "software_reset",            Do(|_| Err(reset(SOFTWARE_RESET)))),
    (0x4000_0094, "software_reset_cpu",        Do(|_| Err(reset(SOFTWARE_RESET_CPU)))),
    (0x4000_00a4, "disable_default_watchdog",  Do(|_| Ok(0))),
    (0x4000_00b8, "Uart_Init",                 Do(|_| Ok(0))),
    (0x4000_0350, "esp_rom_newlib_init_common_mutexes", Do(|_| Ok(0))),
    (0x4000_0380, "_isatty_r",                 Do(|call| Ok((call.argument(1) <= 2).into()))),
    (0x4000_0434, "qsort",                     Do(|call| call.continue_at(code::QSORT))),
    (0x4000_04b0, "Cache_Get_ICache_Line_Size", Do(|_| Ok(CACHE_LINE_BYTES))),
    (0x4000_04d4, "Cache_Invalidate_Addr",     Do(|_| Ok(0))),
    (0x4000_04d8, "Cache_Invalidate_ICache_All", Do(|_| Ok(0))),
    (0x4000_051c, "Cache_Disable_ICache",      Do(|_| Ok(0))),
    (0x4000_0520, "Cache_Enable_ICache",       Do(|_| Ok(0))),
    (0x4000_0524, "Cache_Suspend_ICache",      Do(|_| Ok(0))),
    (0x4000_0528, "Cache_Resume_ICache",       Do(|_| Ok(0))),
    (0x4000_052c, "Cache_Freeze_ICache_Enable",  Do(|_| Ok(0))),
    (0x4000_0530, "Cache_Freeze_ICache_Disable", Do(|_| Ok(0))),
    (0x4000_0548, "Cache_Set_IDROM_MMU_Size",  Do(set_mmu_size)),
    (0x4000_054c, "Cache_Get_IROM_MMU_End",    Do(|call| Ok(call.board.mmu_ends[0]))),
    (0x4000_0550, "Cache_Get_DROM_MMU_End",    Do(|call| Ok(call.board.mmu_ends[1]))),
    (0x4000_0580, "ets_get_apb_freq",          Do(|_| Ok(80_000_000))),
    (0x4000_0584, "ets_get_cpu_frequency",     Do(|call| Ok(call.board.ticks_per_us))),
    (0x4000_0588, "ets_update_cpu_frequency",  Do(ets_update_cpu_frequency)),
    (0x4000_058c, "ets_get_printf_channel",    Do(|_| Ok(0))),
    (0x4000_0598, "ets_get_xtal_freq",         Do(|_| Ok(40_000_000))),
    (0x4000_05a0, "gpio_matrix_in",            Do(gpio_matrix_in)),
    (0x4000_05a4, "gpio_matrix_out",           Do(gpio_matrix_out)),
    (0x4000_05c8, "gpio_pad_select_gpio",      Do(gpio_pad_select_gpio)),
    (0x4000_05e0, "esprv_intc_int_set_priority",  Do(set_priority)),
    (0x4000_05e4, "esprv_intc_int_set_threshold", Do(|call| call.matrix(INT_THRESH, call.argument(0)))),
    (0x4000_05e8, "esprv_intc_int_enable",     Do(|call| enable(call, |old, lines| old | lines))),
    (0x4000_05ec, "esprv_intc_int_disable",    Do(|call| enable(call, |old, lines| old & !lines))),
    (0x4000_05f0, "esprv_intc_int_set_type",   Do(set_type)),
    (0x4000_05f4, "intr_matrix_set",           Do(intr_matrix_set)),
    (0x4000_071c, "ets_efuse_get_spiconfig",   Do(|_| Ok(0))),
    (0x4000_072c, "ets_efuse_get_wp_pad",      Do(|_| Ok(NO_PAD))),
];

/// First registers that route inputs and outputs, and first register of IO_MUX.
const GPIO_IN_SEL: u32 = 0x6000_4154;
const GPIO_OUT_SEL: u32 = 0x6000_4554;
const IO_MUX: u32 = 0x6000_9000;
/// Bytes of a line of the cache.
const CACHE_LINE_BYTES: u32 = 32;
/// No pad is chosen in the eFuses.
const NO_PAD: u32 = 0x3f;

/// Call of a function, with everything that it can access.
struct Call<'a> {
    board: &'a mut Esp32c3,
    now: AccessTime,
    cpu: &'a mut Cpu,
    host: &'a mut Host,
}

/// All functions.
fn rows() -> impl Iterator<Item = &'static Row> {
    let tables = [
        BOARD,
        flash::ROWS,
        strings::ROWS,
        numbers::ROWS,
        checksums::ROWS,
        libgcc::ROWS,
        analog::ROWS,
    ];
    tables.into_iter().flatten()
}

impl Esp32c3 {
    /// Whether an address is that of a function that is simulated, or of none although it is in the
    /// ROM.
    pub(crate) fn is_rom_call(&self, address: u32) -> bool {
        map::is_rom(address) && (!self.has_rom || rows().any(|(known, ..)| *known == address))
    }

    /// Executes the ROM function at the program counter; `None` outside the ROM.
    ///
    /// The caller continues at `ra` and reports the stores returned by [`take_stored`].
    ///
    /// [`take_stored`]: Self::take_stored
    pub(crate) fn rom_call(
        &mut self,
        now: &AccessTime,
        cpu: &mut Cpu,
        host: &mut Host,
    ) -> Option<CallAnswer> {
        let pc = cpu.pc.get();
        if !map::is_rom(pc) {
            return None;
        }
        let home = cpu.reg(RA);
        if map::is_rom(home) && !self.has_rom {
            return Some(CallAnswer::Fault(Cause::NoReturn { address: home.into() }));
        }
        let Some((_, _, routine)) = rows().find(|(address, ..)| *address == pc) else {
            let cause = Cause::Unmodelled { access: Access::Fetch, address: pc.into(), device: "" };
            return Some(CallAnswer::Fault(cause));
        };
        let mut call = Call { board: self, now: *now, cpu, host };
        Some(call.perform(*routine).err().unwrap_or(CallAnswer::Done))
    }
}

impl Call<'_> {
    fn perform(&mut self, routine: Routine) -> Result<(), CallAnswer> {
        let long = |rank| u64::from(self.argument(rank + 1)) << 32 | u64::from(self.argument(rank));
        let result = match routine {
            Routine::Words(compute) => compute(self.argument(0), self.argument(1)),
            Routine::Test(compute) => compute(long(0), long(2)),
            Routine::Longs(compute) => {
                let result = compute(long(0), long(2));
                self.cpu.set_reg(A0 + 1, (result >> 32) as u32);
                result as u32
            }
            Routine::Call(function) => function(self)?,
        };
        self.cpu.set_reg(A0, result);
        Ok(())
    }

    /// Argument in `a0` to `a7`.
    fn argument(&self, rank: u8) -> u32 {
        self.cpu.reg(A0 + rank)
    }

    fn read(&mut self, address: u32) -> Result<u8, CallAnswer> {
        self.board.rom_steps += 1;
        Ok(self.cpu.read_byte(address)?)
    }

    fn read_word(&mut self, address: u32) -> Result<u32, CallAnswer> {
        (0..4).rev().try_fold(0, |word, index| {
            Ok(word << 8 | u32::from(self.read(address.wrapping_add(index))?))
        })
    }

    /// Writes bytes from an address, and records the range; a device gets words where possible.
    fn write(&mut self, address: u32, bytes: &[u8]) -> Result<(), CallAnswer> {
        if map::is_device(address) {
            return self.write_device(address, bytes);
        }
        for (at, &byte) in (address..=u32::MAX).zip(bytes) {
            self.board.rom_steps += 1;
            self.cpu.write_byte(at, byte)?;
            let (start, end) = self.board.stored.unwrap_or((at, at));
            self.board.stored = Some((start.min(at), end.max(at.saturating_add(1))));
        }
        Ok(())
    }

    /// Bytes from an address up to a NUL, which is excluded; at most `most` bytes.
    fn string(&mut self, address: u32, most: usize) -> Result<Vec<u8>, CallAnswer> {
        let mut bytes = Vec::new();
        while bytes.len() < most {
            match self.read(address.wrapping_add(bytes.len() as u32))? {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        Ok(bytes)
    }

    fn write_device(&mut self, address: u32, bytes: &[u8]) -> Result<(), CallAnswer> {
        let (mut at, mut rest) = (address, bytes);
        while let Some(&first) = rest.first() {
            let word = rest.first_chunk().filter(|_| at.is_multiple_of(4));
            let (units, value) = match word {
                Some(word) => (4, u32::from_le_bytes(*word)),
                None => (1, first.into()),
            };
            self.board.rom_steps += u64::from(units);
            self.board.store(at, units, value, &self.now, self.host)?;
            (at, rest) = (at.wrapping_add(units.into()), &rest[usize::from(units)..]);
        }
        Ok(())
    }

    /// Bytes of registers; each is read once.
    fn device_bytes(&mut self, address: u32, count: u32) -> Result<Vec<u8>, CallAnswer> {
        let mut bytes = Vec::new();
        let end = address.saturating_add(count);
        let mut at = address;
        while at < end {
            let word = self.board.load_word(at & !3, &self.now, self.host)?.to_le_bytes();
            let next = (at & !3).saturating_add(4).min(end);
            bytes.extend((at..next).map(|at| word[(at % 4) as usize]));
            self.board.rom_steps += u64::from(next - at);
            at = next;
        }
        Ok(bytes)
    }

    /// `count` bytes from an address.
    fn bytes(&mut self, address: u32, count: u32) -> Result<Vec<u8>, CallAnswer> {
        if map::is_device(address) && map::is_device(address.saturating_add(count)) {
            return self.device_bytes(address, count);
        }
        (0..count).map(|index| self.read(address.wrapping_add(index))).collect()
    }

    fn send(&mut self, byte: u8) -> Result<(), CallAnswer> {
        self.board.rom_steps += 1;
        self.board.copies.of_uart(byte);
        Console::Host.send(byte, self.host)
    }

    /// Continues with instructions of the ROM instead of returning.
    fn continue_at(&mut self, address: u32) -> Result<u32, CallAnswer> {
        self.board.rom_code = Some(address);
        Ok(self.argument(0))
    }

    /// Writes a register of a device.
    fn store(&mut self, address: u32, value: u32) -> Result<u32, CallAnswer> {
        self.board.store_word(address, device(address), value, &self.now, self.host).map(|()| 0)
    }

    /// Writes a register of the interrupt matrix.
    fn matrix(&mut self, offset: u32, value: u32) -> Result<u32, CallAnswer> {
        self.board.matrix.store(offset, value);
        Ok(0)
    }
}

/// Register numbers: return address, stack pointer, first argument and result.
const RA: u8 = 1;
pub(super) const SP: u8 = 2;
const A0: u8 = 10;

/// Functions that reset the chip.
pub(super) const SOFTWARE_RESET: &str = "software_reset";
pub(super) const SOFTWARE_RESET_CPU: &str = "software_reset_cpu";

fn reset(by: &'static str) -> CallAnswer {
    CallAnswer::Fault(Cause::Reset { by })
}

/// Advances the chip's time and the host's.
fn ets_delay_us(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    let micros = u64::from(call.argument(0));
    call.board.pass(micros * (CLOCK_HZ / 1_000_000));
    call.host.clock_nanos = call.host.clock_nanos.saturating_add(micros * 1000);
    Ok(0)
}

/// Sets the priority of an interrupt line.
fn set_priority(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    call.matrix(INT_PRI_0 + 4 * (call.argument(0) & 31), call.argument(1))
}

/// Enables or disables interrupt lines, one bit each.
fn enable(call: &mut Call<'_>, change: fn(u32, u32) -> u32) -> Result<u32, CallAnswer> {
    call.matrix(INT_ENABLE, change(call.board.matrix.enabled(), call.argument(0)))
}

/// Routes an interrupt source to a line, on the only core; ignores unknown sources.
fn intr_matrix_set(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    match call.argument(1) {
        source @ 0..SOURCES => call.matrix(source * 4, call.argument(2)),
        _ => Ok(0),
    }
}

/// Sets whether a line is triggered by edges (1) or by levels (0).
fn set_type(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    let (line, old) = (1 << (call.argument(0) & 31), call.board.matrix.types());
    let new = if call.argument(1) & 1 != 0 { old | line } else { old & !line };
    call.matrix(INT_TYPE, new)
}

/// Divides the entries of the memory management unit between the windows for instructions and data,
/// in bytes of its table.
fn set_mmu_size(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    let (instructions, data) = (call.argument(0), call.argument(1));
    call.board.mmu_ends = [instructions, instructions.wrapping_add(data)];
    Ok(0)
}

/// Routes a pin (0x38: always 1, 0x3c: always 0) to an input signal.
fn gpio_matrix_in(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    let (pin, signal, inverts) = (call.argument(0), call.argument(1), call.argument(2));
    let value = 1 << 6 | (inverts & 1) << 5 | pin & 0x1f;
    call.store(GPIO_IN_SEL + 4 * (signal & 0x7f), value)
}

/// Routes an output signal to a pin.
fn gpio_matrix_out(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    let (pin, signal) = (call.argument(0), call.argument(1));
    let inverts = (call.argument(2) & 1) << 8 | (call.argument(3) & 1) << 10;
    call.store(GPIO_OUT_SEL + 4 * (pin & 31), signal & 0xff | inverts)
}

/// Makes a pad one of GPIO.
fn gpio_pad_select_gpio(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    let offset = 4 + 4 * (call.argument(0) & 31);
    let old = call.board.gpio.load_pad(offset);
    call.store(IO_MUX + offset, old & !(7 << 12) | 1 << 12)
}

fn ets_update_cpu_frequency(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    call.board.ticks_per_us = call.argument(0);
    Ok(0)
}

fn uart_tx_one_char(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    let byte = call.argument(0) as u8;
    call.send(byte).map(|()| 0)
}

/// Stores a received byte at `a0` and returns 0, or returns 1 if there is none.
fn uart_rx_one_char(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    let to = call.argument(0);
    match Console::Host.receive(call.host) {
        Some(byte) => call.write(to, &[byte]).map(|()| 0),
        None => Ok(1),
    }
}

/// Waits for a byte; at the end of the input, waiting can never end.
fn uart_rx_one_char_block(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    match call.host.input.byte() {
        machine::InputRead::Wait => Err(CallAnswer::Input),
        machine::InputRead::End => Err(CallAnswer::Fault(Cause::Asleep)),
        took => Ok(taken(took).unwrap_or(0).into()),
    }
}
