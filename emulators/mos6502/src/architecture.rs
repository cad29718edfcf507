//! The machine's row in the table of machines.

use std::path::Path;

use architecture::{
    Architecture, Choices, Convention, Dialect, Executable, Format, Languages, Page, Processor,
    Setup, Switch, apply, note, noted,
};
use asmkit::elf;
use asmkit::words::Word;
use kit::SimpleSetup;
use machine::Spec;

use crate::dialects::{DIALECTS, LANGUAGES, language};
use crate::files;
use crate::machine::{Cmos, Kind, Mos, Nmos, SPEC};
use crate::options::{Cpu, Options, SWITCHES};
use crate::page;

/// The machine's row.
pub const ARCHITECTURE: &dyn Architecture = &MosArchitecture;

/// `e_machine` of its ELF files: `EM_MCS6502`.
const ELF_MACHINE: u16 = 254;

/// A loop that adds up a table, of about 10 million instructions.
const BENCHMARK: &str = "\
table = $1000
rounds = $10
        lda     #192
        sta     rounds+1        ; times 256 rounds
        lda     #0
        sta     rounds
again:  ldx     #0
        clc
next:   adc     table,x
        sta     table,x
        inx
        cpx     #40
        bne     next
        dec     rounds
        bne     again
        dec     rounds+1
        bne     again
        lda     #0
        jmp     $fff9           ; sim65: exit
";

/// `JSR` and `RTS`, with return addresses in page 1.
static CONVENTION: Convention = Convention {
    name: "JSR",
    source: "MOS Technology, \"MCS6500 Programming Manual\" (1976), chapter 8",
    is_free: true,
    preserved: &["A", "X", "Y"],
    stack: "S",
    ..Convention::EMPTY
};

#[derive(Debug)]
struct MosArchitecture;

/// The machine with these options and a dialect.
fn set_up(dialect: &'static Dialect, options: Options) -> Box<dyn Setup> {
    match options.cpu {
        Cpu::Nmos | Cpu::NmosUndocumented => set_up_kind::<Nmos>(dialect, options),
        Cpu::Cmos => set_up_kind::<Cmos>(dialect, options),
    }
}

fn set_up_kind<K: Kind>(dialect: &'static Dialect, options: Options) -> Box<dyn Setup> {
    Box::new(SimpleSetup {
        architecture: ARCHITECTURE,
        dialect,
        language: language(dialect),
        note: note(&SWITCHES, &options, dialect.name),
        design: Mos::<K>::new(options),
        elf_machine: Some(ELF_MACHINE),
        polls_input: false,
        how_to_end: if options.console { "`BRK`" } else { "`JMP $FFF9`, with the status in A" },
        write: match options.cpu {
            Cpu::Nmos => |made, format| files::write(Cpu::Nmos, &made.image, format),
            Cpu::NmosUndocumented => {
                |made, format| files::write(Cpu::NmosUndocumented, &made.image, format)
            }
            Cpu::Cmos => |made, format| files::write(Cpu::Cmos, &made.image, format),
        },
    })
}

/// The dialect with this name; the first one for other names.
fn dialect(name: Option<&str>) -> &'static Dialect {
    DIALECTS.iter().find(|dialect| Some(dialect.name) == name).unwrap_or(&DIALECTS[0])
}

impl Architecture for MosArchitecture {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn title(&self) -> &'static str {
        "6502"
    }

    fn languages(&self) -> &'static Languages {
        &LANGUAGES
    }

    fn processors(&self) -> &'static [Processor] {
        &[Processor { name: "mos6502", dialects: &["ca65", "mos"], switches: &[] }]
    }

    fn switches(&self) -> Vec<&'static Switch> {
        SWITCHES.iter().map(|row| &row.switch).collect()
    }

    fn words(&self, of: &Dialect) -> Vec<Word> {
        kit::words::<Mos<Cmos>>("6502", language(of))
    }

    fn set_up(&self, of: &Dialect, given: &Choices) -> Result<Box<dyn Setup>, String> {
        let mut options = Options::of(of.name);
        apply(&SWITCHES, &mut options, given);
        Ok(set_up(dialect(Some(of.name)), options))
    }

    fn convention(&self) -> Option<&'static Convention> {
        Some(&CONVENTION)
    }

    fn elf_machine(&self) -> Option<u16> {
        Some(ELF_MACHINE)
    }

    fn open_elf(&self, read: elf::ElfProgram, given: &Choices) -> Result<Executable, String> {
        let note = read.note.unwrap_or_default();
        let mut of = dialect(None);
        let mut options = noted(&SWITCHES, &note, |name| {
            of = dialect(name);
            Options::of(of.name)
        });
        apply(&SWITCHES, &mut options, given);
        Ok(Executable { setup: set_up(of, options), made: read.image.into() })
    }

    fn open(
        &self,
        name: &Path,
        bytes: &[u8],
        given: &Choices,
    ) -> Option<Result<Executable, String>> {
        let of = dialect(given.dialect);
        if given.dialect.is_some_and(|name| name != of.name) {
            return None;
        }
        let has_switch = |name| SWITCHES.iter().any(|row| row.switch.name == name);
        let is_chosen = given.dialect.is_some() || given.switches().any(has_switch);
        let mut options = Options::of(of.name);
        apply(&SWITCHES, &mut options, given);
        let made = files::open(name, bytes, is_chosen, &mut options)?;
        apply(&SWITCHES, &mut options, given);
        Some(made.map(|image| Executable { setup: set_up(of, options), made: image.into() }))
    }

    fn kinds(&self) -> &'static str {
        files::KINDS
    }

    fn formats(&self) -> &'static [Format] {
        files::FORMATS
    }

    fn pages(&self) -> &'static [Page] {
        &[Page { name: "6502", text: page::page }]
    }

    fn benchmark(&self) -> (&'static Dialect, &'static str) {
        (&DIALECTS[0], BENCHMARK)
    }
}
