//! SPL, the language of esProc: programs that are grids of cells.
//!
//! ```
//! use esproc::{Esproc, Options, Script};
//! use machine::{Host, Machine as _, Stop};
//!
//! let script = Script::parse("=1+2\t=A1*A1\n").unwrap();
//! let mut machine = Esproc::new(Options::default());
//! machine.load(&script.image("square.spl")).unwrap();
//! let stop = machine.run(&mut Host::default(), 1_000_000, &mut ());
//! assert_eq!(stop, Stop::Exit { status: 0 });
//! assert_eq!(machine.cell("B1").as_deref(), Some("9"));
//! assert_eq!(machine.counts().instructions, 2);
//! ```
//!
//! `examples/esproc_sum.rs` shows how to get the output of a script.
//!
//! A [`Script`] is parsed from text (rows are lines, cells are separated by tabs), checked as a
//! whole, and made into an image for the machine [`Esproc`]. The crate supports the part of the
//! language that a grid solver needs; [`page()`] lists it.
//!
//! `grid` reads the cells and finds their blocks, `syntax` parses expressions, and `compile` turns
//! them into steps for the stack machine in `esproc`, whose values (`value`) are on their own heap.
//! A `script` is a compiled grid. Nothing recurses on the host's stack while a program runs.

mod architecture;
mod code;
mod compile;
mod esproc;
mod functions;
mod grid;
mod nearest;
mod operators;
mod page;
mod script;
mod spec;
mod syntax;
mod value;

pub use self::architecture::{ARCHITECTURE, LANGUAGES};
pub use esproc::{Esproc, Options};
pub use grid::ScriptError;
pub use page::page;
pub use script::Script;
