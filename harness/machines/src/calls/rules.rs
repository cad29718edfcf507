//! Rules for calls on a machine, from its specification.

use crate::target::{AnyMachine, Target};
use machine::{Flow, Machine as _, Spec};

/// Rules for calls on a machine.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    spec: &'static Spec,
    /// Number of delay slots after a call.
    pub slots: u64,
    /// Number of possible return addresses: 1, or 2 if a subroutine may skip an instruction.
    pub returns: u64,
    /// Register that counts calls on a machine without call instructions.
    pub depth: Option<&'static str>,
    /// Whether the program is a script: several cells per line, and a cell may use more than one
    /// unit of the budget.
    pub is_script: bool,
}

impl Rules {
    /// Rules of a machine.
    #[must_use]
    pub fn of(target: &Target, machine: &AnyMachine) -> Rules {
        let spec = target.spec();
        let mut registers = machine.registers().into_iter().map(|(name, _)| name);
        Rules {
            spec,
            slots: target.delay_slots(),
            returns: spec.syntax.returns,
            depth: registers.find(|name| spec.syntax.depth == Some(name)),
            is_script: spec.syntax.place.is_some(),
        }
    }

    /// Kind of control flow of a disassembled instruction.
    #[must_use]
    pub fn flow(&self, text: &str) -> Flow {
        (self.spec.syntax.flow)(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_returns_are_recognised() {
        let cases = [
            ("mars", "jal 0x00400010", Flow::Call),
            ("mars", "jalr $ra, $t0", Flow::Call),
            ("mars", "bgezal $t0, 0x00400010", Flow::Call),
            ("mars", "jr $ra", Flow::Return),
            ("mars", "beq $a0, $zero, 0x00400010", Flow::Other),
            ("rars", "jal ra, 0x00400010", Flow::Call),
            ("rars", "jal zero, 0x00400010", Flow::Other),
            ("rars", "jalr ra, 0(t0)", Flow::Call),
            ("rars", "jalr zero, 0(ra)", Flow::Return),
            ("gnu", "c.jr ra", Flow::Return),
            ("midas", "PUSHJ 17,120", Flow::Call),
            ("midas", "POPJ 17,", Flow::Return),
            ("midas", "JRST @120", Flow::Return),
            ("midas", "JRST 120", Flow::Other),
            ("midas", "JRST (3)", Flow::Return),
        ];
        for (dialect, text, flow) in cases {
            let target = Target::of(dialect).unwrap();
            let rules = Rules::of(&target, &target.machine());
            assert_eq!(rules.flow(text), flow, "{text}");
        }
    }

    #[test]
    fn slots_and_depth_are_found() {
        let bare = Target::named("mips32", "mars", &["delayed-branches".to_owned()]).unwrap();
        assert_eq!(Rules::of(&bare, &bare.machine()).slots, 1);
        let script = Target::of("spl").unwrap();
        assert_eq!(Rules::of(&script, &script.machine()).depth, Some("depth"));
    }
}
