//! The assembler of MIPS32 in its SPIM dialect.
#![no_main]

use isagrid_fuzz::assembles;
use libfuzzer_sys::fuzz_target;
use mips32::{Dialect, Options};

fuzz_target!(|bytes: &[u8]| {
    let options = Options::of(Dialect::Spim);
    assembles(bytes, |sources, files, none| {
        mips32::assembler::assemble(sources, files, &options, none)
    });
});
