//! MIDAS, and the listing and file that it writes even after errors.
#![no_main]

use isagrid_fuzz::assembles;
use libfuzzer_sys::fuzz_target;
use pdp10::{Options, assembler};

fuzz_target!(|bytes: &[u8]| {
    assembles(bytes, |sources, files, none| {
        assembler::assemble(sources, files, &Options::default(), none)
    });
});
