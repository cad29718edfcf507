//! The reader of ELF files, for both machines that have them.
#![no_main]

use asmkit::elf;
use libfuzzer_sys::fuzz_target;

/// Source: System V ABI, MIPS supplement, and RISC-V ELF psABI: `EM_MIPS` and `EM_RISCV`.
const MACHINES: [(&str, u16); 2] = [("mips32", 8), ("riscv32", 243)];

fuzz_target!(|bytes: &[u8]| {
    let _ = elf::machine(bytes).map_err(|error| error.to_string());
    for (isa, machine) in MACHINES {
        let _ = elf::read(bytes, isa, machine).map_err(|error| error.to_string());
    }
});
