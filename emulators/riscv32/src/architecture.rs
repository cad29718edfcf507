//! The 32-bit RISC-V architecture: dialects, switches, files, and its description for gdb.

mod convention;
mod gdb;
mod signs;
mod switches;

use std::ops::Range;

use std::path::Path;

use architecture::{
    Architecture, BoardPins, Choices, Convention, Dialect, Executable, Format, Fragment, Gdb,
    Languages, Origin, Page, Processor, ProgramFile, Samples, Setup, Switch, apply, noted,
    too_much_text,
};
use asmkit::words::Word;
use asmkit::{Diagnostic, FileId, Library, Sources, elf};
use machine::calls::CallPurpose;
use machine::{AnyMachine, Image, Spec};

use crate::isa::{self, COMPRESSED, Extension, ROWS};
use crate::spec::SPEC;
use crate::{Board, Options, Riscv32, System, assembler, esp32c3, virt};
use switches::SWITCHES;

/// Row of RISC-V in the table of machines.
pub const ARCHITECTURE: &dyn Architecture = &RiscV;

/// RARS comes first: it is the simulator that students are given.
static DIALECTS: &[Dialect] = &[
    Dialect::new("rars", "RARS 1.6 (RISC-V)", asmkit::mars::is_in_words).first().with_fragment(
        Fragment {
            label: ".text {value}\n{name}:\n",
            constant: ".eqv {name} {value}\n",
            kept: ".eqv",
            origin: Origin::Address(".text {value}\n"),
            end: "\n",
        },
    ),
    Dialect::new(
        "gnu",
        "GNU as, with Linux's system calls (RISC-V)",
        assembler::is_in_names_of_gnu,
    )
    .with_comments(&["#", "//"])
    .with_fragment(Fragment {
        label: ".set {name}, {value}\n",
        constant: ".set {name}, {value}\n",
        kept: "",
        origin: Origin::Filled(".zero 2\n", 2),
        end: "\n",
    }),
    Dialect::new("venus", "Venus (RISC-V)", assembler::is_in_names_of_venus).with_fragment(
        Fragment {
            label: ".equ {name} {value}\n",
            constant: ".equ {name} {value}\n",
            kept: "",
            origin: Origin::Filled("nop\n", 4),
            end: "\n",
        },
    ),
];

/// Languages and the signs by which they are detected.
pub static LANGUAGES: Languages = Languages {
    machine: SPEC.name,
    dialects: DIALECTS,
    signs: signs::SIGNS,
    has_instruction: |word| isa::NAMES.contains(&word),
    // Small Venus programs use neither Venus's own registers nor its calls.
    is_guessed: true,
};

static PROCESSORS: &[Processor] = &[
    Processor { name: "riscv32", dialects: &["rars", "venus", "gnu"], switches: &[] },
    Processor { name: "esp32c3", dialects: &["gnu"], switches: &[("board", "esp32c3")] },
];

/// Machine number of RISC-V in ELF files, `EM_RISCV`; flag 1 marks compressed instructions.
///
/// Source: RISC-V ELF psABI, "File Header".
const ELF_MACHINE: u16 = 243;

struct RiscV;

