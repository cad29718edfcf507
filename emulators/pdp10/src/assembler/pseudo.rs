//! The pseudo-operations with their functions.
//!
//! Source: *MIDAS manual*, "Pseudos"; MIDAS 458, the table after `ISYMTB`.

mod files;
mod formats;
mod names;
mod typing;
mod values;

use super::context::{Assembler, Outcome};
use super::formula;
use super::name::Name;
use super::settings::SETTINGS;
use super::symbols::{INITIAL, Meaning, Operation, Symbols};
use super::text::TextFormat;
use super::variables::Declaration;
use crate::Word36;

/// ASCII without a final fill character.
const ASCII: TextFormat = TextFormat { width: 7, fill: 0, closed: false, expressions: false };
/// SIXBIT.
const SIXBIT: TextFormat = TextFormat { width: 6, ..ASCII };

/// All operations except those of macros, loops and conditionals.
#[rustfmt::skip]
static PSEUDOS: &[(&str, Operation)] = &[
    // location
    ("LOC", |a, n| a.loc(n)),              ("BLOCK", |a, n| a.block(n)),
    ("OFFSET", |a, n| a.offset(n)),        ("CONSTA", |a, n| a.constants(n)),
    ("VARIAB", |a, n| a.variables(n)),     (".", |a, _| Ok(Some(a.point()))),
    ("END", files::end),
    // text and bytes
    ("ASCII", |a, n| a.text(n, ASCII)),   ("SIXBIT", |a, n| a.text(n, SIXBIT)),
    ("ASCIZ", |a, n| a.text(n, TextFormat { closed: true, ..ASCII })),
    ("ASCIC", |a, n| a.text(n, TextFormat { closed: true, fill: 3, ..ASCII })),
    (".ASCII", |a, n| a.text(n, TextFormat { closed: true, expressions: true, ..ASCII })),
    (".ASCVL", values::ascii_value),      (".LENGTH", values::length),
    (".1STWD", values::first_word),       (".NTHWD", values::nth_word),
    (".BYTE", |a, n| a.byte(n)),           (".WALGN", |a, n| a.walgn(n)),
    (".DECTX", not_offered),
    // values
    ("XWD", values::halves),              ("RADIX", values::radix),
    (".RADIX", values::radix_of_one),     (".FORMAT", values::format),
    ("SQUOZE", |a, n| values::squoze(a, n, false)),
    (".RSQZ", |a, n| values::squoze(a, n, true)),
    (".BP", values::byte_pointer),        (".BM", values::byte_mask),
    (".LZ", values::leading_zeros),       (".TZ", values::trailing_zeros),
    (".DPB", values::deposit),            (".LDB", values::load),
    (".IBP", values::increment),          (".OP", |a, n| values::operate(a, n, true)),
    (".AOP", |a, n| values::operate(a, n, false)),
    (".RELP", values::relocation),        (".ABSP", values::absolute),
    (".RL1", values::relocated_zero),
    (".TYPE", names::kind),               (".SYMCN", names::count),
    (".SITE", values::site),              (".MRUNT", |_, _| Ok(Some(Word36::default().into()))),
    // names
    ("EXPUNG", names::expunge),           ("EQUALS", names::equals),
    (".KILL", |a, n| names::mark(a, n, |marks| marks.killed = true)),
    (".HKILL", |a, n| names::mark(a, n, |marks| marks.half_killed = true)),
    (".XCREF", |a, n| names::mark(a, n, |_| {})),
    (".DOWN", |a, n| names::mark(a, n, |_| {})),
    (".BIND", names::bind),               (".SEE", names::see),
    (".GLOBA", |a, n| a.declare(n, Declaration::Global)),
    (".SCALA", |a, n| a.declare(n, Declaration::Scalar)),
    (".VECTO", |a, n| a.declare(n, Declaration::Vector)),
    (".BEGIN", |a, n| a.begin(n)),         (".END", |a, n| a.end_of_block(n)),
    (".SYMTA", names::table_size),
    // files
    ("TITLE", typing::title),             ("NOSYMS", files::no_symbols),
    (".SBLK", files::sblk),               (".SLDR", files::second_loader),
    ("SBLK", files::sblk_reported),       ("RIM10", files::rim10),
    (".DECSA", files::dec_save),          ("WORD", files::raw_word),
    (".NSTGW", |a, _| files::storage(a, 1)),
    (".YSTGW", |a, _| files::storage(a, -1)),
    (".LSTON", |a, _| files::list(a, true)),
    (".LSTOF", |a, _| files::list(a, false)),
    (".CRFON", nothing),                  (".CRFOF", nothing),
    (".AUXIL", nothing),
    // terminal
    ("PRINTX", |a, n| typing::print(a, n, Some(b'!'))),
    ("PRINTC", |a, n| typing::print(a, n, None)),
    ("COMMEN", typing::comment),
    (".TYO", typing::character),          (".TYO6", typing::sixbit),
    (".ERR", typing::error),              (".FATAL", typing::fatal),
    // for linking loaders
    ("RIM", not_offered),                 ("RELOCA", formats::relocatable),
    ("1PASS", not_offered),               (".DECRE", not_offered),
    (".DECTW", not_offered),              (".FASL", not_offered),
    (".ARRAY", not_offered),              (".ATOM", not_offered),
    (".FUNCT", not_offered),              (".SPECI", not_offered),
    (".SX", not_offered),                 (".SXEVA", not_offered),
    (".SXE", not_offered),                (".ENTRY", not_offered),
    (".LIBRA", formats::library),         (".LIFS", formats::if_known),
    (".ELDC", formats::end_if),           (".LIFE", formats::if_value),
    (".LIFN", formats::if_value),         (".LIFG", formats::if_value),
    (".LIFLE", formats::if_value),        (".LIFGE", formats::if_value),
    (".LIFL", formats::if_value),         (".LOP", formats::loader_operation),
    (".LIBRQ", formats::request),         (".LNKOT", formats::chains),
    // formulas
    (".I", formula::statement),           (".F", formula::statement),
];

