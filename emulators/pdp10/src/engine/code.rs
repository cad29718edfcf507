//! The program as the plain engine runs it: decoded blocks and their times.

use machine::block_machine::BlockCost;
use machine::blocks::{Blocks, Decoder, Piece};
use machine::threads::Carry;
use machine::{Access, Clock};

use super::fast::{Step, left_undone};
use super::flow::analyse;
use crate::cpu::Cpu;
use crate::isa::Op;
use crate::isa::decode::{Decoded, decode};
use crate::memory::{ACCUMULATORS, WORDS};

/// Blocks of steps, with the minimum time of each part.
pub(crate) type Code = Blocks<Step, Nanos, 0>;

/// Nanoseconds from the start of a block to the end of each step.
#[derive(Debug, Clone, Default)]
pub(crate) struct Nanos {
    /// To the end of the last step.
    whole: u64,
    after: Box<[u32]>,
}

impl Nanos {
    /// Time of the first `steps` steps.
    #[inline(always)]
    pub(crate) fn of(&self, steps: usize) -> u64 {
        self.after[steps - 1].into()
    }
}

impl BlockCost for Nanos {
    #[inline(always)]
    fn pass(&self, clock: &mut Clock) {
        clock.cycles += self.whole;
    }

    #[inline(always)]
    fn pass_first(&self, done: usize, clock: &mut Clock) {
        clock.cycles += self.of(done);
    }
}

/// Memory as the decoder sees it.
pub(crate) struct Reader<'a> {
    pub(crate) cpu: &'a Cpu,
    /// Whether an observer marks an address.
    pub(crate) is_mark: &'a dyn Fn(u32) -> bool,
    pub(crate) carry: Carry,
}

impl Decoder<Step, Nanos> for Reader<'_> {
    /// Instructions in accumulators and the last word of memory belong to the careful engine.
    fn piece(&self, address: u32) -> Option<Piece<Step>> {
        if !(ACCUMULATORS..WORDS as u32 - 1).contains(&address) {
            return None;
        }
        let word = self.cpu.memory.read(address, Access::Fetch).ok()?;
        let (step, ends) = match decode(word, address) {
            None => (Step { thread: left_undone, op: Op::new(word, address) }, true),
            Some(Decoded { opcode, op }) => {
                let op = Op { saved: self.cpu.timing.saved(word) as u16, ..op };
                let flow = analyse(opcode, &op);
                let how = self.carry.next(&flow, op.ac, u8::MAX);
                if flow.stores() {
                    // Accumulators are memory.
                    self.carry.forget();
                }
                let thread = opcode.interpretations.threads[how as usize][op.addressing() as usize];
                (Step { thread, op }, flow.ends_block())
            }
        };
        Some(Piece { step, next: address + 1, ends })
    }

    fn sum(&self, steps: &[Step]) -> Nanos {
        let mut nanos = 0;
        let after = steps.iter().map(|step| {
            nanos += self.cpu.timing.fixed(step.op.word, step.op.address);
            nanos
        });
        let after: Box<[u32]> = after.collect();
        Nanos { whole: nanos.into(), after }
    }

    fn is_mark(&self, address: u32) -> bool {
        (self.is_mark)(address)
    }
}
