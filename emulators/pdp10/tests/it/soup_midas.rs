//! No source makes MIDAS panic or hang: it assembles the program or reports errors.

use asmkit::{Library, NoLibrary, OpenError, Severity, Sources, render};
use pdp10::Options;
use pdp10::assembler::assemble;
use proptest::prelude::*;

/// A library in which every file inserts itself and more.
struct Endless;

impl Library for Endless {
    fn open(&self, from: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let text = format!(".INSRT {name}X\n.INSRT {name}\nX: 0\n");
        Ok((format!("{from}/{name}"), text.into_bytes()))
    }
}

/// Assembles a source, and renders messages as for a user.
fn survives(source: &[u8], library: &dyn Library) {
    let mut sources = Sources::new();
    let file = sources.add("soup.mid", source);
    let (messages, accepted) = match assemble(&mut sources, &[file], &Options::default(), library) {
        Ok(assembled) => (assembled.assembly.warnings, true),
        Err(messages) => (messages, false),
    };
    let errors = messages.iter().filter(|message| message.severity == Severity::Error).count();
    assert_eq!(errors == 0, accepted);
    for message in messages.iter().take(20) {
        assert!(!render(message, &sources, false).is_empty());
    }
}

#[rustfmt::skip]
const WORDS: &[&str] = &[
    "MOVE", "MOVEI", "JRST", "CONO", "HALT", "SETZ", ".IOT", ".CALL", "TITLE", "END", "LOC", "BLOCK", "OFFSET", "RADIX", ".RADIX",
    "ASCII", "ASCIZ", "ASCIC", "SIXBIT", ".ASCII", "SQUOZE", ".LENGTH", ".ASCVL", "XWD", "CONSTA", "VARIAB", ".SCALAR", ".VECTOR",
    ".GLOBAL", "EXPUNGE", "EQUALS", ".KILL", ".HKILL", ".XCREF", ".BEGIN", ".END", "DEFINE", "TERMIN", ".QUOTE", ".STOP", ".ISTOP",
    ".GO", ".TAG", ".TTYMAC", ".GSSET", ".GSCNT", "REPEAT", ".RPCNT", "IRP", "IRPC", "IRPS", "IRPW", "IRPNC", ".IRPCNT", "IFE", "IFN",
    "IFG", "IFL", "IFGE", "IFLE", "IFDEF", "IFNDEF", "IFSE", "IFSN", "IFB", "IFNB", "IFSQ", "IFNSQ", "IF1", "IF2", ".ELSE", ".ALSO",
    ".SUCCE", ".INSRT", ".INEOF", "NULL", "SUBTTL", "COMMEN", "PRINTX", "PRINTC", ".ERR", ".FATAL", ".BYTE", ".WALGN", ".BYTC", "WORD",
    ".AOP", ".OP", ".AVAL1", ".LZ", ".TZ", ".BP", ".BM", ".LDB", ".DPB", ".IBP", ".1STWD", ".NTHWD", ".FORMAT", ".SYMTAB", ".TYPE",
    ".MLLIT", ".PASS", ".HKALL", ".LITSW", ".STGSW", ".NSTGW", ".YSTGW", ".LOP", ".SEE", ".TYO", ".TYO6", "NOSYMS", "RIM10", "SBLK",
    ".DECSAV", "RELOCATABLE", "1PASS", ".FASL", ".LIBRA", ".ELDC", ".SLDR", ".LIFS", ".LNKOT", ".OSMIDAS", ".FNAM1", ".IFNM2", ".LSTON",
    "A", "B", "A:", "B::", "A=", "B==", "A=:", "==:", "M", "M", "M(", "A'", "'", "\"", "^", "^M", "\"A", "'A", "A\"B", "0", "1", "7", "10.", "9",
    "-1", "777777", "377777777777", "400000,,", "1.5", "1.0^9", "1^77", "2_3", "1_-1", "_", "&", "#", "\\", "*", "/", "+", "-", ",", ",,", ";",
    "?", "!", "@", "(", ")", "<", ">", "[", "]", "{", "}", "[1]", "[A", "\\A", "%", "$", ".", "..", "=", ":", "|", "~", "`", "\u{c}", "\t", "\r",
    "\u{0}", "\u{3}", "\u{7f}", "\u{e9}", "X!A", "/A/", "|A B|", "X,,[", "X,Y,[A,B]", "ABCDEFGHIJ", "1A",
];

fn soup() -> impl Strategy<Value = String> {
    let line = prop::collection::vec(prop::sample::select(WORDS), 0..8);
    prop::collection::vec(line, 0..40).prop_map(|lines| {
        let lines: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
        lines.join("\n")
    })
}

/// The case files, to be mutated at random.
fn programs() -> Vec<Vec<u8>> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/assembler_cases");
    let folders = ["ok", "err"].map(|name| root.join(name));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten());
    let mut paths: Vec<_> = files.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "mid"));
    // Cases that reach a limit take long.
    paths.retain(|path| !path.to_string_lossy().contains("endless"));
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn words_in_any_order(source in soup()) {
        survives(source.as_bytes(), &NoLibrary);
    }

    #[test]
    fn bytes_in_any_order(source in prop::collection::vec(any::<u8>(), 0..400)) {
        survives(&source, &NoLibrary);
    }

    #[test]
    fn programs_with_changes(
        program in prop::sample::select(programs()),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut program = program;
        for (at, byte) in changes {
            let at = at.index(program.len());
            program[at] = byte;
        }
        survives(&program, &NoLibrary);
    }
}

#[test]
fn files_that_ask_for_files_without_end() {
    survives(b"\tTITLE T\n.INSRT A\n\tEND\n", &Endless);
}

#[test]
fn brackets_within_brackets_without_end() {
    for open in
        ["<", "[", "(", "1+<", "[1,,", "IFE 0,[", "IFE 0,<", "REPEAT 1,[", "A=<", ".BEGIN A\n"]
    {
        survives(format!("\tTITLE T\n{}\n\tEND\n", open.repeat(20_000)).as_bytes(), &NoLibrary);
    }
}
