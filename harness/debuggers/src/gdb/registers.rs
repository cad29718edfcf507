//! The registers as gdb numbers and names them, told to it as a target description.
//!
//! Source: Debugging with GDB, appendix "Target Descriptions", sections "MIPS Features" and
//! "RISC-V Features".

use std::fmt::Write as _;

use machine::Machine;

/// Where a register's value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// Address of the next instruction.
    Pc,
    /// The machine's register of this name.
    Named(&'static str),
    /// FCSR of MIPS, whose condition bits the machine shows apart.
    MipsFcsr,
    /// A register that is there to be read, and is zero.
    Zero,
}

/// A register as gdb sees it; its number is its index.
#[derive(Debug)]
struct Register {
    name: String,
    source: Source,
    bits: u32,
    /// The type of its description.
    kind: &'static str,
}

/// All registers of a machine.
#[derive(Debug)]
pub(super) struct Registers {
    architecture: &'static str,
    /// Features of the description, each with the number of its first register.
    features: Vec<(&'static str, usize)>,
    registers: Vec<Register>,
    big_endian: bool,
}

/// Condition flags in FCSR: flag 0 is bit 23, the others follow from bit 25.
///
/// Source: MIPS32 Architecture volume I, floating point control and status register.
const FCSR_CONDITIONS: u64 = 0xfe80_0000;

impl Registers {
    /// What gdb is to know of a machine's registers.
    pub(super) fn of(machine: &impl Machine, big_endian: bool) -> Self {
        let riscv = machine.spec().name == "riscv32";
        let architecture = if riscv { "riscv:rv32" } else { "mips:isa32" };
        let (features, registers) = (Vec::new(), Vec::new());
        let mut all = Registers { architecture, features, registers, big_endian };
        let names: Vec<&'static str> = machine.registers().iter().map(|(name, _)| *name).collect();
        match riscv {
            true => all.riscv(&names),
            false => all.mips(&names),
        }
        all
    }

    fn mips(&mut self, names: &[&'static str]) {
        self.feature("org.gnu.gdb.mips.cpu");
        for (number, &name) in names.iter().take(32).enumerate() {
            self.add(&format!("r{number}"), Source::Named(name), 32, "int");
        }
        self.add("lo", Source::Named("lo"), 32, "int");
        self.add("hi", Source::Named("hi"), 32, "int");
        self.add("pc", Source::Pc, 32, "code_ptr");
        self.feature("org.gnu.gdb.mips.cp0");
        for name in ["status", "badvaddr", "cause"] {
            self.add(name, Source::Named(name), 32, "int");
        }
        self.feature("org.gnu.gdb.mips.fpu");
        for &name in names.iter().filter(|name| is_numbered(name)) {
            self.add(name, Source::Named(name), 32, "ieee_single");
        }
        self.add("fcsr", Source::MipsFcsr, 32, "int");
        self.add("fir", Source::Zero, 32, "int");
        self.feature("isagrid.mips.more");
        self.add("epc", Source::Named("epc"), 32, "code_ptr");
    }

    fn riscv(&mut self, names: &[&'static str]) {
        let (general, others) = names.split_at(names.len().min(32));
        self.feature("org.gnu.gdb.riscv.cpu");
        for &name in general {
            self.add(name, Source::Named(name), 32, "int");
        }
        self.add("pc", Source::Pc, 32, "code_ptr");
        let end = others.iter().position(|&name| name == "fcsr");
        let (floats, csrs) = others.split_at(end.unwrap_or(0));
        if !floats.is_empty() {
            self.feature("org.gnu.gdb.riscv.fpu");
        }
        for &name in floats {
            self.add(name, Source::Named(name), 64, "ieee_double");
        }
        if !csrs.is_empty() {
            self.feature("org.gnu.gdb.riscv.csr");
        }
        for &name in csrs {
            self.add(name, Source::Named(name), 32, "int");
        }
    }

    fn feature(&mut self, name: &'static str) {
        self.features.push((name, self.registers.len()));
    }

    fn add(&mut self, name: &str, source: Source, bits: u32, kind: &'static str) {
        self.registers.push(Register { name: name.to_owned(), source, bits, kind });
    }

    /// The target description.
    pub(super) fn description(&self) -> String {
        let mut xml = format!(
            "<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\"><target>\
             <architecture>{}</architecture><osabi>none</osabi>",
            self.architecture
        );
        let ends = self.features.iter().skip(1).map(|(_, first)| *first);
        let ends = ends.chain([self.registers.len()]);
        for (&(feature, first), end) in self.features.iter().zip(ends) {
            let _ = write!(xml, "<feature name=\"{feature}\">");
            for (number, register) in self.registers.iter().enumerate().take(end).skip(first) {
                let Register { name, bits, kind, .. } = register;
                let _ = write!(
                    xml,
                    "<reg name=\"{name}\" bitsize=\"{bits}\" type=\"{kind}\" regnum=\"{number}\"/>"
                );
            }
            xml.push_str("</feature>");
        }
        xml + "</target>"
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.registers.len()
    }

    /// The bytes of a register in the order of the machine; `None` when there is none.
    pub(super) fn read(&self, machine: &impl Machine, number: usize) -> Option<Vec<u8>> {
        let register = self.registers.get(number)?;
        let value = value(machine, register.source)?;
        let mut bytes = value.to_le_bytes()[..register.bits as usize / 8].to_vec();
        if self.big_endian {
            bytes.reverse();
        }
        Some(bytes)
    }

    /// Sets a register from as many bytes as it has; false when it cannot have them.
    pub(super) fn write(&self, machine: &mut impl Machine, number: usize, bytes: &[u8]) -> bool {
        let Some(register) = self.registers.get(number) else { return false };
        if bytes.len() != register.bits as usize / 8 {
            return false;
        }
        let shift = |value: u64, &byte: &u8| value << 8 | u64::from(byte);
        let value = match self.big_endian {
            true => bytes.iter().fold(0, shift),
            false => bytes.iter().rev().fold(0, shift),
        };
        match register.source {
            Source::Pc => {
                machine.set_pc(value);
                true
            }
            Source::Named(name) => machine.set_register(name, value),
            Source::MipsFcsr => {
                let conditions = value >> 23 & 1 | value >> 25 << 1;
                machine.set_register("fcsr", value & !FCSR_CONDITIONS)
                    && machine.set_register("fcc", conditions & 0xff)
            }
            Source::Zero => false,
        }
    }

    /// The bytes each register takes, in order of number.
    pub(super) fn sizes(&self) -> impl Iterator<Item = usize> {
        self.registers.iter().map(|register| register.bits as usize / 8)
    }
}

/// Whether a name is `f` and a number.
fn is_numbered(name: &str) -> bool {
    name.strip_prefix('f').is_some_and(|number| number.parse::<u32>().is_ok())
}

fn value(machine: &impl Machine, source: Source) -> Option<u64> {
    let named = |wanted: &str| {
        machine.registers().into_iter().find(|(name, _)| *name == wanted).map(|(_, value)| value)
    };
    match source {
        Source::Pc => Some(machine.pc()),
        Source::Named(name) => named(name),
        Source::MipsFcsr => {
            let flags = named("fcc")?;
            Some(named("fcsr")? & !FCSR_CONDITIONS | (flags & 1) << 23 | flags >> 1 << 25)
        }
        Source::Zero => Some(0),
    }
}
