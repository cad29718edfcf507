//! Registers with gdb's numbers and names, sent as a target description.
//!
//! Source: Debugging with GDB, appendix "Target Descriptions".

use std::fmt::Write as _;

use architecture::{Register, Value};
use machine::{AnyMachine, Machine as _};
use targets::target::Target;

/// All registers of a machine; none if gdb does not support it.
#[derive(Debug, Default)]
pub(super) struct Registers {
    architecture: &'static str,
    /// Features of the description, with the number of their first register.
    features: Vec<(&'static str, usize)>,
    registers: Vec<Register>,
    big_endian: bool,
}

impl Registers {
    /// Registers of a machine for gdb; `None` if gdb does not support it.
    pub(super) fn of(target: &Target, machine: &AnyMachine) -> Option<Self> {
        let names: Vec<&'static str> = machine.registers().iter().map(|(name, _)| *name).collect();
        let gdb = target.architecture().gdb(&names)?;
        let (mut features, mut registers) = (Vec::new(), Vec::new());
        for (feature, mut of_feature) in gdb.features {
            features.push((feature, registers.len()));
            registers.append(&mut of_feature);
        }
        let (architecture, big_endian) = (gdb.architecture, target.is_big_endian());
        Some(Registers { architecture, features, registers, big_endian })
    }

    /// Target description.
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

    /// Number of registers.
    pub(super) fn len(&self) -> usize {
        self.registers.len()
    }

    /// Bytes of a register in the machine's byte order; `None` if there is none.
    pub(super) fn read(&self, machine: &AnyMachine, number: usize) -> Option<Vec<u8>> {
        let register = self.registers.get(number)?;
        let value = value(machine, register.value)?;
        let mut bytes = value.to_le_bytes()[..register.bits as usize / 8].to_vec();
        if self.big_endian {
            bytes.reverse();
        }
        Some(bytes)
    }

    /// Sets a register from its number of bytes; false if that is not possible.
    pub(super) fn write(&self, machine: &mut AnyMachine, number: usize, bytes: &[u8]) -> bool {
        let Some(register) = self.registers.get(number) else { return false };
        if bytes.len() != register.bits as usize / 8 {
            return false;
        }
        let shift = |value: u64, &byte: &u8| value << 8 | u64::from(byte);
        let value = if self.big_endian {
            bytes.iter().fold(0, shift)
        } else {
            bytes.iter().rev().fold(0, shift)
        };
        match register.value {
            Value::Pc => {
                machine.set_pc(value);
                true
            }
            Value::Named(name) => machine.set_register(name, value),
            Value::Made { write, .. } => write(machine, value),
        }
    }

    /// Size of each register in bytes, in order of number.
    pub(super) fn sizes(&self) -> impl Iterator<Item = usize> {
        self.registers.iter().map(|register| register.bits as usize / 8)
    }
}

fn value(machine: &AnyMachine, value: Value) -> Option<u64> {
    match value {
        Value::Pc => Some(machine.pc()),
        Value::Named(wanted) => {
            let registers = machine.registers();
            registers.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value)
        }
        Value::Made { read, .. } => read(machine),
    }
}
