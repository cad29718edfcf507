//! The symbols MIDAS knows before it reads a line.
//!
//! They are the processor's mnemonics, those of its successors and of its input and output, the
//! monitor calls of ITS with the numbers of `.SUSET` variables and `.BREAK 12` requests, and the
//! bits of its variables. DEC's `OR`, `POINT`, `EXP` and the like are not among them.
//!
//! Sources: MIDAS 458, which has the first in itself and asks ITS for the rest (`.GETSYS`); ITS
//! 1648, the table `SYSYMB` between its symbols; a genuine MIDAS asked by `IFDEF` for each name.

mod bits;

use crate::{Word36, isa};

/// Every symbol that has a value, pseudo-operations aside: its name, which MIDAS cuts at six
/// characters, and its value. No name comes twice.
pub fn predefined() -> impl Iterator<Item = (String, Word36)> {
    let known = |&(name, value): &(&str, u64)| (name.to_owned(), Word36::new(value));
    let mnemonics = isa::opcodes().map(|(name, word)| (cut(name), word));
    let tables = [INSTRUCTIONS, OTHERS, bits::BITS].into_iter().flatten();
    mnemonics.chain(tables.map(known)).chain(numbered()).chain(variables())
}

/// The operations of `.OPER` and the calls of `.CALL`.
fn numbered() -> impl Iterator<Item = (String, Word36)> {
    let named = |name: &str, left, right| (cut(&format!(".{name}")), Word36::halves(left, right));
    let opers = (1..).zip(OPERS).map(move |(number, name)| named(name, 0o042000, number));
    let calls = (1..).zip(CALLS).map(move |(number, name)| named(name, 0o043000 | number << 5, 0));
    opers.chain(calls)
}

/// The `.SUSET` variables, read as `.R` and written as `.S`.
fn variables() -> impl Iterator<Item = (String, Word36)> {
    let low = (0..).zip(VARIABLES.iter().copied());
    let all = low.chain((0o600..).zip(PAGING_VARIABLES.iter().copied()));
    all.flat_map(|(number, name)| {
        let read = (cut(&format!(".R{name}")), Word36::from(number));
        [read, (cut(&format!(".S{name}")), Word36::from(number | WRITE))]
    })
}

/// What MIDAS keeps of a name.
fn cut(name: &str) -> String {
    name.chars().take(6).collect()
}

/// The bit of a `.SUSET` or `.BREAK 12` request that says the program gives the value.
const WRITE: u32 = 0o400000;

/// Operations of `.OPER`, from 1.
///
/// Source: ITS 1652, `OPRIRP`.
#[rustfmt::skip]
pub(crate) const OPERS: &[&str] = &[
    "ITYI", "LISTEN", "SLEEP", "SETMSK", "SETM2", "DEMON", "CLOSE", "UCLOSE",
    "ATTY", "DTTY", "IOPUSH", "IOPOP", "DCLOSE", "DSTOP", "RDTIME", "RDSW",
    "GUN", "UDISMT", "GETSYS", "IPDP", "GETLOC", "SETLOC", "DISOWN", "DWORD",
    "DSTEP", "GENSYM", "LOGOUT", "REALT", "WSNAME", "UPISET", "RESET", "ARMOVE",
    "DCONTIN", "CBLK", "ASSIGN", "DESIGN", "RTIME", "RDATE", "HANG", "EOFC",
    "IOTLSR", "RSYSI", "SUPSET", "PDTIME", "ARMRS", "UBLAT", "IOPDL", "ITYIC",
    "MASTER", "VSTST", "NETAC", "NETS", "REVIVE", "DIETIM", "SHUTDN", "ARMOFF",
    "NDIS", "FEED", "EVAL", "REDEF", "IFSET", "UTNAM", "UINIT", "RYEAR",
    "RLPDTM", "RDATIM", "RCHST", "RBTC", "DMPCH", "SWAP", "MTAPE", "GENNUM",
    "NETINT",
];

/// Calls of `.CALL` by accumulator, from 1; 0 is the symbolic call.
///
/// Source: ITS 1652, `CALIRP`.
#[rustfmt::skip]
pub(crate) const CALLS: &[&str] = &[
    "DISMIS", "LOSE", "TRANAD", "VALUE", "UTRAN", "CORE", "TRAND",
    "DSTART", "FDELE", "DSTRTL", "SUSET", "LTPEN", "VSCAN", "POTSET",
];

