//! The machine and its assemblers through their public interface.

mod bombs;
mod calls;
mod carryless;
mod cases;
#[path = "../../../machine/tests/support/engines.rs"]
mod engines;
mod esp32c3;
mod esp_hal;
mod observed;
mod peer_gnu;
mod peer_qemu;
mod programs;
mod soup_gnu;
mod soup_rars;
mod soup_venus;
mod traps;
mod truth_encodings;
mod truth_runs;
mod truth_words_rars;
mod truth_words_venus;
mod virt;
mod waits;
mod words;
