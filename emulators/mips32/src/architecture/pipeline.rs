//! The cycle model `r3000` as a pipeline.

use architecture::{Delays, Pipeline};

use crate::cpu::OTHER_REGISTERS;
use crate::engine::flow::analyse;
use crate::engine::timing::Cost;
use crate::isa::{REGISTERS, decode::decode};

/// The pipeline of the R3000.
pub(super) static R3000: Pipeline = Pipeline { model: "r3000", awaited: "HI and LO", delays };

fn delays(pc: u64, word: u64, next: u64) -> Delays {
    let (pc, word, next) = (pc as u32, word as u32, next as u32);
    let Some((row, op)) = decode(word, pc) else { return Delays::default() };
    let flow = analyse(row, &op);
    let after = decode(next, pc.wrapping_add(4));
    let reads = after.map_or(0, |(row, op)| analyse(row, &op).reads());
    let alone = Cost::of(row.class, &flow, 0).cycles;
    let stalls = Cost::of(row.class, &flow, reads).cycles > alone;
    let slot = (flow.writes() & reads).trailing_zeros() as usize;
    let other = || OTHER_REGISTERS.iter().find(|(_, other)| usize::from(*other) == slot);
    let name = REGISTERS.get(slot).copied().or_else(|| other().map(|(name, _)| *name));
    Delays { execution: u64::from(alone) - 1, loaded: name.filter(|_| stalls) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_those_of_the_model() {
        let delays = |word, next| (R3000.delays)(0x0040_0000, word, next);
        let none = Delays::default();
        // lw $t0, 0($t1); addu $t2, $t0, $t1 and addu $t2, $t1, $t1
        let (lw, uses, other) = (0x8d28_0000, 0x0109_5021, 0x0129_5021);
        assert_eq!(delays(lw, uses), Delays { loaded: Some("t0"), ..none });
        assert_eq!(delays(lw, other), none);
        assert_eq!(delays(uses, uses), none, "an arithmetic result is forwarded");
        // lwc1 $f2, 0($t1); add.s $f0, $f2, $f4
        assert_eq!(delays(0xc522_0000, 0x4604_1000), Delays { loaded: Some("f2"), ..none });
        // mul $t0, $t1, $t2 takes 12 cycles, div.d $f0, $f2, $f4 19, and mult runs in parallel with the pipeline.
        assert_eq!(delays(0x712a_4002, uses), Delays { execution: 11, ..none });
        assert_eq!(delays(0x4624_1003, other), Delays { execution: 18, ..none });
        assert_eq!(delays(0x012a_0018, other), none);
    }
}
