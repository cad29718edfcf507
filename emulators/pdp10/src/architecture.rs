//! The PDP-10's entry in the workspace: MIDAS, ITS, options, and files of 36-bit words.

mod convention;
mod signs;

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use architecture::{
    Architecture, Choices, Convention, Dialect, Executable, Format, Fragment, Languages, Origin,
    Page, Processor, ProgramFile, Row, Setup, Switch, Takes, World, apply,
};
use asmkit::words::Word;
use asmkit::{Diagnostic, FileId, Library, OpenError, Sources};
use machine::calls::CallPurpose;
use machine::{AnyMachine, Spec};

use crate::assembler::{self, Assembled};
use crate::binary::{Binary, WordBlock};
use crate::files::{self, Damage, FileError, Packing, pdump, rim10, sblk, write_save};
use crate::isa::monitor;
use crate::spec::SPEC;
use crate::text::sixbit;
use crate::{Options, Pdp10, System, Word36, isa, its};

/// The PDP-10's row in the table of machines.
pub const ARCHITECTURE: &dyn Architecture = &Ka10;

static DIALECTS: &[Dialect] =
    &[Dialect::new("midas", "MIDAS, for programs under ITS (PDP-10)", assembler::is_in_names)
        .with_comments(&[";"])
        .counting(assembler::NAME_LENGTH)
        .with_nuls()
        .with_fragment(Fragment {
            label: "{name}={value}\n",
            constant: "{name}={value}\n",
            kept: "",
            origin: Origin::Address("LOC {value}\n"),
            end: "\nEND\n",
        })];

/// The languages and how they are detected.
pub static LANGUAGES: Languages = Languages {
    machine: SPEC.name,
    dialects: DIALECTS,
    signs: signs::SIGNS,
    has_instruction,
    is_guessed: false,
};

fn has_instruction(word: &str) -> bool {
    static NAMES: LazyLock<HashSet<&str>> = LazyLock::new(|| isa::names().collect());
    NAMES.contains(word.to_ascii_uppercase().as_str())
}

static PROCESSORS: &[Processor] =
    &[Processor { name: "pdp10", dialects: &["midas"], switches: &[] }];

static SWITCHES: &[Row<Given>] = &[
    Row::text(
        "answer",
        "Lines that answer `.TTYMAC`, in order, separated by `;` (MIDAS)",
        Takes::Text("TEXT", |_| None),
        |given: &mut Given, text| given.answers = text.split(';').map(str::to_owned).collect(),
    )
    .of_assembler(),
    Row::on("bare", "on the PDP-10, no system and all of the memory", |given: &mut Given, on| {
        given.options.system = if on { System::Bare } else { System::Its };
    }),
    Row::on(
        "device-names",
        "Predefine the names of devices, such as PI and DIS, as old MIDAS does (MIDAS)",
        |given: &mut Given, on| given.options.device_names = on,
    )
    .of_assembler(),
    Row::on(
        "iotlsr",
        "Let an ITS program use devices itself, as .IOTLSR does (PDP-10)",
        |given: &mut Given, on| given.options.does_io = on,
    ),
    Row::text(
        "its-dir",
        "Folder used as the ITS disk: the program reads and writes its files, and its subfolders are \
         the other directories (PDP-10)",
        Takes::Disk("DIR"),
        |_, _| {},
    ),
    Row::text(
        "machine",
        "Name of the machine, which some programs check, such as AI [default: DB] (PDP-10)",
        Takes::Text("NAME", |name| {
            let is_name =
                (1..=6).contains(&name.len()) && name.bytes().all(|c| c.is_ascii_alphanumeric());
            (!is_name).then(|| format!("`machine={name}`: a machine has 1 to 6 letters and digits"))
        }),
        |given: &mut Given, name| given.options.machine = sixbit(name),
    ),
    Row::on(
        "keep-going",
        "Make the program despite errors, which become warnings, as MIDAS does (MIDAS)",
        |given: &mut Given, on| given.options.keeps_going = on,
    )
    .of_assembler(),
    Row::on(
        "relocation",
        "Include the cost of relocating user addresses in the cycle model (PDP-10)",
        |given: &mut Given, on| given.options.relocation = on,
    ),
    Row::text(
        "switches",
        "Data switches of the console, in octal [default: 0] (PDP-10)",
        Takes::Text("OCTAL", |switches| match word_of(switches) {
            Some(_) => None,
            None => Some(format!("`switches={switches}`: the switches are 1 to 12 octal digits")),
        }),
        |given: &mut Given, switches| {
            given.options.switches = word_of(switches).unwrap_or_default()
        },
    ),
];

