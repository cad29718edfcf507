//! No source crashes the assembler: it accepts the program or reports errors.

use asmkit::{FileId, Library, NoLibrary, OpenError, Severity, Sources, render};
use mips32::assembler::assemble;
use mips32::{Dialect, Layout, Options};
use proptest::prelude::*;

/// A library whose every file includes itself and more.
struct Endless;

impl Library for Endless {
    fn open(&self, from: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let text = format!(".include \"{name}x\"\n.include \"{name}\"\nx: nop\n");
        Ok((format!("{from}/{name}"), text.into_bytes()))
    }
}

/// Assembles a source and renders every message.
fn survives(source: &[u8], options: &Options, library: &dyn Library) {
    let mut sources = Sources::new();
    let file = sources.add("soup.s", source);
    let result = assemble(&mut sources, &[file], options, library);
    let (messages, accepted) = match result {
        Ok(assembly) => (assembly.warnings, true),
        Err(messages) => (messages, false),
    };
    let errors = messages.iter().filter(|message| message.severity == Severity::Error).count();
    assert_eq!(errors == 0, accepted);
    for message in messages.iter().take(20) {
        assert!(!render(message, &sources, false).is_empty());
    }
}

fn options() -> impl Strategy<Value = Options> {
    let layouts = [Layout::Default, Layout::CompactDataAtZero, Layout::CompactTextAtZero];
    (any::<bool>(), any::<bool>(), any::<bool>(), prop::sample::select(layouts.to_vec())).prop_map(
        |(delayed_branches, big_endian, pseudo, layout)| Options {
            delayed_branches,
            big_endian,
            pseudo,
            layout,
            ..Options::of(Dialect::Mars)
        },
    )
}

#[rustfmt::skip]
const WORDS: &[&str] = &[
    "add", "addi", "lw", "sw", "beq", "b", "j", "li", "la", "ulw", "mul", "div", "l.d", "nop", "syscall", "ld", "rol",
    "$t0", "$zero", "$31", "$f2", "$f31", "$32", "$x", "$", "0", "1", "-1", "32768", "65535", "-32769", "0xffffffff",
    "2147483647", "99999999999", "1.5", "1e400", "NaN", "'a'", "'", "'\\n'", "\"text\"", "\"open", "(", ")", ",", "+",
    "-", ":", "x", "x:", "y", "m", "m:", "N", "%a", "%", "#c", "@", ".", ".foo", ".data", ".text", ".kdata", ".ktext",
    ".word", ".half", ".byte", ".float", ".double", ".ascii", ".asciiz", ".align", ".space", ".extern", ".globl", ".set",
    ".eqv", ".macro", ".end_macro", ".include", "0x10010000", "0x7ffffffc", "0x80000000", "0x00400000", "é", "\u{1F600}",
    "\r", "\t", "\u{0}", "\u{202e}", "=", ";",
];

fn soup() -> impl Strategy<Value = String> {
    let line = prop::collection::vec(prop::sample::select(WORDS), 0..8);
    prop::collection::vec(line, 0..40).prop_map(|lines| {
        let lines: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
        lines.join("\n")
    })
}

/// The case files, to be changed at random.
fn programs() -> Vec<Vec<u8>> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/mars");
    let folders = ["ok", "err"].map(|name| root.join(name));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten());
    let mut paths: Vec<_> = files.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "s"));
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read(path).ok()).filter(|p| p.len() < 4000).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn words_in_any_order(source in soup(), options in options()) {
        survives(source.as_bytes(), &options, &NoLibrary);
    }

    #[test]
    fn any_bytes(source in prop::collection::vec(any::<u8>(), 0..300), options in options()) {
        survives(&source, &options, &Endless);
    }

    #[test]
    fn any_characters(source in "\\PC{0,200}", options in options()) {
        survives(source.as_bytes(), &options, &NoLibrary);
    }

    #[test]
    fn changed_programs(
        mut source in prop::sample::select(programs()),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, any::<u8>()), 1..8),
        options in options(),
    ) {
        for (at, change, byte) in changes {
            let at = at.index(source.len() + 1);
            match change {
                0 if at < source.len() => { source.remove(at); }
                1 => source.insert(at, byte & 0x7f),
                2 => source.truncate(at.max(1)),
                _ => {
                    let piece: Vec<u8> = source[at..].iter().copied().take(40).collect();
                    let to = usize::from(byte) % (source.len() + 1);
                    source.splice(to..to, piece);
                }
            }
        }
        survives(&source, &options, &Endless);
    }
}

/// Expansions that grow faster than the source are stopped in time.
#[test]
fn small_sources_make_no_endless_work() {
    let doubling = (0..60).map(|n| format!(".eqv A{n} A{} A{}\n", n + 1, n + 1));
    let doubling: String = doubling.chain(["A0\n".to_owned()]).collect();
    let calls = (0..300).map(|n| format!(".macro m{n}\nm{}\n.end_macro\n", n + 1));
    let deep: String = calls.chain(["m0\n".to_owned()]).collect();
    let many = |name: &str| (0..9000).map(|n| format!(" {name}{n}")).collect::<String>();
    let later = format!(".macro m\n{}.end_macro\n", "later\n".repeat(100));
    let sources = [
        doubling.clone(),
        doubling.replace("A0\n", &"A0\n".repeat(2000)),
        deep,
        format!(".data\n.word {}\n", "x ".repeat(100_000)),
        format!(".data\n{}\n", ".word 1 : 1000000\n.data 0x10010000\n".repeat(2000)),
        format!("{}\n", "(".repeat(100_000)),
        format!(".macro m {}\nm\n", "%a ".repeat(50_000)),
        format!(".macro m(%a)\nli {} \n.end_macro\n{}", "%a ".repeat(3000), "m(1)\n".repeat(3000)),
        format!(
            ".macro m{}\n{}.end_macro\nm{}\n",
            many("%p"),
            "%p8999\n".repeat(50_000),
            " nop".repeat(9000)
        ),
        format!(
            "{later}{}{}.macro later\n.end_macro\n",
            "m\n".repeat(1000),
            "nop\n".repeat(50_000)
        ),
        format!(".data\n.asciiz \"{}", "\\\"".repeat(200_000)),
        "x".repeat(1 << 20),
        "a:\n".repeat(100_000),
        ".space 2147483647\n".repeat(1000),
        ".data\n.space 2147483647\n".repeat(1000),
        ".data\n.align 31\n.byte 1\n".repeat(1000),
        ".include \"a\"\n".repeat(1000),
        "b nowhere\n".repeat(50_000),
        "\"".repeat(100_000),
        "'".repeat(100_000),
    ];
    for source in sources {
        survives(source.as_bytes(), &Options::of(Dialect::Mars), &Endless);
    }
}

#[test]
fn no_file_at_all_is_an_empty_program() {
    let mut sources = Sources::new();
    let files: [FileId; 0] = [];
    let options = Options::of(Dialect::Mars);
    assert!(assemble(&mut sources, &files, &options, &NoLibrary).is_ok());
}
