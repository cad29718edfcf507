//! A session as the target of the `gdbstub` package.

use std::convert::Infallible;
use std::num::NonZeroUsize;

use gdbstub::arch::{Arch, RegId, Registers as ArchRegisters};
use gdbstub::common::Signal;
use gdbstub::target::ext::base::BaseOps;
use gdbstub::target::ext::base::reverse_exec::{
    ReverseCont, ReverseContOps, ReverseStep, ReverseStepOps,
};
use gdbstub::target::ext::base::single_register_access::{
    SingleRegisterAccess, SingleRegisterAccessOps,
};
use gdbstub::target::ext::base::singlethread::{
    SingleThreadBase, SingleThreadRangeStepping, SingleThreadRangeSteppingOps, SingleThreadResume,
    SingleThreadResumeOps, SingleThreadSingleStep, SingleThreadSingleStepOps,
};
use gdbstub::target::ext::breakpoints::{
    Breakpoints, BreakpointsOps, HwBreakpoint, HwBreakpointOps, HwWatchpoint, HwWatchpointOps,
    SwBreakpoint, SwBreakpointOps, WatchKind,
};
use gdbstub::target::ext::monitor_cmd::{ConsoleOutput, MonitorCmd, MonitorCmdOps};
use gdbstub::target::ext::target_description_xml_override::{
    TargetDescriptionXmlOverride, TargetDescriptionXmlOverrideOps,
};
use gdbstub::target::{Target, TargetError, TargetResult};
use machine::Machine as _;

use super::session::{GdbSession, ResumeMode};

/// Any machine, with the registers of its target description.
pub enum AnyArch {}

impl Arch for AnyArch {
    type Usize = u64;
    type Registers = RegisterBytes;
    type BreakpointKind = usize;
    type RegId = RegisterNumber;
}

/// All registers in order, in the machine's byte order.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct RegisterBytes(Vec<u8>);

impl ArchRegisters for RegisterBytes {
    type ProgramCounter = u64;

    fn pc(&self) -> u64 {
        0
    }

    fn gdb_serialize(&self, mut write_byte: impl FnMut(Option<u8>)) {
        self.0.iter().for_each(|&byte| write_byte(Some(byte)));
    }

    fn gdb_deserialize(&mut self, bytes: &[u8]) -> Result<(), ()> {
        self.0 = bytes.to_vec();
        Ok(())
    }
}

/// Register number in the target description.
#[derive(Debug, Clone, Copy)]
pub struct RegisterNumber(usize);

impl RegId for RegisterNumber {
    fn from_raw_id(id: usize) -> Option<(Self, Option<NonZeroUsize>)> {
        Some((RegisterNumber(id), None))
    }
}

/// `EFAULT` and `EINVAL`, known to gdb.
const BAD_ADDRESS: u8 = 14;
const BAD_VALUE: u8 = 22;

impl GdbSession<'_> {
    /// An address of the machine: gdb may send it sign-extended.
    fn address(&self, address: u64) -> u64 {
        address & (u64::MAX >> (64 - self.run.timeline.machine().spec().address_bits))
    }
}

impl Target for GdbSession<'_> {
    type Arch = AnyArch;
    type Error = Infallible;

    fn base_ops(&mut self) -> BaseOps<'_, AnyArch, Infallible> {
        BaseOps::SingleThread(self)
    }

    fn support_breakpoints(&mut self) -> Option<BreakpointsOps<'_, Self>> {
        Some(self)
    }

    fn support_monitor_cmd(&mut self) -> Option<MonitorCmdOps<'_, Self>> {
        Some(self)
    }

    fn support_target_description_xml_override(
        &mut self,
    ) -> Option<TargetDescriptionXmlOverrideOps<'_, Self>> {
        Some(self)
    }
}

