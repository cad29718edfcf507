//! The machine: 64 KB of memory, the console of py65mon, and the system calls of sim65.

use std::marker::PhantomData;
use std::sync::LazyLock;

use kit::{Bus, Design, Devices, Format, Guard, Register, Row, State, registers};
use machine::descriptors::Descriptors;
use machine::semantics::Word;
use machine::{
    Access, Cause, Fault, FlagRegister, Host, Image, InputRead, Limit, Model, Radix, Spec,
    StackConvention, Stop, Syntax,
};

use crate::files;
use crate::isa::{self, B, D, EARLIER_P, I, IRQ, JAM, P, S, STOP, U, WAIT};
use crate::options::{Cpu, Options};
use crate::system;

/// The cycle model.
const MODEL: Model = Model {
    name: "bus",
    unit: "cycles",
    meaning: "one cycle for each access of the processor to its bus, useful or not",
    source: "MOS Technology, MCS6500 Programming Manual (1976), appendices A and B; WDC, W65C02S data sheet",
};

/// Fixed properties.
pub(crate) static SPEC: Spec = Spec {
    name: "mos6502",
    unit_bits: 8,
    word_bits: 8,
    address_bits: 16,
    radix: Radix::Capital("$", ""),
    models: &[MODEL],
    syntax: Syntax {
        comment: ';',
        flow: kit::flow::<Mos<Nmos>>,
        stack: Some(StackConvention { pointer: "S", base: 0x0100, grows_up: false }),
        flags: Some(FLAGS),
        ..Syntax::PLAIN
    },
};

/// The flags of P; its other two bits exist only where it is pushed.
const FLAGS: FlagRegister = FlagRegister {
    register: "P",
    flags: &[
        (isa::N as u64, "N"),
        (isa::V as u64, "V"),
        (D as u64, "D"),
        (I as u64, "I"),
        (isa::Z as u64, "Z"),
        (isa::C as u64, "C"),
    ],
};

/// Bytes of memory.
const MEMORY_BYTES: u64 = 1 << 16;

/// Addresses of py65mon's console: a store writes a byte; a load reads one, or 0 if there is none.
const PUTC: u64 = 0xf001;
const GETC: u64 = 0xf004;

/// Vector of the non-maskable interrupt.
const NMI: u64 = 0xfffa;

/// Kind of processor.
pub(crate) trait Kind: Sized + Copy + std::fmt::Debug + Send + Sync + 'static {
    /// Whether it is a 65C02.
    const CMOS: bool;

    /// Its instructions.
    fn rows() -> &'static [Row<Mos<Self>>];
}

/// The NMOS 6502.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Nmos;

impl Kind for Nmos {
    const CMOS: bool = false;

    fn rows() -> &'static [Row<Mos<Self>>] {
        static ROWS: LazyLock<Vec<Row<Mos<Nmos>>>> = LazyLock::new(isa::rows::<_, false>);
        &ROWS
    }
}

/// The 65C02.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cmos;

impl Kind for Cmos {
    const CMOS: bool = true;

    fn rows() -> &'static [Row<Mos<Self>>] {
        static ROWS: LazyLock<Vec<Row<Mos<Cmos>>>> = LazyLock::new(isa::rows::<_, true>);
        &ROWS
    }
}

/// The machine, besides its memory and registers.
#[derive(Debug, Clone)]
pub(crate) struct Mos<K> {
    kind: PhantomData<K>,
    options: Options,
    pub(crate) descriptors: Descriptors,
    /// Address in page zero of the stack pointer of C.
    pub(crate) c_sp: u64,
    /// Last value of the interrupt port.
    port: u64,
    /// Whether the non-maskable interrupt is requested and not yet entered.
    is_nmi: bool,
    /// Flags before the last instruction that changed them too late for an interrupt, and the
    /// number of cycles after it.
    earlier_p: (u64, u64),
    /// Whether the console was read after the end of the input.
    has_ended: bool,
}

