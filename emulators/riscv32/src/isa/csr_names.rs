//! Names of the control and status registers.
//!
//! Source: RISC-V Privileged ISA, "CSR Listing"; the N extension of version 1.12 drafts for the
//! user trap registers; the ESP32-C3 Technical Reference Manual for those of its core.

/// Names and numbers, except those of the numbered families (`hpmcounter3` and so on).
#[rustfmt::skip]
pub const CSRS: &[(&str, u16)] = &[
    ("ustatus", 0x000), ("fflags", 0x001), ("frm", 0x002), ("fcsr", 0x003), ("uie", 0x004), ("utvec", 0x005),
    ("uscratch", 0x040), ("uepc", 0x041), ("ucause", 0x042), ("utval", 0x043), ("uip", 0x044),
    ("cycle", 0xc00), ("time", 0xc01), ("instret", 0xc02), ("cycleh", 0xc80), ("timeh", 0xc81), ("instreth", 0xc82),
    ("sstatus", 0x100), ("sie", 0x104), ("stvec", 0x105), ("scounteren", 0x106), ("senvcfg", 0x10a),
    ("sscratch", 0x140), ("sepc", 0x141), ("scause", 0x142), ("stval", 0x143), ("sip", 0x144), ("satp", 0x180),
    ("mvendorid", 0xf11), ("marchid", 0xf12), ("mimpid", 0xf13), ("mhartid", 0xf14), ("mconfigptr", 0xf15),
    ("mstatus", 0x300), ("misa", 0x301), ("medeleg", 0x302), ("mideleg", 0x303), ("mie", 0x304), ("mtvec", 0x305),
    ("mcounteren", 0x306), ("menvcfg", 0x30a), ("mstatush", 0x310), ("menvcfgh", 0x31a), ("mcountinhibit", 0x320),
    ("mscratch", 0x340), ("mepc", 0x341), ("mcause", 0x342), ("mtval", 0x343), ("mip", 0x344), ("mtinst", 0x34a), ("mtval2", 0x34b),
    ("pmpcfg0", 0x3a0), ("pmpcfg1", 0x3a1), ("pmpcfg2", 0x3a2), ("pmpcfg3", 0x3a3),
    ("mcycle", 0xb00), ("minstret", 0xb02), ("mcycleh", 0xb80), ("minstreth", 0xb82),
    ("tselect", 0x7a0), ("tdata1", 0x7a1), ("tdata2", 0x7a2), ("tdata3", 0x7a3), ("tcontrol", 0x7a5), ("dcsr", 0x7b0), ("dpc", 0x7b1),
    ("dscratch0", 0x7b2), ("dscratch1", 0x7b3),
];

/// Families of registers: name without the number, first register, first and last number.
const FAMILIES: &[(&str, u16, u16, u16)] = &[
    ("pmpaddr", 0x3b0, 0, 15),
    ("hpmcounter", 0xc00, 3, 31),
    ("mhpmcounter", 0xb00, 3, 31),
    ("mhpmevent", 0x320, 3, 31),
];

/// Families whose names end in `h`: the upper halves.
const UPPER_FAMILIES: &[(&str, u16, u16, u16)] =
    &[("hpmcounter", 0xc80, 3, 31), ("mhpmcounter", 0xb80, 3, 31)];

/// Number of the register with this name.
///
/// ```
/// use riscv32::isa::csr_number;
/// assert_eq!(csr_number("mtvec"), Some(0x305));
/// assert_eq!(csr_number("hpmcounter31h"), Some(0xc9f));
/// assert_eq!(csr_number("hpmcounter2"), None);
/// ```
#[must_use]
pub fn csr_number(name: &str) -> Option<u16> {
    let listed = CSRS.iter().find(|(csr, _)| *csr == name).map(|(_, number)| *number);
    let member = |name: &str, families: &[(&str, u16, u16, u16)]| {
        families.iter().find_map(|&(family, base, first, last)| {
            let number: u16 = name.strip_prefix(family)?.parse().ok()?;
            (first..=last).contains(&number).then_some(base + number)
        })
    };
    let upper = || member(name.strip_suffix('h')?, UPPER_FAMILIES);
    listed.or_else(|| member(name, FAMILIES)).or_else(upper)
}

/// All names with their numbers.
pub(crate) fn names() -> impl Iterator<Item = (String, u16)> {
    let listed = CSRS.iter().map(|&(name, number)| (name.to_owned(), number));
    let members = |families: &'static [(&str, u16, u16, u16)], end: &'static str| {
        families.iter().flat_map(move |&(family, base, first, last)| {
            (first..=last).map(move |number| (format!("{family}{number}{end}"), base + number))
        })
    };
    listed.chain(members(FAMILIES, "")).chain(members(UPPER_FAMILIES, "h"))
}

/// Name of the register with this number.
#[must_use]
pub(crate) fn name(number: u16) -> Option<&'static str> {
    CSRS.iter().find(|(_, csr)| *csr == number).map(|(name, _)| *name)
}