/// Variables of a job by number, from 0.
///
/// Source: ITS 1652, `USTIRP`.
#[rustfmt::skip]
pub(crate) const VARIABLES: &[&str] = &[
    "UPC", "VAL", "TTY", "FLS", "UNAME", "JNAME", "MASK", "USTP",
    "PIRQC", "INTB", "MEMT", "SV40", "IPIRQ", "APIRQ", "SNAME", "PICLR",
    "MARA", "MARPC", "UUOH", "UIND", "RUNT", "MSK2", "IFPIR", "APRC",
    "CNSL", "UTRP", "IIFPI", "AIFPI", "IMASK", "AMASK", "IMSK2", "AMSK2",
    "JPC", "OPC", "RTMR", "HSNAME", "BCHN", "MPVA", "IDF1", "ADF1",
    "IDF2", "ADF2", "DF1", "DF2", "OPTION", "40ADDR", "TVCREG", "TTST",
    "TTS1", "TTS2", "WHO1", "WHO2", "WHO3", "SUPPRO", "TR1INS", "TR2INS",
    "MBOX", "MBO1", "EBOX", "EBO1", "XUNAME", "XJNAME", "FTL1", "FTL2",
];

/// More of them, from 600.
///
/// Source: ITS 1652, `USTIR1`.
pub(crate) const PAGING_VARIABLES: &[&str] = &["PAGRAN", "PAGAHD", "SERVER"];

/// Instructions that a KA10 does not have.
///
/// Source: MIDAS 458, `ISYMTB` and behind `EISYM1`.
#[rustfmt::skip]
pub(crate) const INSTRUCTIONS: &[(&str, u64)] = &[
    // successors of the KA10, and one that only MIT's had
    ("JSYS", 0o104000_000000), ("ADJSP", 0o105000_000000),
    ("DFAD", 0o110000_000000), ("DFSB", 0o111000_000000), ("DFMP", 0o112000_000000), ("DFDV", 0o113000_000000),
    ("DADD", 0o114000_000000), ("DSUB", 0o115000_000000), ("DMUL", 0o116000_000000), ("DDIV", 0o117000_000000),
    ("DMOVE", 0o120000_000000), ("DMOVN", 0o121000_000000), ("FIX", 0o122000_000000), ("EXTEND", 0o123000_000000),
    ("DMOVEM", 0o124000_000000), ("DMOVNM", 0o125000_000000), ("FIXR", 0o126000_000000), ("FLTR", 0o127000_000000),
    ("CIRC", 0o247000_000000),
    // input and output; the accumulator's field is part of them
    ("BLKI", 0o700000_000000), ("DATAI", 0o700040_000000), ("BLKO", 0o700100_000000), ("DATAO", 0o700140_000000),
    ("CONO", 0o700200_000000), ("CONI", 0o700240_000000), ("CONSZ", 0o700300_000000), ("CONSO", 0o700340_000000),
    // what EXTEND does; CBTBDT is spelt so
    ("CMPSL", 0o001000_000000), ("CMPSE", 0o002000_000000), ("CMPSLE", 0o003000_000000), ("EDIT", 0o004000_000000),
    ("CMPSGE", 0o005000_000000), ("CMPSN", 0o006000_000000), ("CMPSG", 0o007000_000000), ("CVTDBO", 0o010000_000000),
    ("CVTDBT", 0o011000_000000), ("CVTBDO", 0o012000_000000), ("CBTBDT", 0o013000_000000), ("MOVSO", 0o014000_000000),
    ("MOVST", 0o015000_000000), ("MOVSLJ", 0o016000_000000), ("MOVSRJ", 0o017000_000000), ("XBLT", 0o020000_000000),
    // second names
    ("ERJMP", 0o320700_000000), ("ERCAL", 0o320740_000000), ("ADJBP", 0o133000_000000),
    ("XMOVEI", 0o415000_000000), ("XHLLI", 0o501000_000000),
    // jumps by their accumulator's field
    ("XJRSTF", 0o254240_000000), ("XJEN", 0o254300_000000), ("XPCW", 0o254340_000000), ("SFM", 0o254600_000000),
];

/// The system MIDAS runs on, blocks of variables by number, and what MIDAS itself knows of
/// `.BREAK 12`, whose other requests are among the bits.
#[rustfmt::skip]
const OTHERS: &[(&str, u64)] = &[
    (".OSMID", 0o516463_000000),
    (".RIOC", 0o100), (".RIOS", 0o120), (".RIOP", 0o140), (".RPMAP", 0o200),
    ("..RXUN", 0o11), ("..RXJN", 0o12), ("..SXUN", 0o400011), ("..SXJN", 0o400012),
];

#[cfg(test)]
mod tests;
