//! Line of a call that printed or changed memory.

use machine::{AnyMachine, Host, Machine as _, Stop};

use super::Call;
use crate::rig::{Fill, Rig, gate_of};

/// Instructions that are run one by one to find it.
const MOST_STEPS: u64 = 2_000_000;

impl Rig<'_> {
    /// Line of the student's that printed the byte of this number, or that called a function which did.
    pub(crate) fn printed_in(&mut self, call: &Call<'_>, byte: usize) -> Option<u32> {
        self.first_line(call, |_, host| host.output.bytes().len() > byte)
    }

    /// Line of the student's that changed a unit of memory first, or that called a function which did.
    pub(crate) fn written_in(&mut self, call: &Call<'_>, at: u64) -> Option<u32> {
        let before = self.machine.peek(at);
        self.first_line(call, |machine, _| machine.peek(at) != before)
    }

    /// The student's line after which an effect shows first.
    fn first_line(
        &mut self,
        call: &Call<'_>,
        is_seen: impl Fn(&AnyMachine, &Host) -> bool,
    ) -> Option<u32> {
        self.prepare(call.contract, call.entry, call.case, Fill::Zeros, call.number);
        let mut host = self.host();
        let (mut line, mut found) = (None, None);
        for _ in 0..call.budget.min(MOST_STEPS) {
            let pc = self.machine.pc();
            if gate_of(self.gate, self.step, pc, false).is_some() {
                break;
            }
            line = self.line(pc).or(line);
            let stop = self.machine.run(&mut host, 1, &mut ());
            if is_seen(&self.machine, &host) {
                found = line;
                break;
            }
            if stop != Stop::Budget {
                break;
            }
        }
        self.renew();
        found
    }

    /// The line of an instruction of the student's.
    pub(crate) fn line(&self, pc: u64) -> Option<u32> {
        let line = self.image.line(pc)?;
        match line.used_at {
            Some((file, number)) if file == self.student.0 => Some(number),
            _ => (line.file == self.student.0).then_some(line.line),
        }
    }
}
