//! Messages of both dialects, one function for each.
//!
//! Codes are stable: A0xx are messages of both dialects and of MARS, A1xx those of SPIM only.

use asmkit::{Diagnostic, Span};

pub(crate) use asmkit::messages::{
    data_directive_in_text, duplicate_label, outside_data, outside_text, short, space_too_large,
    start_of, target_misaligned, too_many_errors, undefined_label,
};

/// Names of the registers, for messages.
pub(crate) const REGISTERS: &str = "$0 to $31, $zero, $at, $v0 to $ra, and $f0 to $f31";

pub(crate) fn unknown_register(at: Span, found: &str, nearest: Option<&str>) -> Diagnostic {
    asmkit::messages::unknown_register(at, found, nearest, REGISTERS)
}

pub(crate) fn branch_too_far(at: Span, target: u32) -> Diagnostic {
    Diagnostic::error("A045", at, format!("the target {target:#010x} is too far for a branch"))
        .label("a branch reaches 32768 instructions back and 32767 forward")
        .help("skip a `j` to the target with the opposite branch".to_owned())
}

pub(crate) fn jump_too_far(at: Span, target: u32) -> Diagnostic {
    Diagnostic::error("A046", at, format!("the target {target:#010x} is too far for a jump"))
        .label("a jump reaches only addresses with its own first hexadecimal digit")
        .help("load the address with `la` and jump with `jr`".to_owned())
}