impl SingleThreadBase for GdbSession<'_> {
    fn read_registers(&mut self, registers: &mut RegisterBytes) -> TargetResult<(), Self> {
        let machine = self.run.timeline.machine();
        let all = (0..self.registers.len()).filter_map(|at| self.registers.read(machine, at));
        registers.0 = all.flatten().collect();
        Ok(())
    }

    fn write_registers(&mut self, registers: &RegisterBytes) -> TargetResult<(), Self> {
        let GdbSession { registers: layout, run, .. } = self;
        run.timeline.edit(|machine| {
            let mut rest = registers.0.as_slice();
            for (number, size) in layout.sizes().enumerate() {
                let Some((bytes, after)) = rest.split_at_checked(size) else { break };
                // Constant registers are included.
                layout.write(machine, number, bytes);
                rest = after;
            }
        });
        Ok(())
    }

    fn support_single_register_access(&mut self) -> Option<SingleRegisterAccessOps<'_, (), Self>> {
        Some(self)
    }

    fn read_addrs(&mut self, start: u64, data: &mut [u8]) -> TargetResult<usize, Self> {
        let (start, machine) = (self.address(start), self.run.timeline.machine());
        let units = (start..).map_while(|address| machine.peek(address));
        let read = data.iter_mut().zip(units).map(|(byte, unit)| *byte = unit as u8).count();
        match read {
            0 if !data.is_empty() => Err(TargetError::Errno(BAD_ADDRESS)),
            read => Ok(read),
        }
    }

    fn write_addrs(&mut self, start: u64, data: &[u8]) -> TargetResult<(), Self> {
        let start = self.address(start);
        let machine = self.run.timeline.machine();
        if (start..).zip(data).any(|(address, _)| machine.peek(address).is_none()) {
            return Err(TargetError::Errno(BAD_ADDRESS));
        }
        let done = self.run.timeline.edit(|machine| {
            (start..).zip(data).all(|(address, &byte)| machine.poke(address, byte.into()))
        });
        if done { Ok(()) } else { Err(TargetError::Errno(BAD_ADDRESS)) }
    }

    fn support_resume(&mut self) -> Option<SingleThreadResumeOps<'_, Self>> {
        Some(self)
    }
}

impl SingleRegisterAccess<()> for GdbSession<'_> {
    fn read_register(
        &mut self,
        (): (),
        RegisterNumber(number): RegisterNumber,
        buffer: &mut [u8],
    ) -> TargetResult<usize, Self> {
        let bytes = self.registers.read(self.run.timeline.machine(), number);
        let bytes = bytes.ok_or(TargetError::Errno(BAD_VALUE))?;
        let room = buffer.get_mut(..bytes.len()).ok_or(TargetError::Errno(BAD_VALUE))?;
        room.copy_from_slice(&bytes);
        Ok(bytes.len())
    }

    fn write_register(
        &mut self,
        (): (),
        RegisterNumber(number): RegisterNumber,
        bytes: &[u8],
    ) -> TargetResult<(), Self> {
        let GdbSession { registers, run, .. } = self;
        if run.timeline.edit(|machine| registers.write(machine, number, bytes)) {
            Ok(())
        } else {
            Err(TargetError::Errno(BAD_VALUE))
        }
    }
}

impl GdbSession<'_> {
    /// Sets how to resume; a signal ends the program, as no program here handles one.
    fn set_going(&mut self, resume_mode: ResumeMode, signal: Option<Signal>) {
        self.resume_mode = signal.map_or(resume_mode, ResumeMode::Killed);
    }
}

impl SingleThreadResume for GdbSession<'_> {
    fn resume(&mut self, signal: Option<Signal>) -> Result<(), Infallible> {
        self.set_going(ResumeMode::On, signal);
        Ok(())
    }

    fn support_single_step(&mut self) -> Option<SingleThreadSingleStepOps<'_, Self>> {
        Some(self)
    }

    fn support_range_step(&mut self) -> Option<SingleThreadRangeSteppingOps<'_, Self>> {
        Some(self)
    }

    fn support_reverse_step(&mut self) -> Option<ReverseStepOps<'_, (), Self>> {
        Some(self)
    }

    fn support_reverse_cont(&mut self) -> Option<ReverseContOps<'_, (), Self>> {
        Some(self)
    }
}

impl SingleThreadSingleStep for GdbSession<'_> {
    fn step(&mut self, signal: Option<Signal>) -> Result<(), Infallible> {
        self.set_going(ResumeMode::Step, signal);
        Ok(())
    }
}

