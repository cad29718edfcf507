//! Rules for calls on a machine, from its specification.

use crate::target::{AnyMachine, Target};
use machine::{CallFlow, Machine as _, Spec};

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
    pub fn flow(&self, text: &str) -> CallFlow {
        (self.spec.syntax.flow)(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_returns_are_recognised() {
        let cases = [
            ("mars", "jal 0x00400010", CallFlow::Call),
            ("mars", "jalr $ra, $t0", CallFlow::Call),
            ("mars", "bgezal $t0, 0x00400010", CallFlow::Call),
            ("mars", "jr $ra", CallFlow::Return),
            ("mars", "beq $a0, $zero, 0x00400010", CallFlow::Other),
            ("rars", "jal ra, 0x00400010", CallFlow::Call),
            ("rars", "jal zero, 0x00400010", CallFlow::Other),
            ("rars", "jalr ra, 0(t0)", CallFlow::Call),
            ("rars", "jalr zero, 0(ra)", CallFlow::Return),
            ("gnu", "c.jr ra", CallFlow::Return),
            ("midas", "PUSHJ 17,120", CallFlow::Call),
            ("midas", "POPJ 17,", CallFlow::Return),
            ("midas", "JRST @120", CallFlow::Return),
            ("midas", "JRST 120", CallFlow::Other),
            ("midas", "JRST (3)", CallFlow::Return),
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
