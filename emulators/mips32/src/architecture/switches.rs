//! The switches of the MIPS32, a row each.

use architecture::{Row, Takes};

use crate::{Calls, Handler, Layout, Options};

const MARS: &[&str] = &["mars"];
const SPIM: &[&str] = &["spim"];

/// Where things lie, as switches and notes spell it.
const LAYOUTS: [(&str, Layout); 3] = [
    ("default", Layout::Default),
    ("compact-data-at-zero", Layout::CompactDataAtZero),
    ("compact-text-at-zero", Layout::CompactTextAtZero),
];

type Own = Row<Options>;

pub(super) static SWITCHES: &[Row<Options>] = &[
    Own::new(
        "delayed-branches",
        "A branch takes effect after the next instruction (mars db, spim -delayed_branches)",
        |options, value| options.delayed_branches = is_on(value),
    )
    .kept(|options| options.delayed_branches.to_string()),
    Own::new(
        "delayed-loads",
        "A loaded register changes after the next instruction (spim -delayed_loads)",
        |options, value| options.delayed_loads = is_on(value),
    )
    .tells(SPIM)
    .kept(|options| options.delayed_loads.to_string()),
    Own::new("big-endian", "Bytes of a word from the highest down (MIPS)", |options, value| {
        options.big_endian = is_on(value);
    }),
    Own::new(
        "self-modifying",
        "The program may write its own text (mars and rars smc; always so in SPIM)",
        |options, value| options.self_modifying = is_on(value),
    )
    .kept(|options| options.self_modifying.to_string()),
    Own::new(
        "start-at-main",
        "Start at the global label main (mars and rars sm; always so in SPIM)",
        |options, value| options.start_at_main = is_on(value),
    )
    .tells(MARS),
    Own::new(
        "no-pseudo",
        "Only real machine instructions (mars and rars np, spim -nopseudo)",
        |options, value| options.pseudo = !is_on(value),
    ),
    Own::new(
        "bare",
        "SPIM's bare machine: no pseudo-instructions, delayed branches and loads (spim -bare)",
        bare,
    )
    .tells(SPIM)
    .kept(|options| options.bare.to_string()),
    Own::new(
        "no-handler",
        "Neither start-up code nor exception handler (spim -noexception)",
        |options, value| {
            options.handler = if is_on(value) { Handler::None } else { Handler::Default };
        },
    )
    .tells(SPIM)
    .kept(|options| (options.handler == Handler::None).to_string()),
    Own::new(
        "mapped-io",
        "Receiver and transmitter at 0xffff0000 (spim -mapped_io; the Keyboard and Display tool of \
         mars)",
        |options, value| options.mapped_io = is_on(value),
    )
    .kept(|options| options.mapped_io.to_string()),
    Own::new(
        "linux-calls",
        "System calls of Linux instead of the simulator's",
        |options, value| {
            options.calls = if is_on(value) { Calls::Linux } else { Calls::Dialect };
        },
    )
    .kept(|options| (options.calls == Calls::Linux).to_string()),
    Own::new(
        "warnings-are-errors",
        "Warnings of the assembler are errors (mars and rars we)",
        |options, value| options.warnings_are_errors = is_on(value),
    )
    .tells(MARS),
    Own::new("memory", "Where text, data and stack lie (mars and rars mc)", |options, value| {
        let layout = LAYOUTS.iter().find(|(name, _)| *name == value);
        options.layout = layout.map_or(Layout::Default, |(_, layout)| *layout);
    })
    .takes(Takes::OneOf(&[
        ("default", "Text at 0x00400000, data at 0x10010000"),
        ("compact-data-at-zero", "The small memory of MARS and RARS with data at 0"),
        ("compact-text-at-zero", "The small memory of MARS and RARS with text at 0"),
    ]))
    .tells(MARS)
    .kept(|options| {
        let layout = LAYOUTS.iter().find(|(_, layout)| *layout == options.layout);
        layout.map_or("default", |(name, _)| name).to_owned()
    }),
];

fn is_on(value: &str) -> bool {
    value == "true"
}

/// The bare machine; who says that it is not keeps what else was said.
fn bare(options: &mut Options, value: &str) {
    options.bare = is_on(value);
    if options.bare {
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
            let told = noted(SWITCHES, &note(SWITCHES, &options, name), |told| {
                assert_eq!(told, Some(name));
                Options::of(dialect)
            });
            assert_eq!(told, options);
        }
    }
}
