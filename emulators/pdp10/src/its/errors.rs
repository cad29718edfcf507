//! Error numbers and their messages.
//!
//! Source: *ITS .CALLS*, the table of error codes; *ITS USETS*, `.IOS`; ITS 1652, `ERMST1` and
//! `ERMST3`.

use crate::Word36;

/// Errors of calls, as in bits 3.6 to 3.1 of a channel's status word.
pub(super) mod code {
    pub(crate) const NO_DEVICE: u8 = 0o1;
    pub(crate) const NO_FILE: u8 = 0o4;
    pub(crate) const TOO_MANY_INFERIORS: u8 = 0o5;
    pub(crate) const DEVICE_FULL: u8 = 0o6;
    pub(crate) const NOT_READY: u8 = 0o7;
    pub(crate) const NOT_AVAILABLE: u8 = 0o10;
    pub(crate) const BAD_NAME: u8 = 0o11;
    pub(crate) const NO_MODE: u8 = 0o12;
    pub(crate) const FILE_EXISTS: u8 = 0o13;
    pub(crate) const BAD_CHANNEL: u8 = 0o14;
    pub(crate) const TOO_MANY_ARGUMENTS: u8 = 0o15;
    pub(crate) const DIRECTORY_NOT_AVAILABLE: u8 = 0o17;
    pub(crate) const NO_DIRECTORY: u8 = 0o20;
    pub(crate) const TOO_FEW_ARGUMENTS: u8 = 0o30;
    pub(crate) const CANNOT_MODIFY: u8 = 0o31;
    pub(crate) const NO_ACCESS: u8 = 0o32;
    pub(crate) const MEANINGLESS: u8 = 0o33;
    pub(crate) const WRONG_DEVICE: u8 = 0o34;
    pub(crate) const NO_JOB: u8 = 0o35;
    pub(crate) const NO_CALL: u8 = 0o43;
    pub(crate) const NOT_OPEN: u8 = 0o44;
    pub(crate) const NO_PROGRAM: u8 = 0o46;
}

/// Errors of transfers, as in bits 4.5 to 4.1 of the status word.
pub(super) mod transfer {
    pub(crate) const END_OF_FILE: u8 = 0o2;
    pub(crate) const OVER_POP: u8 = 0o5;
    pub(crate) const OVER_PUSH: u8 = 0o6;
    pub(crate) const NO_USER: u8 = 0o7;
    pub(crate) const NOT_OPEN: u8 = 0o10;
    pub(crate) const DEVICE_FULL: u8 = 0o11;
}

/// Text of the `ERR` device for a status word, one line per error.
///
/// Source: ITS 1652, `ERR1`.
pub(super) fn text(status: Word36) -> String {
    let (error, transfer) = ((status.left() & 0o77) as u8, (status.left() >> 9 & 0o17) as u8);
    let mut text = String::new();
    if status == Word36::default() {
        text.push_str("ISE0\r\n");
    }
    if error != 0 {
        let message = named(MESSAGES, error).unwrap_or("OPEN TYPE NOT DETERMINED");
        text.push_str(&format!("{message}\r\n"));
    }
    if transfer != 0 {
        text.push_str(&format!("{}\r\n", transfer_message(transfer)));
    }
    text
}

/// Message of a transfer error.
pub(super) fn transfer_message(code: u8) -> &'static str {
    named(TRANSFER_MESSAGES, code).unwrap_or("IOT OR OPR TYPE NOT DETERMINED")
}

fn named(messages: &[&'static str], code: u8) -> Option<&'static str> {
    messages.get(usize::from(code).checked_sub(1)?).copied()
}

/// Numbered from 1.
#[rustfmt::skip]
const MESSAGES: &[&str] = &[
    "NO SUCH DEVICE", "WRONG DIRECTION", "TOO MANY TRANSLATIONS", "FILE NOT FOUND",
    "DIRECTORY FULL", "DEVICE FULL", "DEVICE NOT READY", "DEVICE NOT AVAILABLE",
    "ILLEGAL FILE NAME", "MODE NOT AVAILABLE", "FILE ALREADY EXISTS", "BAD CHANNEL NUMBER",
    "TOO MANY ARGUMENTS (CALL)", "PACK NOT MOUNTED", "DIRECTORY NOT AVAIL",
    "NON-EXISTENT DIRECTORY", "LOCAL DEVICE ONLY", "SELF-CONTRADICTORY OPEN", "FILE LOCKED",
    "M.F.D. FULL", "DEVICE NOT ASSIGNABLE TO THIS PROCESSOR", "DEVICE WRITE-LOCKED",
    "LINK DEPTH EXCEEDED", "TOO FEW ARGUMENTS (CALL)", "CAN'T MODIFY JOB",
    "CAN'T GET THAT ACCESS TO PAGE", "MEANINGLESS ARGS", "WRONG TYPE DEVICE", "NO SUCH JOB",
    "VALID CLEAR OR STORED SET", "NO CORE AVAILABLE", "NOT TOP LEVEL",
    "OTHER END OF PIPELINE GONE OR NOT OPEN", "JOB GONE OR GOING AWAY", "ILLEGAL SYSTEM CALL NAME",
    "CHANNEL NOT OPEN", "INPUT BUFFER EMPTY OR OUTPUT BUFFER FULL", "UNRECOGNIZABLE FILE",
    "LINK TO NON-EXISTENT FILE",
];

/// Numbered from 1.
#[rustfmt::skip]
const TRANSFER_MESSAGES: &[&str] = &[
    "DEVICE HUNG OR REPORTING NON-DATA ERROR", "END OF FILE", "NON-RECOVERABLE DATA ERROR",
    "NON-EXISTENT SUB DEVICE", "OVER IOPOP", "OVER IOPUSH", "USR OP CHNL DOES NOT HAVE USR OPEN",
    "CHNL NOT OPEN", "DEVICE FULL", "CHNL IN ILLEGAL MODE ON IOT",
    "ILLEGAL CHR AFTER CNTRL P ON TTY DISPLAY", "DIRECTORY FULL",
    "DIRECTORY'S ALLOCATION EXHAUSTED",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_the_words_of_the_system() {
        let of = |code: u8| text(Word36::halves(code.into(), 0));
        assert_eq!(of(code::NO_FILE), "FILE NOT FOUND\r\n");
        assert_eq!(of(code::NO_CALL), "ILLEGAL SYSTEM CALL NAME\r\n");
        assert_eq!(of(0o47), "LINK TO NON-EXISTENT FILE\r\n");
        assert_eq!(of(0o77), "OPEN TYPE NOT DETERMINED\r\n");
        assert_eq!(of(0), "ISE0\r\n");
        assert_eq!(text(Word36::from(1)), "");
        assert_eq!(transfer_message(transfer::NOT_OPEN), "CHNL NOT OPEN");
        assert_eq!(transfer_message(0o15), "DIRECTORY'S ALLOCATION EXHAUSTED");
    }
}
