//! The PDP-10 (KA10) in user mode, its assembler MIDAS, and ITS as a program sees it.
//!
//! Numbers of the machine are octal, as its manuals print them.
//!
//! ```
//! use asmkit::{NoLibrary, Sources};
//! use machine::{Host, Machine as _, Stop};
//! use pdp10::{Options, Pdp10, assembler};
//!
//! let options = Options::default();
//! let mut sources = Sources::new();
//! let file = sources.add("sum.mid", b"GO: .LOGOUT 1,\n END GO\n");
//! let program = assembler::assemble(&mut sources, &[file], &options, &NoLibrary).unwrap();
//!
//! let mut machine = Pdp10::new(options);
//! machine.load(&program.assembly.image).unwrap();
//! let stop = machine.run(&mut Host::default(), 1_000_000, &mut ());
//! assert_eq!(stop, Stop::Exit { status: 0 });
//! assert_eq!(machine.counts().instructions, 1);
//! ```
//!
//! `examples/pdp10_sum.rs` shows what a program printed.

pub mod assembler;
pub mod binary;
pub mod files;
pub mod isa;
pub mod its;
pub mod text;

mod advice;
mod architecture;
mod cpu;
mod engine;
mod memory;
mod options;
mod pdp10;
mod spec;
mod symbolic;
mod type340;
mod word;

pub use self::architecture::{ARCHITECTURE, LANGUAGES};
pub use memory::PAGE_WORDS;
pub use options::{Options, System};
pub use pdp10::Pdp10;
pub use word::Word36;
