//! What a program may be interrupted for: bits of the first word of interrupts.
//!
//! Source: *ITS USETS*, `.PIRQC`; ITS, `SYSTEM;BITS 117`.

use crate::Word36;

/// `%PIB42`: the program's handler cannot be called.
pub(super) const BAD_HANDLER: Word36 = Word36::new(0o4);
/// `%PIARO`: arithmetic overflow.
pub(super) const OVERFLOW: Word36 = Word36::new(0o10);
/// `%PIILO`: an illegal instruction.
pub(super) const ILLEGAL: Word36 = Word36::new(0o40);
/// `%PIIOC`: input or output failed on a channel.
pub(super) const CHANNEL: Word36 = Word36::new(0o400);
/// `%PIMPV`: memory that is not there.
pub(super) const MEMORY: Word36 = Word36::new(0o20000);
/// `%PIPDL`: a pushdown list is full or empty.
pub(super) const PUSHDOWN: Word36 = Word36::new(0o200000);
/// `%PILOS`: the program says that it lost.
pub(super) const LOST: Word36 = Word36::halves(0o1, 0);
/// `%PITRP`: a call while calls are given to the superior.
pub(super) const SYSTEM_CALL: Word36 = Word36::halves(0o40, 0);
/// `%PIWRO`: a write into memory that may only be read.
pub(super) const READ_ONLY: Word36 = Word36::halves(0o200, 0);
/// `%PIFOV`: floating overflow.
pub(super) const FLOAT_OVERFLOW: Word36 = Word36::halves(0o400, 0);
/// Those that are always fatal: class 1.
pub(super) const FATAL: Word36 = Word36::halves(0o10000, 0o6206);
/// Those that are fatal when the program does not take them: class 2.
pub(super) const SERIOUS: Word36 = Word36::halves(0o43341, 0o61460);

/// What DDT calls the interrupts of the first word, from bit 1.1.
///
/// Source: DDT 1549, `INT0PT`.
#[rustfmt::skip]
pub(super) const NAMES: [&str; 36] = [
    "TYPEIN", "^Z", "BADPI", "AROV", "DPY", "ILOPR", "SYSDED", ".VALUE", "IOC",
    "ILUAD", ".BREAK", "1PROC", "SCLOCK", "MPV", "MAR", "LTPEN", "PDLOV", "CLI",
    "ERROR", "SYSDBG", "<3.3>", "<3.4>", "<3.5>", "SYSUUO", "PURINS", "PURPG", "ARFOV",
    "PARERR", "DTTY", "ATTY", "^_D", "JBSTAT", "NXIO", "RUNTIM", "REALTM", ".VAL 0",
];