impl<K: Kind> Mos<K> {
    pub(crate) fn new(options: Options) -> Self {
        Mos {
            kind: PhantomData,
            options,
            descriptors: Descriptors::default(),
            c_sp: 0,
            port: 0,
            is_nmi: false,
            earlier_p: (0, 0),
            has_ended: false,
        }
    }

    /// Whether the interrupt IRQ is requested.
    fn is_irq(&self) -> bool {
        self.port & 1 != 0
    }

    fn is_port(&self, address: u64) -> bool {
        self.options.interrupt_port.map(u64::from) == Some(address)
    }

    /// Looks at devices before the next instruction if there is something to look at.
    fn attend(&self, state: &State<Self>) {
        state.set_attention(self.is_irq() || self.is_nmi);
    }

    /// Flags when the last instruction looked for interrupts, before its last cycle.
    ///
    /// Source: nesdev.org, "CPU interrupts", "Delayed IRQ response after CLI, SEI, and PLP".
    fn polled_flags(&mut self, state: &State<Self>) -> u64 {
        let earlier = state.get(EARLIER_P);
        if earlier != 0 {
            self.earlier_p = (earlier, state.cycles());
            state.set(EARLIER_P, 0);
        }
        // A run that stops and continues here asks again.
        if self.earlier_p.1 == state.cycles() { self.earlier_p.0 } else { state.get(P) }
    }

    /// Enters an interrupt routine, in seven cycles.
    ///
    /// Source: MOS Technology, "MCS6500 Programming Manual" (1976), chapter 9; for D on the 65C02,
    /// Rockwell, "R65C00" (29651N52, 1984), differences to the NMOS processor.
    fn enter(state: &State<Self>, vector: u64) {
        let word = |at| state.peek(at).unwrap_or(0) | state.peek(at + 1).unwrap_or(0) << 8;
        let (pc, p) = (state.pc(), state.get(P));
        for byte in [pc >> 8, pc & 0xff, p & !u64::from(B) | u64::from(U)] {
            state.poke(0x0100 | state.get(S), byte);
            state.set(S, state.get(S).wrapping_sub(1) & 0xff);
        }
        let cleared = if K::CMOS { !u64::from(D) } else { !0 };
        state.set(P, (p | u64::from(I)) & cleared);
        state.set_pc(word(vector));
        state.spend(7);
    }
}

impl<K: Kind> Format for Mos<K> {
    type Unit = u8;
    type Number = Word<16>;
    const UNIT_BITS: u32 = 8;
    const BIG_ENDIAN: bool = false;
}

impl<K: Kind> Devices<Self> for Mos<K> {
    fn load(&mut self, at: &Bus<'_, Self>, host: &mut Host) -> Result<Option<u64>, Stop> {
        if !self.options.console || at.address != GETC {
            return Ok(self.is_port(at.address).then_some(self.port));
        }
        Ok(Some(match host.input.byte() {
            InputRead::Bytes(bytes) => bytes.first().copied().map_or(0, u64::from),
            InputRead::Wait => return Err(Stop::Input),
            InputRead::End => {
                self.has_ended = true;
                0
            }
        }))
    }

    fn store(&mut self, at: &Bus<'_, Self>, value: u64, host: &mut Host) -> Result<bool, Stop> {
        if self.is_port(at.address) {
            self.is_nmi |= value & !self.port & 2 != 0;
            self.port = value;
        } else if self.options.console && at.address == PUTC {
            if !host.output.write(&[value as u8]) {
                return Err(Stop::Limit(Limit::Output));
            }
        } else {
            return Ok(false);
        }
        // Only the instruction before this store changed flags too late, if any did.
        at.state.set(EARLIER_P, 0);
        self.attend(at.state);
        Ok(true)
    }

    fn fetch(&mut self, at: &Bus<'_, Self>) -> Result<(), Stop> {
        let opcode = at.state.peek(at.address).unwrap_or(0);
        if !K::CMOS && self.options.cpu == Cpu::Nmos && isa::is_undocumented(opcode) {
            return Err(at.state.fault(Cause::Illegal { word: opcode }));
        }
        Ok(())
    }

