//! Start addresses of the sections of a program.

use asmkit::program::{Bases, Program};

use crate::options::{Dialect, Layout, Options};

#[rustfmt::skip]
const DEFAULT: Bases = Bases {
    text: 0x0040_0000, data: 0x1001_0000, external: 0x1000_0000, kernel_text: 0x8000_0000, kernel_data: 0x9000_0000,
};

#[rustfmt::skip]
const DATA_AT_ZERO: Bases =
    Bases { text: 0x3000, data: 0, external: 0x1000, kernel_text: 0x4000, kernel_data: 0x5000 };

const TEXT_AT_ZERO: Bases = Bases { text: 0, data: 0x2000, ..DATA_AT_ZERO };

/// Start addresses of the sections.
pub(crate) fn bases(options: &Options) -> Bases {
    match options.layout {
        Layout::CompactDataAtZero => DATA_AT_ZERO,
        Layout::CompactTextAtZero => TEXT_AT_ZERO,
        Layout::Default if options.dialect == Dialect::Spim && options.bare => {
            Bases { data: 0x1000_0000, ..DEFAULT }
        }
        Layout::Default => DEFAULT,
    }
}

/// Creates an empty program.
pub(crate) fn program(options: &Options) -> Program {
    Program::new("mips32", options.big_endian, bases(options))
}
