//! How calls are made on a machine, as its contract says.

use crate::target::{AnyMachine, Target};
use machine::{Flow, Machine as _, Spec};

/// How calls are made on a machine.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    spec: &'static Spec,
    /// Instructions behind a call that run before the subroutine does.
    pub slots: u64,
    /// How many places behind the call a subroutine may come back to: the next instruction, or that
    /// behind it.
    pub returns: u64,
    /// The register that counts calls where no instruction calls.
    pub depth: Option<&'static str>,
    /// Whether the program is a script, whose cells are more to a line and may cost more of a budget
    /// than one.
    pub is_script: bool,
}

impl Rules {
    /// The rules of a machine.
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

    /// What the instruction of this text does.
    #[must_use]
    pub fn flow(&self, text: &str) -> Flow {
        (self.spec.syntax.flow)(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_returns_are_known_by_their_names() {
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
