//! Functions of esProc that are not supported, for messages about them.
//!
//! Source: SPLWare/esProc, `FunctionLib`.

/// Names of esProc's unsupported functions, called with or without a point.
#[rustfmt::skip]
const ABSENT: &[&str] = &[
    "E", "I", "T", "acosh", "aes", "age", "alter", "append", "archive", "arguments", "asinh",
    "atanh", "attach", "avgif", "base64", "begin", "bin", "bits", "blob", "bool", "calc", "call",
    "canvas", "cellname", "cgroups", "channel", "chardetect", "charencode", "chn", "clipboard", "close", "cmps",
    "combin", "commit", "conjx", "connect", "copy", "cosh", "countif", "cuboid", "cum",
    "cumulate", "cursor", "date", "datetime", "day", "days", "decimal", "deq", "des", "desede", "det",
    "digits", "directory", "dis", "draw", "dup", "elapse", "env", "error", "eval", "execute", "fetch",
    "filename", "find", "fjoin", "fno", "format", "get", "groupc", "groupi", "groupn", "groupx",
    "hash", "hex", "hlink", "home", "hour", "htmlparse", "httpfile", "httpupload", "icursor", "ifdate", "ifind",
    "ifr", "ift", "iftime", "ifv", "index", "inf", "interval", "inv", "inverse", "invoke", "iselect", "isolate",
    "jdbccall", "joinx", "json", "jvm", "k", "key", "keys", "linefit", "list", "load", "lock", "lookup",
    "mae", "maxif", "mcursor", "md5", "median", "memory", "merge", "mergex", "millisecond", "minif", "minute",
    "mjoin", "mode", "modify", "month", "move", "movefile", "mse", "mul", "news", "nodes", "norm", "now",
    "ntile", "nvl", "open", "paste", "path", "pdate", "pearson", "penum", "periods", "permut", "pfind",
    "pivot", "pjoin", "plot", "polyfit", "prior", "proc", "product", "property", "proportion", "pseg",
    "purge", "push", "query", "r", "rands", "range", "rank", "ranki", "rankm", "ranks", "regex", "register",
    "remainder", "rename", "reset", "result", "retrieve", "rgb", "rollback", "row", "rsa", "save", "saveblob",
    "savepoint", "sbs", "second", "segp", "seq", "sinh", "size", "skip", "sleep", "sortx", "spearman",
    "sqlparse", "sqltranslate", "structure", "substr", "sumif", "switch", "system", "tanh", "time",
    "total", "transpose", "typeof", "update", "urlencode", "uuid", "v", "var", "vdbase", "words", "workday",
    "workdays", "xjoin", "xjoinx", "xlscell", "xlsclose", "xlsexport", "xlsimport", "xlsmove", "xlsopen",
    "xlswrite", "xml", "year", "z",
];

/// Replacements for the unsupported functions that scripts are most likely to use.
#[rustfmt::skip]
const INSTEAD: &[(&str, &str)] = &[
    ("now",      "a run has no clock and is always the same; measure its length with `--counts`"),
    ("interval", "a run has no clock and is always the same; measure its length with `--counts`"),
    ("countif",  "count the members for which x is true with `A.count(x)`"),
    ("sumif",    "add the members for which x is true with `A.select(x).sum()`"),
    ("calc",     "calculate x for every member with `A.(x)`, get one member with `A(k)`"),
    ("eval",     "the whole script is checked before it runs, so it cannot evaluate text"),
];

/// Date and time functions, all unsupported.
#[rustfmt::skip]
const DATES: &[&str] = &[
    "age", "date", "datetime", "day", "days", "elapse", "hour", "ifdate", "iftime", "millisecond", "minute", "month",
    "pdate", "periods", "second", "time", "workday", "workdays", "year",
];

/// Whether this is an unsupported function of esProc.
pub(crate) fn is_absent(name: &str) -> bool {
    ABSENT.contains(&name)
}

/// Help text for an unsupported function.
pub(crate) fn instead_of(name: &str) -> Option<String> {
    let of_dates = DATES.contains(&name).then_some(
        "dates and times are not supported: text in the form 2026-05-04 sorts like dates",
    );
    INSTEAD.iter().find(|row| row.0 == name).map(|row| row.1).or(of_dates).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::{ABSENT, DATES, INSTEAD};
    use crate::functions::FUNCTIONS;

    #[test]
    fn names_are_in_order_and_not_twice() {
        assert!(ABSENT.windows(2).all(|pair| pair[0] < pair[1]));
        let is_here = |name: &str| FUNCTIONS.iter().any(|row| row.name == name);
        assert!(!ABSENT.iter().any(|name| is_here(name)));
        assert!(INSTEAD.iter().all(|row| ABSENT.contains(&row.0)));
        assert!(DATES.iter().all(|name| ABSENT.contains(name)));
    }
}
