//! The machine and its assembler through their public interface.

mod advice;
mod assembler_cases;
mod calls;
mod contract;
#[path = "../../../machine/tests/support/engines.rs"]
mod engines;
mod exhaustive;
mod files;
mod images;
mod its_answers;
mod its_display;
mod its_jobs;
mod its_programs;
mod midas_names;
mod midas_options;
mod observed;
mod peer_simh;
mod round_trip;
mod soup_midas;
mod timing;
mod truth_its;
mod truth_midas;
mod truth_stink;
mod words;