use formats::not_offered;

/// Symbols whose value only a linking loader knows.
const LOADER_SYMBOLS: &[&str] = &["$.", "$R.", "$O.", "$L.", ".LVAL1", ".LVAL2"];

/// Devices, with the numbers that `CONO` and the like take.
///
/// Source: MIDAS 324, after `EISYM1`.
#[rustfmt::skip]
const DEVICES: &[(&str, u32)] = &[
    ("APR", 0), ("PI", 0o4), ("PTP", 0o100), ("PTR", 0o104), ("TTY", 0o120), ("LPT", 0o124),
    ("DIS", 0o130), ("DC", 0o200), ("UTC", 0o210), ("UTS", 0o214),
];

/// An operation without effect here.
fn nothing(_: &mut Assembler<'_>, _: Name) -> Outcome {
    Ok(None)
}

/// Whether the instruction has a device in its accumulator field.
fn is_device(word: Word36) -> bool {
    word.left() & 0o700037 == 0o700000 && word.right() == 0
}

/// Names of all operations and settings.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let operations = PSEUDOS.iter().chain(super::macros::PSEUDOS).map(|(name, _)| *name);
    operations.chain(SETTINGS.iter().map(|(name, _)| *name))
}

/// Table of MIDAS's predefined symbols, also those of devices if wanted.
pub(super) fn initial_symbols(with_devices: bool) -> Symbols {
    let mut symbols = Symbols::new();
    for &(name, number) in DEVICES.iter().filter(|_| with_devices) {
        let meaning = Meaning::Number { word: Word36::from(number), global: false };
        symbols.enter(Name::new(name), INITIAL, meaning);
    }
    for (name, word) in super::predefined() {
        let meaning = if is_device(word) && !name.starts_with('.') {
            Meaning::Device(word)
        } else {
            Meaning::Number { word, global: false }
        };
        symbols.enter(Name::new(&name), INITIAL, meaning);
    }
    for &name in LOADER_SYMBOLS {
        let word = Word36::default();
        let number =
            symbols.enter(Name::new(name), INITIAL, Meaning::Number { word, global: true });
        symbols.at_mut(number).marks.loader = true;
    }
    for &(name, operation) in PSEUDOS.iter().chain(super::macros::PSEUDOS) {
        symbols.enter(Name::new(name), INITIAL, Meaning::Pseudo(operation));
    }
    for &(name, setting) in SETTINGS {
        symbols.enter(Name::new(name), INITIAL, Meaning::Setting(setting));
    }
    symbols
}
