//! Interrupt reasons: bits of the first interrupt word.
//!
//! Source: *ITS USETS*, `.PIRQC`; ITS, `SYSTEM;BITS 117`.

use crate::Word36;

/// `%PIB42`: the program's handler cannot be called.
pub(super) const BAD_HANDLER: Word36 = Word36::new(0o4);
/// `%PIARO`: arithmetic overflow.
pub(super) const OVERFLOW: Word36 = Word36::new(0o10);
/// `%PIILO`: an illegal instruction.
pub(super) const ILLEGAL: Word36 = Word36::new(0o40);
/// `%PIVAL`: `.VALUE`.
pub(super) const VALUE: Word36 = Word36::new(0o200);
/// `%PIBRK`: `.BREAK`, and `.LOGOUT` of an inferior.
pub(super) const BREAK: Word36 = Word36::new(0o2000);
/// `%PIIOC`: input or output failed on a channel.
pub(super) const CHANNEL: Word36 = Word36::new(0o400);
/// `%PIMPV`: absent memory.
pub(super) const MEMORY: Word36 = Word36::new(0o20000);
/// `%PICLK`: the slow clock ticked.
pub(super) const SLOW_CLOCK: Word36 = Word36::new(0o10000);
/// `%PIRLT`: the real-time clock ticked.
pub(super) const REAL_TIME: Word36 = Word36::halves(0o200000, 0);
/// `%PIPDL`: a pushdown list is full or empty.
pub(super) const PUSHDOWN: Word36 = Word36::new(0o200000);
/// `%PILOS`: the program reports a failure.
pub(super) const LOST: Word36 = Word36::halves(0o1, 0);
/// `%PITRP`: a call while calls go to the superior.
pub(super) const SYSTEM_CALL: Word36 = Word36::halves(0o40, 0);
/// `%PIWRO`: a write to read-only memory.
pub(super) const READ_ONLY: Word36 = Word36::halves(0o200, 0);
/// `%PIFOV`: floating overflow.
pub(super) const FLOAT_OVERFLOW: Word36 = Word36::halves(0o400, 0);
/// Always fatal: class 1.
pub(super) const FATAL: Word36 = Word36::halves(0o10000, 0o6206);
/// Fatal unless the program handles them: class 2.
pub(super) const SERIOUS: Word36 = Word36::halves(0o43341, 0o61460);

/// DDT's names for first-word interrupts, from bit 1.1.
///
/// Source: DDT 1549, `INT0PT`.
#[rustfmt::skip]
pub(super) const NAMES: [&str; 36] = [
    "TYPEIN", "^Z", "BADPI", "AROV", "DPY", "ILOPR", "SYSDED", ".VALUE", "IOC",
    "ILUAD", ".BREAK", "1PROC", "SCLOCK", "MPV", "MAR", "LTPEN", "PDLOV", "CLI",
    "ERROR", "SYSDBG", "<3.3>", "<3.4>", "<3.5>", "SYSUUO", "PURINS", "PURPG", "ARFOV",
    "PARERR", "DTTY", "ATTY", "^_D", "JBSTAT", "NXIO", "RUNTIM", "REALTM", ".VAL 0",
];
