//! What is said of macros, loops and conditionals.

use super::super::messages::{Message, message};

/// TERMIN or .QUOTE outside of a definition.
pub(super) static NOT_IN_MACRO: Message =
    message("P050", "Not in macro", "`{}` stands where no macro or IRP is being defined");
/// DEFINE of a name that is something else.
pub(super) static NOT_A_MACRO: Message =
    message("P051", "Non-macro made macro", "`{}` was something else before it became a macro");
/// A name is missing.
pub(super) static NO_NAME: Message = message("P052", "No arg", "`{}` wants a name behind it");
/// A definition of more dummies than MIDAS keeps.
pub(super) static TOO_MANY_DUMMIES: Message =
    message("P053", "Too many dummies in DEFINE or IRP", "a definition has at most 32 dummies");
/// `TERMINATE` and the like.
pub(super) static LONG_TERMIN: Message = message(
    "P054",
    "TERMIN longer than 6 chars",
    "a name that starts with TERMIN ends the definition as TERMIN does",
);
/// `NAME value` where `NAME=value` is wanted.
pub(super) static BAD_KEYWORD: Message = message(
    "P055",
    "Bad format keyword argument",
    "an argument given by its name is written `name=value`",
);
/// No dummy has this name.
pub(super) static UNKNOWN_KEYWORD: Message = message(
    "P056",
    "Arg with undefined keyword",
    "the macro has no dummy of this name that is given by its name",
);
/// Text behind the second delimiter.
pub(super) static GARBAGE: Message = message(
    "P057",
    "Garbage in ASCIZ-style macro arg",
    "behind the closing delimiter of an argument comes a comma or the end of the call",
);
/// `IRP X,[...]`.
pub(super) static MISSING_COMMA: Message = message(
    "P058",
    "Comma missing in IRP",
    "an IRP has two names and a comma behind each, even when one is left out",
);
/// Arguments in arguments without end.
pub(super) static NESTED: Message =
    message("P059", "PDL overflow", "arguments are evaluated within arguments too deep");
