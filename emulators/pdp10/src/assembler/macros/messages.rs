//! Messages about macros, loops and conditionals.

use super::super::messages::{Message, message};

/// TERMIN or .QUOTE outside of a definition.
pub(super) static NOT_IN_MACRO: Message =
    message("P050", "Not in macro", "`{}` is outside a macro or IRP definition");
/// DEFINE of a name that already has another meaning.
pub(super) static NOT_A_MACRO: Message =
    message("P051", "Non-macro made macro", "`{}` had another meaning before it became a macro");
/// A name is missing.
pub(super) static NO_NAME: Message = message("P052", "No arg", "`{}` needs a name after it");
/// A definition with more dummies than MIDAS keeps.
pub(super) static TOO_MANY_DUMMIES: Message =
    message("P053", "Too many dummies in DEFINE or IRP", "a definition has at most 32 dummies");
/// `TERMINATE` and the like.
pub(super) static LONG_TERMIN: Message = message(
    "P054",
    "TERMIN longer than 6 chars",
    "a name that starts with TERMIN ends the definition like TERMIN",
);
/// `NAME value` instead of `NAME=value`.
pub(super) static BAD_KEYWORD: Message =
    message("P055", "Bad format keyword argument", "a keyword argument is written `name=value`");
/// No dummy has this name.
pub(super) static UNKNOWN_KEYWORD: Message =
    message("P056", "Arg with undefined keyword", "the macro has no keyword dummy with this name");
/// Text after the closing delimiter.
pub(super) static GARBAGE: Message = message(
    "P057",
    "Garbage in ASCIZ-style macro arg",
    "only a comma or the end of the call may follow an argument's closing delimiter",
);
/// `IRP X,[...]`.
pub(super) static MISSING_COMMA: Message = message(
    "P058",
    "Comma missing in IRP",
    "an IRP needs two names with a comma after each, even if one is left out",
);
/// Evaluated arguments nested too deeply.
pub(super) static NESTED: Message =
    message("P059", "PDL overflow", "evaluated arguments are nested too deeply");
