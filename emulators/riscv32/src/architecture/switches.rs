//! The switches of the RISC-V, a row each.

use architecture::family::{self, Layout};
use architecture::{Row, Takes};

use crate::{Board, Options, Profile, System};

const RARS: &[&str] = &["rars"];
const VENUS: &[&str] = &["venus"];
const GNU: &[&str] = &["gnu"];
const RARS_OR_GNU: &[&str] = &["rars", "gnu"];

pub(super) static SWITCHES: &[Row<Options>] = &[
    Row::text("board", "The board to run on", BOARDS, |options: &mut Options, value| {
        if value == "esp32c3" && options.board.is_none() {
            *options = Options { board: Some(Board::Esp32c3), ..Options::esp32c3() };
        }
    })
    .of(GNU)
    .decides()
    .kept_text(|options| if options.board.is_some() { "esp32c3" } else { "none" }),
    Row::on(
        "bare",
        "on RISC-V no system at all: machine mode, and memory from 0x80000000",
        |options: &mut Options, on| set_system(options, on, System::Bare),
    )
    .kept(|options| options.system == System::Bare),
    family::linux_calls(
        |options: &mut Options, on| set_system(options, on, System::Linux),
        |options| options.system == System::Linux,
    )
    .of(&["rars", "venus"])
    .always_in(GNU),
    Row::text(
        "arch",
        "What the RISC-V processor has, such as rv32im or rv32imafdc_zba",
        PROFILES,
        |options: &mut Options, value| {
            // Boards and simulators have more than their architecture's name says.
            let told = Profile::named(value);
            let other = told.filter(|told| told.to_string() != options.profile.to_string());
            options.profile = other.unwrap_or(options.profile);
        },
    )
    .kept_made(|options| options.profile.to_string()),
    Row::on(
        "strict-align",
        "Loads and stores fault at addresses that are no multiple of their size (RISC-V; always so \
         in RARS)",
        |options: &mut Options, on| options.strict_align = on,
    )
    .of(&["gnu", "venus"])
    .always_in(RARS)
    .kept(|options| options.strict_align),
    Row::on(
        "strict-mmio",
        "Registers of a board that nothing is known of fault instead of reading zero",
        |options: &mut Options, on| options.strict_mmio = on,
    )
    .of(GNU)
    .with("board")
    .kept(|options| options.strict_mmio),
    family::self_modifying(
        |options: &mut Options, on| options.self_modifying = on,
        |options| options.self_modifying,
    )
    .of(RARS_OR_GNU)
    .always_in(VENUS),
    family::start_at_main(RARS_OR_GNU, |options: &mut Options, on| options.start_at_main = on),
    family::no_pseudo(|options: &mut Options, on| options.pseudo = !on).of(RARS),
    Row::on(
        "no-relax",
        "Leave calls and addresses as long as the source has them (GNU dialect)",
        |options: &mut Options, on| options.relax = !on,
    )
    .of(GNU)
    .of_assembler(),
    family::warnings_are_errors(RARS_OR_GNU, |options: &mut Options, on| {
        options.warnings_are_errors = on;
    }),
    family::memory(
        RARS,
        |options: &mut Options, name| options.layout = Layout::named(name),
        |options| options.layout.name(),
    ),
];

const BOARDS: Takes =
    Takes::AnyOf(&[("esp32c3", "Espressif's ESP32-C3: RV32IMC, its memory map and devices")]);

const PROFILES: Takes = Takes::Text("ARCH", |name| {
    let unknown =
        || format!("`{name}` is not rv32i with letters of imafdc, then _zba, _zbb, _zbc, _zbs");
    Profile::named(name).is_none().then(unknown)
});

/// Another system in place of the dialect's; a program without any may write its text.
fn set_system(options: &mut Options, on: bool, system: System) {
    if on {
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