impl SingleThreadRangeStepping for GdbSession<'_> {
    fn resume_range_step(&mut self, start: u64, end: u64) -> Result<(), Infallible> {
        self.resume_mode = ResumeMode::Range { start, end, begun: false };
        Ok(())
    }
}

impl ReverseStep<()> for GdbSession<'_> {
    fn reverse_step(&mut self, (): ()) -> Result<(), Infallible> {
        self.resume_mode = ResumeMode::BackStep;
        Ok(())
    }
}

impl ReverseCont<()> for GdbSession<'_> {
    fn reverse_cont(&mut self) -> Result<(), Infallible> {
        let (now, ..) = self.run.timeline.window();
        self.resume_mode = ResumeMode::Back { end: now };
        Ok(())
    }
}

impl Breakpoints for GdbSession<'_> {
    fn support_sw_breakpoint(&mut self) -> Option<SwBreakpointOps<'_, Self>> {
        Some(self)
    }

    fn support_hw_breakpoint(&mut self) -> Option<HwBreakpointOps<'_, Self>> {
        Some(self)
    }

    fn support_hw_watchpoint(&mut self) -> Option<HwWatchpointOps<'_, Self>> {
        Some(self)
    }
}

impl SwBreakpoint for GdbSession<'_> {
    fn add_sw_breakpoint(&mut self, address: u64, _kind: usize) -> TargetResult<bool, Self> {
        let address = self.address(address);
        let there =
            self.run.timeline.machine().peek(address).is_some() && self.run.stops.has_room();
        if there {
            self.run.stops.software.insert(address);
        }
        Ok(there)
    }

    fn remove_sw_breakpoint(&mut self, address: u64, _kind: usize) -> TargetResult<bool, Self> {
        Ok(self.run.stops.software.remove(&self.address(address)))
    }
}

impl HwBreakpoint for GdbSession<'_> {
    fn add_hw_breakpoint(&mut self, address: u64, _kind: usize) -> TargetResult<bool, Self> {
        let has_room = self.run.stops.has_room();
        if has_room {
            self.run.stops.hardware.insert(self.address(address));
        }
        Ok(has_room)
    }

    fn remove_hw_breakpoint(&mut self, address: u64, _kind: usize) -> TargetResult<bool, Self> {
        Ok(self.run.stops.hardware.remove(&self.address(address)))
    }
}

impl HwWatchpoint for GdbSession<'_> {
    /// Machines report stores, not loads, so only writes can be watched.
    fn add_hw_watchpoint(
        &mut self,
        address: u64,
        length: u64,
        kind: WatchKind,
    ) -> TargetResult<bool, Self> {
        let start = self.address(address);
        let watched = kind == WatchKind::Write && length > 0 && self.run.stops.has_room();
        if watched {
            self.run.stops.watches.push(start..start.saturating_add(length));
        }
        Ok(watched)
    }

    fn remove_hw_watchpoint(
        &mut self,
        address: u64,
        length: u64,
        kind: WatchKind,
    ) -> TargetResult<bool, Self> {
        let start = self.address(address);
        let wanted = start..start.saturating_add(length);
        let at = self.run.stops.watches.iter().position(|watch| *watch == wanted);
        let at = at.filter(|_| kind == WatchKind::Write);
        Ok(at.map(|at| self.run.stops.watches.remove(at)).is_some())
    }
}

impl MonitorCmd for GdbSession<'_> {
    fn handle_monitor_cmd(
        &mut self,
        command: &[u8],
        mut out: ConsoleOutput<'_>,
    ) -> Result<(), Infallible> {
        out.write_raw(self.monitor(&String::from_utf8_lossy(command)).as_bytes());
        Ok(())
    }
}

impl TargetDescriptionXmlOverride for GdbSession<'_> {
    fn target_description_xml(
        &self,
        annex: &[u8],
        offset: u64,
        length: usize,
        buffer: &mut [u8],
    ) -> TargetResult<usize, Self> {
        if annex != b"target.xml" {
            return Err(TargetError::NonFatal);
        }
        let text = self.description.as_bytes();
        let start = usize::try_from(offset).unwrap_or(usize::MAX).min(text.len());
        let count = length.min(buffer.len()).min(text.len() - start);
        buffer[..count].copy_from_slice(&text[start..start + count]);
        Ok(count)
    }
}