/// A word in octal.
fn word_of(digits: &str) -> Option<Word36> {
    let is_word = (1..=12).contains(&digits.len()) && digits.bytes().all(|c| c.is_ascii_digit());
    let bits = u64::from_str_radix(digits, 8).ok().filter(|_| is_word)?;
    Some(Word36::new(bits))
}

/// Packings of 36-bit words in bytes.
const PACKINGS: &[(Format, Packing)] = &[
    (
        Format {
            name: "evacuated",
            about: "As in the public ITS repository, with text as text \
                    [default]",
        },
        Packing::Evacuated,
    ),
    (Format { name: "core-dump", about: "Five bytes per word" }, Packing::CoreDump),
    (Format { name: "high-density", about: "Nine bytes per two words" }, Packing::HighDensity),
    (Format { name: "simh", about: "Eight bytes per word, as in SIMH" }, Packing::Simh),
];

struct Ka10;

impl Architecture for Ka10 {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn title(&self) -> &'static str {
        "PDP-10"
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

    fn words(&self, _: &Dialect) -> Vec<Word> {
        assembler::words()
    }

    fn set_up(&self, _: &Dialect, given: &Choices) -> Result<Box<dyn Setup>, String> {
        Ok(Box::new(self::given(given)))
    }

    fn open(&self, _: &Path, bytes: &[u8], given: &Choices) -> Option<Result<Executable, String>> {
        // No packing of words looks like text.
        if !bytes.contains(&0) && std::str::from_utf8(bytes).is_ok() {
            return None;
        }
        let loaded = match files::read(bytes) {
            Ok(loaded) => loaded,
            Err(FileError::Unknown { .. }) => return None,
            Err(FileError::Damaged { problem: problem @ Damage::Relocatable, .. }) => {
                return Some(Err(problem.to_string()));
            }
            Err(
                error @ FileError::Damaged {
                    problem: Damage::AbsolutePage { .. } | Damage::HighSegment,
                    ..
                },
            ) => {
                return Some(Err(format!("this PDP-10 program cannot be loaded: {error}")));
            }
            Err(damaged) => {
                return Some(Err(format!("this PDP-10 program is damaged: {damaged}")));
            }
        };
        if let Some(dialect) = given.dialect.filter(|dialect| *dialect != DIALECTS[0].name) {
            let kind = loaded.kind.name();
            return Some(Err(format!(
                "this is a PDP-10 program ({kind}), not a {dialect} program"
            )));
        }
        let image = loaded.binary.image();
        let own = Assembled { binary: loaded.binary, ..Assembled::default() };
        let made =
            ProgramFile { own: Some(Arc::new(own)), console: Some(String::new()), ..image.into() };
        Some(Ok(Executable { setup: Box::new(self::given(given)), made }))
    }

    fn kinds(&self) -> &'static str {
        "SBLK, PDUMP, RIM10, SAV and EXE files of the PDP-10"
    }

    fn formats(&self) -> &'static [Format] {
        &[
            Format { name: "sblk", about: "Blocks with checksums, and symbols, for ITS (PDP-10)" },
            Format { name: "pdump", about: "Pages, for ITS (PDP-10)" },
            Format { name: "rim10", about: "Read in by the processor's own readin mode (PDP-10)" },
            Format { name: "sav", about: "TOPS-10 save file (PDP-10)" },
        ]
    }

    fn packings(&self) -> &'static [Format] {
        const FORMATS: [Format; PACKINGS.len()] =
            [PACKINGS[0].0, PACKINGS[1].0, PACKINGS[2].0, PACKINGS[3].0];
        &FORMATS
    }

    fn pages(&self) -> &'static [Page] {
        &[
            Page { name: isa::page::NAME, text: isa::page },
            Page { name: its::page::NAME, text: its::page },
        ]
    }

    fn convention(&self) -> Option<&'static Convention> {
        Some(&convention::CONVENTION)
    }

    fn calls(&self, _: &Dialect, purpose: CallPurpose) -> Vec<u64> {
        match purpose {
            CallPurpose::Print | CallPurpose::Read => monitor::TRANSFERS.to_vec(),
            CallPurpose::Heap | CallPurpose::Other => Vec::new(),
        }
    }

    fn benchmark(&self) -> (&'static Dialect, &'static str) {
        (&DIALECTS[0], include_str!("architecture/loop.mid"))
    }
}

