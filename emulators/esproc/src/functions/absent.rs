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
    "cumulate", "cursor", "date", "datetime", "day", "days", "decimal", "deq", "derive", "des", "desede", "det",
    "digits", "directory", "dis", "draw", "dup", "elapse", "enum", "env", "error", "eval", "execute", "fetch",
    "filename", "find", "fjoin", "fno", "format", "get", "groupc", "groupi", "groupn", "groups", "groupx",
    "hash", "hex", "hlink", "home", "hour", "htmlparse", "httpfile", "httpupload", "icursor", "ifdate", "ifind",
    "ifr", "ift", "iftime", "ifv", "index", "inf", "interval", "inv", "inverse", "invoke", "iselect", "isolate",
    "jdbccall", "join", "joinx", "json", "jvm", "k", "key", "keys", "linefit", "list", "load", "lock", "lookup",
    "mae", "maxif", "mcursor", "md5", "median", "memory", "merge", "mergex", "millisecond", "minif", "minute",
    "mjoin", "mode", "modify", "month", "move", "movefile", "mse", "mul", "new", "news", "nodes", "norm", "now",
    "ntile", "nvl", "open", "p", "paste", "path", "pdate", "pearson", "penum", "periods", "permut", "pfind",
    "pivot", "pjoin", "plot", "polyfit", "prior", "proc", "product", "property", "proportion", "pseg", "ptop",
    "purge", "push", "query", "r", "rands", "range", "rank", "ranki", "rankm", "ranks", "regex", "register",
    "remainder", "rename", "reset", "result", "retrieve", "rgb", "rollback", "row", "rsa", "save", "saveblob",
    "savepoint", "sbs", "second", "segp", "seq", "sinh", "size", "skip", "sleep", "sortx", "spearman",
    "sqlparse", "sqltranslate", "structure", "substr", "sumif", "switch", "system", "tanh", "time", "top",
    "total", "transpose", "typeof", "update", "urlencode", "uuid", "v", "var", "vdbase", "words", "workday",
    "workdays", "xjoin", "xjoinx", "xlscell", "xlsclose", "xlsexport", "xlsimport", "xlsmove", "xlsopen",
    "xlswrite", "xml", "year", "z",
];

/// What to write instead, for what a script of this kind would want most.
#[rustfmt::skip]
const INSTEAD: &[(&str, &str)] = &[
    ("now",      "a run knows no clock and is the same every time; `--counts` tells its length"),
    ("interval", "a run knows no clock and is the same every time; `--counts` tells its length"),
    ("top",      "`A.sort().to(n)` gives the n smallest"),
    ("countif",  "`A.count(x)` counts the members for which x is true"),
    ("sumif",    "`A.select(x).sum()` adds the members for which x is true"),
    ("calc",     "`A.(x)` calculates x for every member, `A(k)` is one of them"),
    ("new",      "`create(a,b).record([...])` makes a table of values"),
    ("eval",     "a script is checked whole before it runs"),
];

/// Whether esProc has a function of this name that is not here.
pub(crate) fn is_absent(name: &str) -> bool {
    ABSENT.contains(&name)
}

/// What to write instead of a function that is not here.
pub(crate) fn instead_of(name: &str) -> Option<String> {
    INSTEAD.iter().find(|row| row.0 == name).map(|row| row.1.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{ABSENT, INSTEAD};
    use crate::functions::FUNCTIONS;

    #[test]
    fn names_are_in_order_and_not_twice() {
        assert!(ABSENT.windows(2).all(|pair| pair[0] < pair[1]));
        let is_here = |name: &str| FUNCTIONS.iter().any(|row| row.name == name);
        assert!(!ABSENT.iter().any(|name| is_here(name)));
        assert!(INSTEAD.iter().all(|row| ABSENT.contains(&row.0)));
    }
}
