//! The switches of the RISC-V, a row each.

use architecture::{Row, Takes};

use crate::{Board, Layout, Options, Profile, System};

const RARS: &[&str] = &["rars"];

/// Where things lie, as switches and notes spell it.
const LAYOUTS: [(&str, Layout); 3] = [
    ("default", Layout::Default),
    ("compact-data-at-zero", Layout::CompactDataAtZero),
    ("compact-text-at-zero", Layout::CompactTextAtZero),
];

type Own = Row<Options>;

pub(super) static SWITCHES: &[Row<Options>] = &[
    Own::new("board", "The board to run on", |options, value| {
        if value == "esp32c3" && options.board.is_none() {
            *options = Options { board: Some(Board::Esp32c3), ..Options::esp32c3() };
        }
    })
    .takes(Takes::AnyOf(&[(
        "esp32c3",
        "Espressif's ESP32-C3: RV32IMC, its memory map and devices",
    )]))
    .needs("gnu", "a board is programmed in the GNU dialect: leave --dialect out")
    .kept(|options| if options.board.is_some() { "esp32c3" } else { "none" }.to_owned()),
    Own::new(
        "bare",
        "on RISC-V no system at all: machine mode, and memory from 0x80000000",
        |options, value| set_system(options, value, System::Bare),
    )
    .kept(|options| (options.system == System::Bare).to_string()),
    Own::new(
        "linux-calls",
        "System calls of Linux instead of the simulator's",
        |options, value| set_system(options, value, System::Linux),
    )
    .kept(|options| (options.system == System::Linux).to_string()),
    Own::new(
        "arch",
        "What the RISC-V processor has, such as rv32im or rv32imafdc_zba",
        |options, value| {
            // Boards and simulators have more than their architecture's name says.
            let told = Profile::named(value);
            let other = told.filter(|told| told.to_string() != options.profile.to_string());
            options.profile = other.unwrap_or(options.profile);
        },
    )
    .takes(Takes::Text("ARCH", |name| {
        let unknown =
            || format!("`{name}` is not rv32i with letters of imafdc, then _zba, _zbb, _zbc, _zbs");
        Profile::named(name).is_none().then(unknown)
    }))
    .kept(|options| options.profile.to_string()),
    Own::new(
        "strict-align",
        "Loads and stores fault at addresses that are no multiple of their size (RISC-V; always so \
         in RARS)",
        |options, value| options.strict_align = is_on(value),
    )
    .kept(|options| options.strict_align.to_string()),
    Own::new(
        "strict-mmio",
        "Registers of a board that nothing is known of fault instead of reading zero",
        |options, value| options.strict_mmio = is_on(value),
    )
    .kept(|options| options.strict_mmio.to_string()),
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
    .tells(RARS),
    Own::new(
        "no-pseudo",
        "Only real machine instructions (mars and rars np, spim -nopseudo)",
        |options, value| options.pseudo = !is_on(value),
    ),
    Own::new(
        "no-relax",
        "Leave calls and addresses as long as the source has them (GNU dialect)",
        |options, value| options.relax = !is_on(value),
    ),
    Own::new(
        "warnings-are-errors",
        "Warnings of the assembler are errors (mars and rars we)",
        |options, value| options.warnings_are_errors = is_on(value),
    )
    .tells(RARS),
    Own::new("memory", "Where text, data and stack lie (mars and rars mc)", |options, value| {
        let layout = LAYOUTS.iter().find(|(name, _)| *name == value);
        options.layout = layout.map_or(Layout::Default, |(_, layout)| *layout);
    })
    .takes(Takes::OneOf(&[
        ("default", "Text at 0x00400000, data at 0x10010000"),
        ("compact-data-at-zero", "The small memory of MARS and RARS with data at 0"),
        ("compact-text-at-zero", "The small memory of MARS and RARS with text at 0"),
    ]))
    .tells(RARS)
    .kept(|options| {
        let layout = LAYOUTS.iter().find(|(_, layout)| *layout == options.layout);
        layout.map_or("default", |(name, _)| name).to_owned()
    }),
];

fn is_on(value: &str) -> bool {
    value == "true"
}

/// Another system in place of the dialect's; a program without any may write its text.
fn set_system(options: &mut Options, value: &str, system: System) {
    if is_on(value) {
        options.system = system;
        options.self_modifying |= system == System::Bare;
    }
}

#[cfg(test)]
mod tests {
    use architecture::{note, noted};

    use super::*;
    use crate::Dialect;

    #[test]
    fn a_note_keeps_what_a_program_must_know() {
        let rars = Options {
            layout: Layout::CompactDataAtZero,
            self_modifying: true,
            ..Options::of(Dialect::Rars)
        };
        let small = Options {
            profile: Profile::named("rv32ic").unwrap(),
            strict_align: true,
            system: System::Bare,
            ..Options::of(Dialect::Gnu)
        };
        let venus = Options::of(Dialect::Venus);
        let board = Options { strict_mmio: true, ..Options::esp32c3() };
        for options in [rars, small, venus, board, Options::bare()] {
            let told =
                noted(SWITCHES, &note(SWITCHES, &options, ""), |_| Options::of(options.dialect));
            assert_eq!(told, options);
        }
    }
}
