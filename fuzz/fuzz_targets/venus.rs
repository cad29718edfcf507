//! The assembler of RISC-V in its Venus dialect.
#![no_main]

use isagrid_fuzz::assembles;
use libfuzzer_sys::fuzz_target;
use riscv32::{Dialect, Options};

fuzz_target!(|bytes: &[u8]| {
    let options = Options::of(Dialect::Venus);
    assembles(bytes, |sources, files, none| {
        riscv32::assembler::assemble(sources, files, &options, none)
    });
});