impl Architecture for RiscV {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn title(&self) -> &'static str {
        "RISC-V"
    }

    fn languages(&self) -> &'static Languages {
        &LANGUAGES
    }

    fn processors(&self) -> &'static [Processor] {
        PROCESSORS
    }

    fn switches(&self) -> Vec<&'static Switch> {
        SWITCHES.iter().map(|row| &row.switch).collect()
    }

    fn words(&self, dialect: &Dialect) -> Vec<Word> {
        let dialect = named(dialect.name);
        let words = assembler::words(dialect).into_iter();
        let words = words.map(|word| convention::ILP32D.with_role(word));
        words.chain(crate::system::services(dialect)).collect()
    }

    fn set_up(&self, dialect: &Dialect, given: &Choices) -> Result<Box<dyn Setup>, String> {
        let mut options = Options::of(named(dialect.name));
        apply(SWITCHES, &mut options, given);
        Ok(Box::new(options))
    }

    fn elf_machine(&self) -> Option<u16> {
        Some(ELF_MACHINE)
    }

    fn open_elf(&self, mut read: elf::ElfProgram, given: &Choices) -> Result<Executable, String> {
        let mut options = match &read.note {
            Some(note) => options_of_note(note),
            None => foreign(&read.image, given),
        };
        apply(SWITCHES, &mut options, given);
        options.self_modifying |= read.writable_text;
        if let Some(why) = too_much_text(&read.image) {
            return Err(why);
        }
        let is_bare = options.system == System::Bare && options.board != Some(Board::Esp32c3);
        if options.board == Some(Board::Virt) {
            read.without_headers(virt::is_memory);
        }
        let mut image = if is_bare {
            // The file already contains what a system's loader would set up.
            read.loaded().map_err(|error| error.to_string())?
        } else {
            read.image
        };
        if options.board == Some(Board::Esp32c3) {
            esp32c3::image::add_chip(&mut image);
        }
        Ok(Executable { setup: Box::new(options), made: image.into() })
    }

    fn open(&self, _: &Path, bytes: &[u8], given: &Choices) -> Option<Result<Executable, String>> {
        if given.value("board") == Some("virt") {
            return virt::is_binary(bytes).then(|| {
                let mut options = Options::virt();
                apply(SWITCHES, &mut options, given);
                let image = virt::binary(bytes);
                Ok(Executable { setup: Box::new(options), made: image.into() })
            });
        }
        if !esp32c3::image::is_image(bytes) {
            return None;
        }
        let mut options = Options::esp32c3();
        apply(SWITCHES, &mut options, given);
        let image = esp32c3::image::read(bytes).map_err(|error| error.to_string());
        Some(image.map(|image| Executable { setup: Box::new(options), made: image.into() }))
    }

    fn kinds(&self) -> &'static str {
        "an ESP32-C3 image"
    }

    fn formats(&self) -> &'static [Format] {
        &[
            Format {
                name: "esp32c3-app",
                about: "ESP32-C3 application image, as esptool writes it",
            },
            Format {
                name: "esp32c3-direct-boot",
                about: "ESP32-C3 flash image that starts without a boot loader (direct boot)",
            },
        ]
    }

    fn pages(&self) -> &'static [Page] {
        &[Page { name: isa::page::NAME, text: isa::page }]
    }

    fn samples(&self, count: u32) -> Option<String> {
        let mut samples = Samples::default();
        for row in ROWS {
            let operands = format!("{} o", row.operands);
            samples.add(&row.pattern, &operands, count, |word, pc| row.disassemble(word, pc));
        }
        for row in COMPRESSED {
            samples.add(&row.pattern, row.operands, count, |half, pc| row.disassemble(half, pc));
        }
        Some(samples.into_text())
    }

    fn gdb(&self, names: &[&'static str]) -> Option<Gdb> {
        Some(gdb::gdb(names))
    }

    fn convention(&self) -> Option<&'static Convention> {
        Some(&convention::ILP32D)
    }

    fn calls(&self, dialect: &Dialect, purpose: CallPurpose) -> Vec<u64> {
        crate::system::numbers_of(named(dialect.name), purpose)
    }

    fn exits(&self, dialect: &Dialect) -> (&'static str, &'static [u64]) {
        match named(dialect.name) {
            crate::Dialect::Rars => ("a7", &[10, 93]),
            crate::Dialect::Gnu => ("a7", &[93, 94]),
            crate::Dialect::Venus => ("a0", &[10, 17]),
        }
    }

    fn benchmark(&self) -> (&'static Dialect, &'static str) {
        (&DIALECTS[1], include_str!("architecture/loop.s"))
    }
}

/// Dialect with this name; GNU for any other name.
fn named(name: &str) -> crate::Dialect {
    match name {
        "rars" => crate::Dialect::Rars,
        "venus" => crate::Dialect::Venus,
        _ => crate::Dialect::Gnu,
    }
}

