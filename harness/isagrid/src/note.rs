//! How a program was assembled, kept as text in [`NOTE_SECTION`](asmkit::elf::NOTE_SECTION) of its
//! ELF file, so that it runs from there as it would from its source.

use machines::target::Target;

/// The text that tells of a target.
pub(crate) fn text(target: &Target) -> String {
    let dialect = ("dialect", target.dialect().name().to_owned());
    let facts = match target {
        Target::Mips32(options) => mips32_facts(options),
        Target::Riscv32(options) => riscv32_facts(options),
        // Its files have no room for a note.
        Target::Pdp10(_) | Target::Esproc => Vec::new(),
    };
    let lines = [dialect].into_iter().chain(facts);
    lines.map(|(key, value)| format!("{key} = {value}\n")).collect()
}

/// The target that a text tells of; what it does not tell is as without switches.
pub(crate) fn target(isa: &str, text: &str) -> Target {
    let facts = Facts(text);
    match isa {
        "mips32" => Target::Mips32(mips32_options(&facts)),
        _ => Target::Riscv32(riscv32_options(&facts)),
    }
}

/// Lines `key = value`.
struct Facts<'t>(&'t str);

impl<'t> Facts<'t> {
    fn value(&self, key: &str) -> Option<&'t str> {
        let mut lines = self.0.lines();
        lines.find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix("= "))
    }

    fn on(&self, key: &str) -> bool {
        self.value(key) == Some("true")
    }
}

const AT_ZERO: [&str; 3] = ["default", "compact-data-at-zero", "compact-text-at-zero"];

fn mips32_facts(options: &mips32::Options) -> Vec<(&'static str, String)> {
    use mips32::{Calls, Handler, Layout};
    let layout = match options.layout {
        Layout::Default => AT_ZERO[0],
        Layout::CompactDataAtZero => AT_ZERO[1],
        Layout::CompactTextAtZero => AT_ZERO[2],
    };
    vec![
        ("delayed_branches", options.delayed_branches.to_string()),
        ("delayed_loads", options.delayed_loads.to_string()),
        ("self_modifying", options.self_modifying.to_string()),
        ("mapped_io", options.mapped_io.to_string()),
        ("bare", options.bare.to_string()),
        ("handler", (options.handler == Handler::Default).to_string()),
        ("linux_calls", (options.calls == Calls::Linux).to_string()),
        ("memory", layout.to_owned()),
    ]
}

fn mips32_options(facts: &Facts<'_>) -> mips32::Options {
    use mips32::{Calls, Dialect, Handler, Layout, Options};
    let dialect =
        if facts.value("dialect") == Some("spim") { Dialect::Spim } else { Dialect::Mars };
    Options {
        delayed_branches: facts.on("delayed_branches"),
        delayed_loads: facts.on("delayed_loads"),
        self_modifying: facts.on("self_modifying"),
        mapped_io: facts.on("mapped_io"),
        bare: facts.on("bare"),
        handler: if facts.on("handler") { Handler::Default } else { Handler::None },
        calls: if facts.on("linux_calls") { Calls::Linux } else { Calls::Dialect },
        layout: match facts.value("memory") {
            Some(place) if place == AT_ZERO[1] => Layout::CompactDataAtZero,
            Some(place) if place == AT_ZERO[2] => Layout::CompactTextAtZero,
            _ => Layout::Default,
        },
        ..Options::of(dialect)
    }
}

const SYSTEMS: [(&str, riscv32::System); 4] = [
    ("linux", riscv32::System::Linux),
    ("rars", riscv32::System::Rars),
    ("venus", riscv32::System::Venus),
    ("bare", riscv32::System::Bare),
];

fn riscv32_facts(options: &riscv32::Options) -> Vec<(&'static str, String)> {
    use riscv32::Layout;
    let system = SYSTEMS.iter().find(|(_, system)| *system == options.system);
    let layout = match options.layout {
        Layout::Default => AT_ZERO[0],
        Layout::CompactDataAtZero => AT_ZERO[1],
        Layout::CompactTextAtZero => AT_ZERO[2],
    };
    let mut facts = vec![
        ("system", system.map_or("linux", |(name, _)| *name).to_owned()),
        ("arch", options.profile.to_string()),
        ("strict_align", options.strict_align.to_string()),
        ("strict_mmio", options.strict_mmio.to_string()),
        ("self_modifying", options.self_modifying.to_string()),
        ("memory", layout.to_owned()),
    ];
    if options.board.is_some() {
        facts.push(("board", "esp32c3".to_owned()));
    }
    facts
}

fn riscv32_options(facts: &Facts<'_>) -> riscv32::Options {
    use riscv32::{Dialect, Layout, Options, Profile};
    let base = match (facts.value("board"), facts.value("dialect")) {
        (Some("esp32c3"), _) => Options::esp32c3(),
        (_, Some("rars")) => Options::of(Dialect::Rars),
        (_, Some("venus")) => Options::of(Dialect::Venus),
        _ => Options::of(Dialect::Gnu),
    };
    let system = SYSTEMS.iter().find(|(name, _)| facts.value("system") == Some(*name));
    let told = facts.value("arch").and_then(Profile::named);
    // Boards and simulators have more than their architecture's name says.
    let profile = match told {
        Some(told) if base.profile.to_string() != told.to_string() => told,
        _ => base.profile,
    };
    Options {
        system: system.map_or(base.system, |(_, system)| *system),
        profile,
        strict_align: facts.on("strict_align"),
        strict_mmio: facts.on("strict_mmio"),
        self_modifying: facts.on("self_modifying"),
        layout: match facts.value("memory") {
            Some(place) if place == AT_ZERO[1] => Layout::CompactDataAtZero,
            Some(place) if place == AT_ZERO[2] => Layout::CompactTextAtZero,
            _ => Layout::Default,
        },
        ..base
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_keeps_what_a_mips_must_know() {
        use mips32::{Calls, Dialect, Handler, Layout, Options};
        for dialect in [Dialect::Mars, Dialect::Spim] {
            let options = Options {
                delayed_branches: true,
                mapped_io: true,
                layout: Layout::CompactTextAtZero,
                handler: Handler::None,
                calls: Calls::Linux,
                ..Options::of(dialect)
            };
            let told = target("mips32", &text(&Target::Mips32(options)));
            assert_eq!(told, Target::Mips32(options));
        }
    }

    #[test]
    fn a_note_keeps_what_a_risc_v_must_know() {
        use riscv32::{Dialect, Layout, Options, Profile, System};
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
            let told = target("riscv32", &text(&Target::Riscv32(options)));
            assert_eq!(told, Target::Riscv32(options));
        }
    }
}
