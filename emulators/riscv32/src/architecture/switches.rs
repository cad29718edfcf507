//! Table of the RISC-V switches, one row each.

use architecture::family::{self, Layout};
use architecture::{Row, Takes};

use crate::{Board, Options, Profile, System};

const RARS: &[&str] = &["rars"];
const VENUS: &[&str] = &["venus"];
const GNU: &[&str] = &["gnu"];
const RARS_OR_GNU: &[&str] = &["rars", "gnu"];

pub(super) static SWITCHES: &[Row<Options>] = &[
    Row::text("board", "Board to run on", BOARDS, |options: &mut Options, value| match value {
        "esp32c3" if options.board != Some(Board::Esp32c3) => *options = Options::esp32c3(),
        "virt" if options.board != Some(Board::Virt) => *options = Options::virt(),
        _ => {}
    })
    .of(GNU)
    .decides()
    .kept_text(|options| match options.board {
        Some(Board::Esp32c3) => "esp32c3",
        Some(Board::Virt) => "virt",
        None => "none",
    }),
    Row::on(
        "bare",
        "on RISC-V no operating system: machine mode, with memory from 0x80000000",
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
        "Instruction set of the RISC-V processor, such as rv32im or rv32imafdc_zba",
        PROFILES,
        |options: &mut Options, value| {
            // Boards and simulators have properties that their architecture's name does not state.
            let profile = Profile::named(value);
            let other =
                profile.filter(|profile| profile.to_string() != options.profile.to_string());
            options.profile = other.unwrap_or(options.profile);
        },
    )
    .kept_made(|options| options.profile.to_string()),
    Row::on(
        "strict-align",
        "Fault on loads and stores at misaligned addresses (RISC-V; always on in RARS)",
        |options: &mut Options, on| options.strict_align = on,
    )
    .of(&["gnu", "venus"])
    .always_in(RARS)
    .kept(|options| options.strict_align),
    Row::on(
        "strict-mmio",
        "Fault on access to unknown board registers instead of reading zero",
        |options: &mut Options, on| options.strict_mmio = on,
    )
    .of(GNU)
    .with("board")
    .kept(|options| options.strict_mmio),
    Row::text(
        "restarts",
        "Number of resets after which the board starts the program again [default: 3]",
        RESTARTS,
        |options: &mut Options, value| {
            options.restarts = value.parse().unwrap_or(Options::DEFAULT_RESTARTS);
        },
    )
    .of(GNU)
    .with("board"),
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
        "Turn off linker relaxation: keep calls and addresses at full length (GNU dialect)",
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

const BOARDS: Takes = Takes::AnyOf(&[
    ("esp32c3", "Espressif's ESP32-C3: RV32IMC, its memory map and devices"),
    ("virt", "QEMU's virt: RV32 with UART, CLINT, PLIC and 128 MiB at 0x80000000"),
]);

const RESTARTS: Takes = Takes::Text("N", |value| {
    value.parse::<u32>().is_err().then(|| format!("`{value}` is not a number of restarts"))
});

const PROFILES: Takes = Takes::Text("ARCH", |name| {
    let unknown =
        || format!("`{name}` is not rv32i with letters of `mafdc`, then _zba, _zbb, _zbc or _zbs");
    Profile::named(name).is_none().then(unknown)
});

/// Replaces the dialect's system; a program without a system may write its text.
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
        for options in [rars, small, venus, board, Options::bare(), Options::virt()] {
            let read_back =
                noted(SWITCHES, &note(SWITCHES, &options, ""), |_| Options::of(options.dialect));
            assert_eq!(read_back, options);
        }
    }
}
