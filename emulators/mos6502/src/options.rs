//! Options of the machine, and the switches that set them.

use architecture::{Row, Takes};
use kit::randomize;

/// Options that a user can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Options {
    /// Processor, as ca65 and sim65 call it.
    pub(crate) cpu: Cpu,
    /// Whether the console of py65mon is at its addresses.
    pub(crate) console: bool,
    /// Address of the register whose bits request interrupts.
    pub(crate) interrupt_port: Option<u16>,
    /// Seed of the registers and memory that the program does not set, if they are random.
    pub(crate) random: Option<u64>,
    /// Address at which a program without a header is loaded.
    pub(crate) load: u16,
    /// Address of the first instruction of such a program.
    pub(crate) start: Option<u16>,
}

/// Processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cpu {
    /// The NMOS 6502 with the instructions of its manual.
    Nmos,
    /// The NMOS 6502 with its undocumented instructions.
    NmosUndocumented,
    /// The 65C02 of WDC.
    Cmos,
}

impl Cpu {
    const ALL: [(&'static str, Cpu); 3] =
        [("6502", Cpu::Nmos), ("6502x", Cpu::NmosUndocumented), ("65c02", Cpu::Cmos)];

    fn name(self) -> &'static str {
        Cpu::ALL.iter().find(|(_, cpu)| *cpu == self).map_or("", |(name, _)| name)
    }
}

impl Options {
    /// Options of a dialect.
    pub(crate) fn of(dialect: &str) -> Options {
        Options {
            cpu: Cpu::Nmos,
            console: dialect == crate::dialects::MOS,
            interrupt_port: None,
            random: None,
            load: 0,
            start: None,
        }
    }
}

/// The switches.
pub(crate) static SWITCHES: [Row<Options>; 5] = [
    Row::text("cpu", "Processor (6502)", Takes::OneOf(&CPUS), set_cpu)
        .kept_text(|options| options.cpu.name()),
    Row::text(
        "interrupt-port",
        "Address whose bits 0 and 1 request IRQ and NMI (6502)",
        Takes::Text("ADDRESS", refused_address),
        |options: &mut Options, value| options.interrupt_port = address(value),
    )
    .kept_made(|options| {
        options.interrupt_port.map_or(String::new(), |port| format!("${port:04X}"))
    }),
    randomize(|options, seed| options.random = seed.parse().ok()),
    Row::text(
        "load",
        "Address at which a program without a header is loaded (6502) [default: $0000]",
        Takes::Text("ADDRESS", refused_address),
        |options: &mut Options, value| options.load = address(value).unwrap_or(options.load),
    ),
    Row::text(
        "start",
        "Address of the first instruction of such a program [default: from $FFFC, or of --load]",
        Takes::Text("ADDRESS", refused_address),
        |options: &mut Options, value| options.start = address(value),
    ),
];

const CPUS: [(&str, &str); 3] = [
    ("6502", "the NMOS 6502 with the instructions of its manual"),
    ("6502x", "the NMOS 6502 with its undocumented instructions"),
    ("65c02", "the 65C02 of WDC"),
];

fn set_cpu(options: &mut Options, value: &str) {
    let cpu = Cpu::ALL.iter().find(|(name, _)| *name == value);
    options.cpu = cpu.map_or(options.cpu, |(_, cpu)| *cpu);
}

/// An address as `$F001`, `0xf001` or a decimal number.
fn address(value: &str) -> Option<u16> {
    let hexadecimal = value.strip_prefix('$').or_else(|| value.strip_prefix("0x"));
    match hexadecimal {
        Some(digits) => u16::from_str_radix(digits, 16).ok(),
        None => value.parse().ok(),
    }
}

fn refused_address(value: &str) -> Option<String> {
    let why = "is not an address: write $0000 to $FFFF, 0x0000 to 0xffff, or 0 to 65535";
    address(value).is_none().then(|| format!("`{value}` {why}"))
}