/// Options stored in a note.
fn options_of_note(note: &str) -> Options {
    noted(SWITCHES, note, |dialect| Options::of(named(dialect.unwrap_or_default())))
}

/// Options for a program from another compiler: a bare processor if it has the symbol `tohost`, the
/// ESP32-C3 if it fits its memory, otherwise Linux.
fn foreign(image: &Image, given: &Choices) -> Options {
    if let Some(dialect) = given.dialect {
        return Options::of(named(dialect));
    }
    match image.symbol("tohost") {
        Some(_) => Options::bare(),
        None if esp32c3::image::fits(image) => Options::esp32c3(),
        None => Options::of(crate::Dialect::Gnu),
    }
}

impl Setup for Options {
    fn architecture(&self) -> &'static dyn Architecture {
        ARCHITECTURE
    }

    fn dialect(&self) -> &'static Dialect {
        match self.dialect {
            crate::Dialect::Rars => &DIALECTS[0],
            crate::Dialect::Gnu => &DIALECTS[1],
            crate::Dialect::Venus => &DIALECTS[2],
        }
    }

    fn assemble(
        &self,
        sources: &mut Sources,
        files: &[FileId],
        library: &dyn Library,
    ) -> Result<ProgramFile, Vec<Diagnostic>> {
        assembler::assemble(sources, files, self, library).map(ProgramFile::from)
    }

    fn machine(&self) -> AnyMachine {
        AnyMachine::new(Riscv32::new(*self))
    }

    fn note(&self) -> String {
        architecture::note(SWITCHES, self, self.dialect().name)
    }

    fn heap(&self, image: &Image) -> Option<Range<u64>> {
        let (first, last) = crate::memory::layout::heap(self, image);
        (last > first).then(|| first.into()..u64::from(last) + 1)
    }

    fn elf(&self) -> Option<elf::Target> {
        Some(elf::Target {
            isa: ARCHITECTURE.spec().name.to_owned(),
            machine: ELF_MACHINE,
            flags: self.profile.has(Extension::C).into(),
            big_endian: false,
        })
    }

    fn write(
        &self,
        made: &ProgramFile,
        format: Option<&str>,
        _: Option<&str>,
    ) -> Result<Vec<u8>, String> {
        let written = match format {
            Some("esp32c3-app") => esp32c3::image::write_app(&made.image),
            Some("esp32c3-direct-boot") => esp32c3::image::write_direct_boot(&made.image),
            _ => {
                return Err(
                    "formats for a RISC-V program are elf, esp32c3-app and esp32c3-direct-boot"
                        .to_owned(),
                );
            }
        };
        written.map_err(|error| error.to_string())
    }

    fn convention(&self) -> Option<&'static Convention> {
        Some(convention::of(self))
    }

    fn has_instruction(&self, word: u64) -> bool {
        isa::decode::decode(word as u32, 0, self.profile.extensions).is_some()
    }

    fn instruction_units(&self, first: u16) -> u64 {
        if first & 3 == 3 { 4 } else { 2 }
    }

    fn polls_input(&self) -> bool {
        self.board.is_some()
    }

    fn stops_at_polls(&self) -> bool {
        self.board.is_some()
    }

    fn pins(&self) -> Option<BoardPins> {
        (self.board == Some(Board::Esp32c3)).then_some(esp32c3::PINS)
    }

    fn keep_flash(&self, image: &mut Image, earlier: &[u8]) -> Option<Range<u64>> {
        (self.board == Some(Board::Esp32c3)).then(|| esp32c3::image::keep(image, earlier))
    }

    fn add_rom(&self, image: &mut Image, file: &[u8]) -> Result<bool, String> {
        if self.board != Some(Board::Esp32c3) {
            return Ok(false);
        }
        let sections = elf::sections(file, ELF_MACHINE).map_err(|error| error.to_string())?;
        esp32c3::add_rom(image, sections).map(|()| true)
    }

    fn how_to_end(&self) -> &'static str {
        Options::how_to_end(self)
    }
}