/// Options of the machine and of MIDAS.
#[derive(Debug, Clone, Default)]
struct Given {
    options: Options,
    /// Answers to `.TTYMAC`.
    answers: Vec<String>,
}

fn given(choices: &Choices) -> Given {
    let mut given = Given::default();
    apply(SWITCHES, &mut given, choices);
    given
}

/// Included files, with answers to the questions of a source.
struct Answering<'a> {
    files: &'a dyn Library,
    answers: &'a [String],
}

impl Library for Answering<'_> {
    fn open(&self, from: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        self.files.open(from, name)
    }

    fn answer(&self, question: usize) -> Option<String> {
        self.answers.get(question).cloned().or_else(|| self.files.answer(question))
    }
}

impl Setup for Given {
    fn architecture(&self) -> &'static dyn Architecture {
        ARCHITECTURE
    }

    fn dialect(&self) -> &'static Dialect {
        &DIALECTS[0]
    }

    fn assemble(
        &self,
        sources: &mut Sources,
        files: &[FileId],
        library: &dyn Library,
    ) -> Result<ProgramFile, Vec<Diagnostic>> {
        let library = Answering { files: library, answers: &self.answers };
        let mut made = assembler::assemble(sources, files, &self.options, &library)?;
        let assembly = std::mem::take(&mut made.assembly);
        Ok(ProgramFile {
            title: Some(made.title.clone()).filter(|title| !title.is_empty()),
            console: Some(made.console.clone()),
            listing: Some(made.listing.clone()).filter(|listing| !listing.is_empty()),
            unlinked: made.is_relocatable.then_some(
                "it is a relocatable program: write it with `isagrid asm -o`, and link it with STINK",
            ),
            own: Some(Arc::new(made)),
            ..assembly.into()
        })
    }

    fn machine(&self) -> AnyMachine {
        AnyMachine::new(Pdp10::new(self.options))
    }

    fn write(
        &self,
        made: &ProgramFile,
        format: Option<&str>,
        packing: Option<&str>,
    ) -> Result<Vec<u8>, String> {
        let own = made.own.as_ref().and_then(|own| own.downcast_ref::<Assembled>());
        let own = own.ok_or("this is not a PDP-10 program")?;
        let words = words(own, format)?;
        let named = |(format, _): &&(Format, Packing)| Some(format.name) == packing;
        let packing =
            PACKINGS.iter().find(named).map_or(Packing::Evacuated, |(_, packing)| *packing);
        Ok(packing.pack(&words))
    }

    fn instruction_units(&self, _: u16) -> u64 {
        1
    }

    fn world(&self) -> World {
        World::Disk
    }

    fn has_files(&self) -> bool {
        self.options.system != System::Bare
    }
}

/// Refuses a program that has its own words where a save file has its symbol pointer and start
/// address.
///
/// Source: TOPS-10 Monitor Calls, "Job data area".
fn not_in_job_data(binary: &Binary) -> Result<(), String> {
    const WORDS: [(&str, u32); 2] = [(".JBSYM", 0o116), (".JBSA", 0o120)];
    let is_taken = |address: u32| {
        let within = |block: &WordBlock| {
            address.checked_sub(block.address).is_some_and(|at| (at as usize) < block.words.len())
        };
        binary.blocks.iter().any(within)
    };
    let taken = WORDS.into_iter().find(|(_, address)| is_taken(*address));
    taken.map_or(Ok(()), |(name, address)| {
        Err(format!(
            "the program has its own word at {address:o}, where a save file has {name}: \
             TOPS-10 keeps words 20 to 137 of a job for itself, so begin at 140, as with `LOC 140`"
        ))
    })
}

/// Returns the words of a program's file; without a format, in the one the source selects.
fn words(made: &Assembled, format: Option<&str>) -> Result<Vec<Word36>, String> {
    let binary = &made.binary;
    if let Some(format) = format.filter(|_| made.is_relocatable) {
        return Err(format!(
            "a relocatable program cannot be written as {format}: it has no addresses"
        ));
    }
    Ok(match format {
        None if !made.file.is_empty() => made.file.clone(),
        None | Some("sblk") => sblk::write(binary),
        Some("pdump") => pdump::write(binary),
        Some("rim10") => rim10::write(binary),
        Some("sav") => {
            not_in_job_data(binary)?;
            let end = |block: &WordBlock| block.address + block.words.len() as u32;
            write_save(binary, binary.blocks.iter().map(end).max().unwrap_or(0), ".MAIN")
        }
        Some(_) => {
            return Err("the formats of a PDP-10 program are sblk, pdump, rim10 and sav".to_owned());
        }
    })
}