    fn interrupt(&mut self, state: &State<Self>, _: &mut Host) -> Result<(), Stop> {
        let flags = self.polled_flags(state);
        if std::mem::take(&mut self.is_nmi) {
            Self::enter(state, NMI);
        } else if self.is_irq() && flags & u64::from(I) == 0 {
            Self::enter(state, IRQ);
        }
        self.attend(state);
        Ok(())
    }
}

impl<K: Kind> Design for Mos<K> {
    const SPEC: &'static Spec = &SPEC;
    const REGISTERS: &'static [Register] = &registers(["A", "X", "Y", "S", "P"], 8);

    fn rows() -> &'static [Row<Self>] {
        K::rows()
    }

    fn kind(letter: char) -> Option<kit::Kind> {
        match letter {
            'n' => Some(kit::Kind::EITHER.padded()),
            'z' => Some(kit::Kind::UNSIGNED.padded().short()),
            'p' | 'a' => Some(kit::Kind::UNSIGNED.padded()),
            'r' => Some(kit::Kind::RELATIVE),
            _ => None,
        }
    }

    fn memory_units(&self) -> u64 {
        MEMORY_BYTES
    }

    fn start(&mut self, state: &State<Self>, image: &Image) {
        state.set(S, 0xff);
        state.set(P, u64::from(U | I));
        if self.options.console {
            state.guard(PUTC..GETC + 1, Guard::ALL);
        }
        if let Some(port) = self.options.interrupt_port {
            state.guard(port.into()..u64::from(port) + 1, Guard::ALL);
        }
        self.c_sp = files::c_sp(image);
        if let Some(seed) = self.options.random {
            // The vectors stay: on a computer they are in its ROM.
            state.randomize(seed, &Self::REGISTERS[..3], 0..NMI);
        }
    }

    fn perform(&mut self, state: &State<Self>, host: &mut Host, request: u32) -> Result<(), Stop> {
        match request {
            STOP => Err(Stop::Exit { status: 0 }),
            WAIT if self.is_irq() => Ok(()),
            WAIT => Err(Stop::Exit { status: 0 }),
            JAM => Err(state.fault(Cause::Illegal { word: state.peek(state.pc()).unwrap_or(0) })),
            call => system::call(self, state, host, call),
        }
    }

    fn reads(request: u32) -> &'static [u8] {
        system::reads(request)
    }

    fn except(&mut self, state: &State<Self>, cause: Cause) -> Result<(), Stop> {
        let (pc, last) = (state.pc(), state.last());
        let is_break = matches!(cause, Cause::Break { .. });
        // The memory around a program is 0, which is `BRK`. Code that the program has copied there may
        // end with one, too.
        let leaves = is_break && state.is_in_program(last) && !state.is_in_program(pc);
        if leaves && !state.is_in_program(pc.wrapping_sub(1)) {
            return Err(state.fault(Cause::Unmapped { access: Access::Fetch, address: pc }));
        }
        // py65mon runs a program up to a `BRK`.
        match cause {
            _ if is_break && self.options.console && leaves => Err(Stop::End),
            _ if is_break && self.options.console => Err(Stop::Exit { status: 0 }),
            _ => Err(state.fault(cause)),
        }
    }

    fn advice(&self, state: &State<Self>, fault: &Fault) -> Option<String> {
        let opcode = state.peek(fault.pc)?;
        match fault.cause {
            Cause::Illegal { .. }
                if self.options.cpu == Cpu::Nmos && isa::is_undocumented(opcode) =>
            {
                Some("it is an undocumented instruction, which `--cpu=6502x` allows".to_owned())
            }
            Cause::Break { .. } => Some(
                "`BRK` needs the address of a routine at $FFFE; end a program with `JMP $FFF9`"
                    .to_owned(),
            ),
            _ => None,
        }
    }

    fn remarks(&self, _: &State<Self>, still_running: bool) -> Vec<String> {
        let remark = "it reads the console after the end of the input, where $F004 is 0";
        if still_running && self.has_ended { vec![remark.to_owned()] } else { Vec::new() }
    }
}
