//! ROM functions that call functions of the program: they are instructions, and cost what those cost.
//!
//! The source is `tests/rom/qsort.s`; a test assembles it and compares the words.

use crate::cpu::Cpu;

/// Address of `qsort`, in a part of the ROM that is memory.
pub(crate) const QSORT: u32 = 0x4005_f000;

/// Sorts by insertion: base in `a0`, number in `a1`, bytes of each in `a2`, comparison in `a3`.
#[rustfmt::skip]
pub(crate) const QSORT_WORDS: &[u32] = &[
    0xfe01_0113, 0x0011_2023, 0x0081_2223, 0x0091_2423, 0x0121_2623, 0x0131_2823, 0x0141_2a23, 0x0151_2c23,
    0x02c5_84b3, 0x0005_0413, 0x00a4_84b3, 0x0006_0913, 0x0006_8993, 0x0124_0a33, 0x049a_7c63, 0x000a_0a93,
    0x048a_8463, 0x412a_8533, 0x000a_8593, 0x0009_80e7, 0x02a0_5c63, 0x000a_8313, 0x412a_8ab3, 0x000a_8293,
    0x0009_0393, 0x0002_ce03, 0x0003_4e83, 0x01d2_8023, 0x01c3_0023, 0x0012_8293, 0x0013_0313, 0xfff3_8393,
    0xfe03_92e3, 0xfbdf_f06f, 0x012a_0a33, 0xfadf_f06f, 0x0001_2083, 0x0041_2403, 0x0081_2483, 0x00c1_2903,
    0x0101_2983, 0x0141_2a03, 0x0181_2a83, 0x0201_0113, 0x0000_8067,
];

/// Stores the instructions.
pub(crate) fn place(cpu: &mut Cpu) {
    for (address, word) in (QSORT..).step_by(4).zip(QSORT_WORDS) {
        // The map has memory there.
        let _ = cpu.memory.place(address, &word.to_le_bytes());
    }
}
