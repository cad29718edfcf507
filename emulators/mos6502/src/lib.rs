//! The 6502 and the 65C02, with exact cycles, the dialects of ca65 and of MOS, and the systems of
//! sim65 and of py65mon.
//!
//! The instructions are in `isa/table.rs`; `machine` has the memory and the devices, `system` the
//! calls of sim65, `files` the formats of programs.

pub mod cycles;

mod architecture;
mod dialects;
mod files;
mod isa;
mod machine;
mod options;
mod page;
mod system;

pub use self::architecture::ARCHITECTURE;
pub use self::dialects::LANGUAGES;
