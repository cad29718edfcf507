//! 32-bit RISC-V: processor, assembler, system calls, and the ESP32-C3 board.
//!
//! ```
//! use asmkit::{NoLibrary, Sources};
//! use machine::{Host, Machine as _, Stop};
//! use riscv32::{Dialect, Options, Riscv32, assembler};
//!
//! let options = Options::of(Dialect::Rars);
//! let mut sources = Sources::new();
//! let file = sources.add("sum.s", b"main: li a7, 10\n ecall\n");
//! let program = assembler::assemble(&mut sources, &[file], &options, &NoLibrary).unwrap();
//!
//! let mut machine = Riscv32::new(options);
//! machine.load(&program.image).unwrap();
//! let stop = machine.run(&mut Host::default(), 1_000_000, &mut ());
//! assert_eq!(stop, Stop::Exit { status: 0 });
//! assert_eq!(machine.counts().instructions, 2);
//! ```
//!
//! `examples/riscv32_sum.rs` shows how to get the output of a program.

pub mod assembler;
pub mod esp32c3;
pub mod isa;

mod architecture;
mod board;
mod cpu;
mod csr;
mod engine;
mod memory;
mod options;
mod riscv32;
mod spec;
mod system;
mod virt;

pub use self::architecture::{ARCHITECTURE, LANGUAGES};
pub use options::{Board, Dialect, Layout, Options, Profile, System};
pub use riscv32::Riscv32;
