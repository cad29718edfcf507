//! Symbols of ITS predefined for programs.
//!
//! They are the monitor calls, the numbers of `.SUSET` variables and `.BREAK 12` requests, and bits
//! of variables.
//!
//! Source: ITS 1648, its table `SYSYMB`, as returned by `.GETSYS`.

mod bits;

use crate::Word36;
use crate::isa::monitor::{CALLS, OPERS};
use crate::text::six;

/// All symbols except opcodes: name, cut to six characters, and value.
pub(crate) fn symbols() -> impl Iterator<Item = (String, Word36)> {
    let known = |&(name, value): &(&str, u64)| (name.to_owned(), Word36::new(value));
    let tables = [OTHERS, bits::BITS].into_iter().flatten();
    tables.map(known).chain(numbered()).chain(variables())
}

/// The operations of `.OPER` and the calls of `.CALL`.
fn numbered() -> impl Iterator<Item = (String, Word36)> {
    let named = |name: &str, left, right| (six(&format!(".{name}")), Word36::halves(left, right));
    let opers = (1..).zip(OPERS).map(move |(number, name)| named(name, 0o042000, number));
    let calls = (1..).zip(CALLS).map(move |(number, name)| named(name, 0o043000 | number << 5, 0));
    opers.chain(calls)
}

/// The `.SUSET` variables, read as `.R` and written as `.S`.
fn variables() -> impl Iterator<Item = (String, Word36)> {
    let low = (0..).zip(VARIABLES.iter().copied());
    let all = low.chain((0o600..).zip(PAGING_VARIABLES.iter().copied()));
    all.flat_map(|(number, name)| {
        let read = (six(&format!(".R{name}")), Word36::from(number));
        [read, (six(&format!(".S{name}")), Word36::from(number | WRITE))]
    })
}

/// Bit of a `.SUSET` or `.BREAK 12` request: the program supplies the value.
const WRITE: u32 = 0o400000;

/// Job variables by number, from 0.
///
/// Source: ITS 1652, `USTIRP`.
#[rustfmt::skip]
pub(super) const VARIABLES: &[&str] = &[
    "UPC", "VAL", "TTY", "FLS", "UNAME", "JNAME", "MASK", "USTP",
    "PIRQC", "INTB", "MEMT", "SV40", "IPIRQ", "APIRQ", "SNAME", "PICLR",
    "MARA", "MARPC", "UUOH", "UIND", "RUNT", "MSK2", "IFPIR", "APRC",
    "CNSL", "UTRP", "IIFPI", "AIFPI", "IMASK", "AMASK", "IMSK2", "AMSK2",
    "JPC", "OPC", "RTMR", "HSNAME", "BCHN", "MPVA", "IDF1", "ADF1",
    "IDF2", "ADF2", "DF1", "DF2", "OPTION", "40ADDR", "TVCREG", "TTST",
    "TTS1", "TTS2", "WHO1", "WHO2", "WHO3", "SUPPRO", "TR1INS", "TR2INS",
    "MBOX", "MBO1", "EBOX", "EBO1", "XUNAME", "XJNAME", "FTL1", "FTL2",
];

/// Paging variables by number, from 600.
///
/// Source: ITS 1652, `USTIR1`.
pub(super) const PAGING_VARIABLES: &[&str] = &["PAGRAN", "PAGAHD", "SERVER"];

/// The system MIDAS runs on, blocks of variables by number, and the `.BREAK 12` requests defined by
/// MIDAS itself; the others are among the bits.
#[rustfmt::skip]
const OTHERS: &[(&str, u64)] = &[
    (".OSMID", 0o516463_000000),
    (".RIOC", 0o100), (".RIOS", 0o120), (".RIOP", 0o140), (".RPMAP", 0o200),
    ("..RXUN", 0o11), ("..RXJN", 0o12), ("..SXUN", 0o400011), ("..SXJN", 0o400012),
];
