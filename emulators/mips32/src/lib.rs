//! MIPS32 with the behaviour of SPIM and MARS: processor, assembler and system calls.
//!
//! ```
//! use asmkit::{NoLibrary, Sources};
//! use machine::{Host, Machine as _, Stop};
//! use mips32::{Dialect, Mips32, Options, assembler};
//!
//! let options = Options::of(Dialect::Mars);
//! let mut sources = Sources::new();
//! let file = sources.add("sum.s", b"main: li $v0, 10\n syscall\n");
//! let program = assembler::assemble(&mut sources, &[file], &options, &NoLibrary).unwrap();
//!
//! let mut machine = Mips32::new(options);
//! machine.load(&program.image).unwrap();
//! let stop = machine.run(&mut Host::default(), 1_000_000, &mut ());
//! assert_eq!(stop, Stop::Exit { status: 0 });
//! assert_eq!(machine.counts().instructions, 2);
//! ```
//!
//! `examples/mips32_sum.rs` shows the output of a program.

pub mod assembler;
pub mod isa;

mod advice;
mod architecture;
mod cpu;
mod engine;
mod exception;
mod memory;
mod mips32;
mod options;
mod spec;
mod system;

pub use self::architecture::{ARCHITECTURE, LANGUAGES};
pub use mips32::Mips32;
pub use options::{Calls, Dialect, Handler, Layout, Options};
