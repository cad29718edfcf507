//! The machine and its assemblers through their public interface.

mod assembler_robust;
mod calls;
mod cases;
mod edges;
#[path = "../../../machine/tests/support/engines.rs"]
mod engines;
mod exhaustive;
mod memory;
mod observed;
mod peer_qemu;
mod programs;
mod soup_spim;
mod truth_runs;
mod truth_words_mars;
mod truth_words_spim;
mod words;
