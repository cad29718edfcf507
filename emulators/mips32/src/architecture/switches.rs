//! The switches of the MIPS32, one per row.

use architecture::Row;
use architecture::family::{self, Layout};

use crate::{Calls, Handler, Options};

const MARS: &[&str] = &["mars"];
const SPIM: &[&str] = &["spim"];

pub(super) static SWITCHES: &[Row<Options>] = &[
    Row::on(
        "delayed-branches",
        "Branch after the next instruction has run (mars db, spim -delayed_branches)",
        |options: &mut Options, on| options.delayed_branches = on,
    )
    .kept(|options| options.delayed_branches),
    Row::on(
        "delayed-loads",
        "Change a loaded register after the next instruction has run (spim -delayed_loads)",
        |options: &mut Options, on| options.delayed_loads = on,
    )
    .of(SPIM)
    .kept(|options| options.delayed_loads),
    Row::on("big-endian", "Use big-endian byte order (MIPS)", |options: &mut Options, on| {
        options.big_endian = on
    })
    .of_assembler(),
    family::self_modifying(
        |options: &mut Options, on| options.self_modifying = on,
        |options| options.self_modifying,
    )
    .of(MARS)
    .always_in(SPIM),
    family::start_at_main(MARS, |options: &mut Options, on| options.start_at_main = on)
        .always_in(SPIM),
    family::no_pseudo(|options: &mut Options, on| options.pseudo = !on),
    Row::on(
        "bare",
        "Use SPIM's bare machine: no pseudo-instructions, delayed branches and loads (spim -bare)",
        bare,
    )
    .of(SPIM)
    .kept(|options| options.bare),
    Row::on(
        "no-handler",
        "Leave out start-up code and exception handler (spim -noexception)",
        |options: &mut Options, on| {
            options.handler = if on { Handler::None } else { Handler::Default };
        },
    )
    .of(SPIM)
    .kept(|options| options.handler == Handler::None),
    Row::on(
        "mapped-io",
        "Connect receiver and transmitter at 0xffff0000 to input and output (spim -mapped_io; \
         Keyboard and Display tool of mars)",
        |options: &mut Options, on| options.mapped_io = on,
    )
    .kept(|options| options.mapped_io),
    family::linux_calls(
        |options: &mut Options, on| {
            options.calls = if on { Calls::Linux } else { Calls::Dialect };
        },
        |options| options.calls == Calls::Linux,
    ),
    family::warnings_are_errors(MARS, |options: &mut Options, on| {
        options.warnings_are_errors = on;
    }),
    family::memory(
        MARS,
        |options: &mut Options, name| options.layout = Layout::named(name),
        |options| options.layout.name(),
    ),
];

/// Sets the options of the bare machine; turning it off keeps the other options.
fn bare(options: &mut Options, on: bool) {
    options.bare = on;
    if on {
        (options.delayed_branches, options.delayed_loads) = (true, true);
        options.pseudo = false;
    }
}

#[cfg(test)]
mod tests {
    use architecture::{note, noted};

    use super::*;
    use crate::Dialect;

    #[test]
    fn a_note_keeps_what_a_program_must_know() {
        for dialect in [Dialect::Mars, Dialect::Spim] {
            let options = Options {
                delayed_branches: true,
                mapped_io: true,
                layout: Layout::CompactTextAtZero,
                handler: Handler::None,
                calls: Calls::Linux,
                ..Options::of(dialect)
            };
            let name = if dialect == Dialect::Spim { "spim" } else { "mars" };
            let restored = noted(SWITCHES, &note(SWITCHES, &options, name), |dialect_name| {
                assert_eq!(dialect_name, Some(name));
                Options::of(dialect)
            });
            assert_eq!(restored, options);
        }
    }
}
