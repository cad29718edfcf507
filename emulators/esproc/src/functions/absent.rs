//! What esProc has and is not here, so that a message can say so.
//!
//! Source: SPLWare/esProc, `FunctionLib`.

/// The names of esProc's functions that are not here, behind a point or not.
#[rustfmt::skip]
const ABSENT: &[&str] = &[
    "E", "I", "T", "acosh", "aes", "age", "align", "alter", "append", "archive", "arguments", "asinh",
    "atanh", "attach", "avgif", "base64", "begin", "bin", "bits", "blob", "bool", "calc", "call",
    "canvas", "cellname", "cgroups", "channel", "chardetect", "charencode", "chn", "clipboard", "close", "cmps",
    "combin", "commit", "conjx", "connect", "copy", "cosh", "countif", "cuboid", "cum",
    "cumulate", "cursor", "date", "datetime", "day", "days", "decimal", "deq", "des", "desede", "det",
    "digits", "directory", "dis", "draw", "dup", "elapse", "enum", "env", "error", "eval", "execute", "fetch",
    "filename", "find", "fjoin", "fno", "format", "get", "groupc", "groupi", "groupn", "groupx",
    "hash", "hex", "hlink", "home", "hour", "htmlparse", "httpfile", "httpupload", "icursor", "ifdate", "ifind",
    "ifr", "ift", "iftime", "ifv", "index", "inf", "interval", "inv", "inverse", "invoke", "iselect", "isolate",
    "jdbccall", "joinx", "json", "jvm", "k", "key", "keys", "linefit", "list", "load", "lock", "lookup",
    "mae", "maxif", "mcursor", "md5", "median", "memory", "merge", "mergex", "millisecond", "minif", "minute",
    "mjoin", "mode", "modify", "month", "move", "movefile", "mse", "mul", "news", "nodes", "norm", "now",
    "ntile", "nvl", "open", "p", "paste", "path", "pdate", "pearson", "penum", "periods", "permut", "pfind",
    "pivot", "pjoin", "plot", "polyfit", "prior", "proc", "product", "property", "proportion", "pseg", "ptop",
    "purge", "push", "query", "r", "rands", "range", "rank", "ranki", "rankm", "ranks", "regex", "register",
    "remainder", "rename", "reset", "result", "retrieve", "rgb", "rollback", "row", "rsa", "save", "saveblob",
    "savepoint", "sbs", "second", "segp", "seq", "sinh", "size", "skip", "sleep", "sortx", "spearman",
    "sqlparse", "sqltranslate", "structure", "substr", "sumif", "switch", "system", "tanh", "time",
    "total", "transpose", "typeof", "update", "urlencode", "uuid", "v", "var", "vdbase", "words", "workday",
    "workdays", "xjoin", "xjoinx", "xlscell", "xlsclose", "xlsexport", "xlsimport", "xlsmove", "xlsopen",
    "xlswrite", "xml", "year", "z",
];

/// What to write instead, for what a script of this kind would want most.
#[rustfmt::skip]
const INSTEAD: &[(&str, &str)] = &[
    ("now",      "a run knows no clock and is the same every time; `--counts` tells its length"),
    ("interval", "a run knows no clock and is the same every time; `--counts` tells its length"),
    ("countif",  "`A.count(x)` counts the members for which x is true"),
    ("sumif",    "`A.select(x).sum()` adds the members for which x is true"),
    ("calc",     "`A.(x)` calculates x for every member, `A(k)` is one of them"),
    ("eval",     "a script is checked whole before it runs"),
];

/// Functions of dates and times, of which there are none.
#[rustfmt::skip]
const DATES: &[&str] = &[
    "age", "date", "datetime", "day", "days", "elapse", "hour", "ifdate", "iftime", "millisecond", "minute", "month",
    "pdate", "periods", "second", "time", "workday", "workdays", "year",
];

/// Whether esProc has a function of this name that is not here.
pub(crate) fn is_absent(name: &str) -> bool {
    ABSENT.contains(&name)
}

/// What to write instead of a function that is not here.
pub(crate) fn instead_of(name: &str) -> Option<String> {
    let of_dates = DATES.contains(&name).then_some(
        "there are no dates and times here: text in the form 2026-05-04 sorts as they do",
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
