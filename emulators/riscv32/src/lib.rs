//! RISC-V of 32 bits: processor, assembler, system calls, and the ESP32-C3 board.

pub mod assembler;
pub mod esp32c3;
pub mod isa;

mod architecture;
mod cpu;
mod csr;
mod engine;
mod memory;
mod options;
mod riscv32;
mod spec;
mod system;

pub use self::architecture::ARCHITECTURE;
pub use options::{Board, Dialect, Layout, Options, Profile, System};
pub use riscv32::Riscv32;
