//! Any source is either accepted by the RARS assembler or rejected with a message, without a panic
//! or a hang.

use asmkit::{Library, NoLibrary, OpenError, Severity, Sources, render};
use proptest::prelude::*;
use riscv32::assembler::assemble;
use riscv32::{Dialect, Layout, Options};

/// Library in which every file includes itself and more.
struct Endless;

impl Library for Endless {
    fn open(&self, from: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let text = format!(".include \"{name}x\"\n.include \"{name}\"\nx: nop\n");
        Ok((format!("{from}/{name}"), text.into_bytes()))
    }
}

/// Assembles a source, and renders every message.
fn survives(source: &[u8], options: &Options, library: &dyn Library) {
    let mut sources = Sources::new();
    let file = sources.add("soup.s", source);
    let (messages, accepted) = match assemble(&mut sources, &[file], options, library) {
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
    let layout = prop::sample::select(layouts.to_vec());
    let options = |(pseudo, layout)| Options { pseudo, layout, ..Options::of(Dialect::Rars) };
    (any::<bool>(), layout).prop_map(options)
}

#[rustfmt::skip]
const WORDS: &[&str] = &[
    "add", "addi", "lw", "sw", "flw", "fsd", "beq", "bgt", "j", "jal", "jalr", "call", "li", "la", "lui", "auipc", "mul",
    "fadd.s", "fmadd.d", "fcvt.w.s", "csrrw", "csrw", "csrwi", "rdcycle", "fence", "nop", "ecall", "t0", "zero", "x31",
    "x32", "fp", "ft0", "f31", "fcsr", "0xfff", "4096", "rtz", "dyn", "%hi", "%lo", "%hi(x)", "%lo(x)(t0)", "0", "1", "-1",
    "2048", "-2049", "0xffffffff", "2147483647", "4294967296", "99999999999999999999", "0x8000000000000000", "1.5",
    "1e400", "NaN", "Inf", "-Inf", "'a'", "'", "'\\n'", "\"text\"", "\"\\u12\"", "\"open", "(", ")", ",", "+", "-", ":",
    "x", "x:", "y", "m", "m:", "N", "%a", "%", "#c", "@", ".", ".foo", ".data", ".text", ".word", ".dword", ".half",
    ".byte", ".float", ".double", ".ascii", ".asciz", ".string", ".align", ".space", ".extern", ".globl", ".section",
    ".rodata", ".eqv", ".macro", ".end_macro", ".include", "0x10010000", "0x7ffffffc", "0x80000000", "0x00400000", "é",
    "\u{1F600}", "\r", "\t", "\u{0}", "\u{202e}", "=", ";",
];

fn soup() -> impl Strategy<Value = String> {
    let line = prop::collection::vec(prop::sample::select(WORDS), 0..8);
    prop::collection::vec(line, 0..40).prop_map(|lines| {
        let lines: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
        lines.join("\n")
    })
}

/// Case files, to be changed at random.
fn programs() -> Vec<Vec<u8>> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/rars");
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

#[test]
fn strings_that_end_anywhere_are_read() {
    let quoted = "\"\\u20ac\\\\\\n\\q\\u\\ué\\\"\u{1F600}\"";
    for end in (0..=quoted.len()).filter(|&end| quoted.is_char_boundary(end)) {
        let source = format!(".data\n.asciz {}\n", &quoted[..end]);
        survives(source.as_bytes(), &Options::of(Dialect::Rars), &NoLibrary);
    }
}
