//! Switches shared by MARS and RARS, and so by their machines.

use crate::{Row, Takes};

/// Memory layouts of MARS and RARS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Layout {
    /// Text at 0x00400000, data at 0x10010000, stack below 0x80000000.
    #[default]
    Default,
    /// `CompactDataAtZero`: 32 KiB in all, data first.
    CompactDataAtZero,
    /// `CompactTextAtZero`: 32 KiB in all, text first.
    CompactTextAtZero,
}

/// Names of the layouts, with help.
const LAYOUTS: [(&str, &str); 3] = [
    ("default", "Text at 0x00400000, data at 0x10010000"),
    ("compact-data-at-zero", "The compact memory of MARS and RARS with data at 0"),
    ("compact-text-at-zero", "The compact memory of MARS and RARS with text at 0"),
];

impl Layout {
    /// Layout with this name; the default for an unknown name.
    #[must_use]
    pub fn named(name: &str) -> Self {
        match LAYOUTS.iter().position(|(known, _)| *known == name) {
            Some(1) => Layout::CompactDataAtZero,
            Some(2) => Layout::CompactTextAtZero,
            _ => Layout::Default,
        }
    }

    /// Name in switches and notes.
    #[must_use]
    pub fn name(self) -> &'static str {
        LAYOUTS[self as usize].0
    }
}

/// `--self-modifying`.
#[must_use]
pub const fn self_modifying<O>(set: fn(&mut O, bool), get: fn(&O) -> bool) -> Row<O> {
    let help = "Allow the program to write its own text (mars and rars smc; always on in SPIM)";
    Row::on("self-modifying", help, set).kept(get)
}

/// `--start-at-main`, for these dialects.
#[must_use]
pub const fn start_at_main<O>(dialects: &'static [&'static str], set: fn(&mut O, bool)) -> Row<O> {
    let help = "Start at the global label main (mars and rars sm; always on in SPIM)";
    Row::on("start-at-main", help, set).of(dialects).of_assembler()
}

/// `--no-pseudo`.
#[must_use]
pub const fn no_pseudo<O>(set: fn(&mut O, bool)) -> Row<O> {
    let help = "Accept real machine instructions only (mars and rars np, spim -nopseudo)";
    Row::on("no-pseudo", help, set).of_assembler()
}

/// `--linux-calls`.
#[must_use]
pub const fn linux_calls<O>(set: fn(&mut O, bool), get: fn(&O) -> bool) -> Row<O> {
    Row::on("linux-calls", "Use Linux system calls instead of the simulator's", set).kept(get)
}

/// `--warnings-are-errors`, for these dialects.
#[must_use]
pub const fn warnings_are_errors<O>(
    dialects: &'static [&'static str],
    set: fn(&mut O, bool),
) -> Row<O> {
    let help = "Treat assembler warnings as errors (mars and rars we)";
    Row::on("warnings-are-errors", help, set).of(dialects).of_assembler()
}

/// `--memory`, for these dialects.
#[must_use]
pub const fn memory<O>(
    dialects: &'static [&'static str],
    set: fn(&mut O, &str),
    get: fn(&O) -> &str,
) -> Row<O> {
    let help = "Memory layout of text, data and stack (mars and rars mc)";
    Row::text("memory", help, Takes::OneOf(&LAYOUTS), set).of(dialects).kept_text(get)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_found_by_name() {
        for layout in [Layout::Default, Layout::CompactDataAtZero, Layout::CompactTextAtZero] {
            assert_eq!(Layout::named(layout.name()), layout);
        }
        assert_eq!(Layout::named("elsewhere"), Layout::Default);
    }
}
