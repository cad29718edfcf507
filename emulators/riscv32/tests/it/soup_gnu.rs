//! Any source is either accepted by the GNU dialect or rejected with a message, without a panic.

use asmkit::{FileId, Library, NoLibrary, OpenError, Severity, Sources, render};
use proptest::prelude::*;
use riscv32::assembler::assemble;
use riscv32::{Dialect, Options, Profile};

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
    let profiles = [Profile::FULL, Profile::ESP32C3, Profile::RARS];
    let profile = prop::sample::select(profiles.to_vec());
    let choice = (any::<bool>(), any::<bool>(), profile);
    choice.prop_map(|(relax, board, profile)| {
        let base = if board { Options::esp32c3() } else { Options::of(Dialect::Gnu) };
        Options { relax, profile, ..base }
    })
}

#[rustfmt::skip]
const WORDS: &[&str] = &[
    "add", "addi", "lw", "sw", "beq", "j", "jal", "call", "tail", "li", "la", "lui", "auipc", "c.addi", "c.beqz", "fadd.s", "flw", "amoadd.w",
    "csrr", "fence", "nop", "ret", "unimp", "a0,", "zero,", "sp", "s0,", "fa0,", "(a0)", "x32", "0", "1", "-1", "2048", "0xffffffff",
    "99999999999999999999", "1.5", "1e400", "nan", "'a'", "'", "'\\n'", "\"text\"", "\"open", "(", ")", ",", "+", "-", "*", "/", "<<", "==", "&&",
    "!", ".", ":", "x", "x:", "y", "y:", "1:", "1b", "1f", "%hi(x)", "%lo(x)", "%pcrel_hi(x)", "%pcrel_lo(1b)", "%lo", "x@plt", "m", "\\a", "\\@",
    ".text", ".data", ".bss", ".section", ".foo", ".previous", ".word", ".byte", ".half", ".float", ".double", ".ascii", ".asciz", ".align", ".balign",
    ".space", ".fill", ".org", ".globl", ".weak", ".local", ".comm", ".set", ".equ", "=", ".macro", ".endm", ".rept", ".irp", ".irpc", ".endr", ".exitm",
    ".if", ".ifdef", ".else", ".elseif", ".endif", ".include", ".option", "rvc", "norvc", "push", "pop", ".insn", "r", "i", ".uleb128", ".sleb128",
    ".size", ".type", ".pushsection", ".popsection", "é", "\u{1F600}", "\r", "\t", "\u{0}", "\u{202e}", ";", "#c", "/*", "*/", "\n", "\n",
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
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/gnu");
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

/// Expansion that grows faster than the source is stopped in time.
#[test]
fn small_sources_make_no_endless_work() {
    let doubling = (0..60).map(|n| format!(".set A{n}, A{} + A{}\n", n + 1, n + 1));
    let doubling: String = doubling.chain([".word A0\n".to_owned()]).collect();
    let calls = (0..300).map(|n| format!(".macro m{n}\nm{}\n.endm\n", n + 1));
    let deep: String = calls.chain(["m0\n".to_owned()]).collect();
    let many: String = (0..10_000).map(|n| format!("p{n} ")).collect();
    let sources = [
        doubling,
        deep,
        ".macro m\nm\nm\n.endm\nm\n".to_owned(),
        ".rept 1000000000\nnop\n.endr\n".to_owned(),
        ".rept 1000\n.rept 1000\n.rept 1000\nnop\n.endr\n.endr\n.endr\n".to_owned(),
        ".rept 1000\n.rept 1000000000\n.endr\n.endr\n".to_owned(),
        format!(".data\n.word {}\n", "x,".repeat(50_000)),
        format!(".word {}1\n", "x+".repeat(50_000)),
        format!(".word {}\n", "(".repeat(100_000)),
        format!(".word {}1\n", "-".repeat(100_000)),
        format!(".macro m {}\n.endm\nm\n", "a ".repeat(20_000)),
        format!(".macro m {many}\n.endm\n.rept 100000\nm\n.endr\n"),
        format!(".macro m {many}\n{}.endm\nm\n", "\\p9999 \\p9999\n".repeat(50_000)),
        format!(".macro m a\nli \\a \n.endm\n{}", "m a0,1\n".repeat(3000)),
        format!(".data\n.asciz \"{}", "\\\"".repeat(200_000)),
        "x".repeat(1 << 20),
        "a:\n".repeat(50_000),
        ".space 2147483647\n".repeat(1000),
        ".data\n.space 2147483647\n.byte 1\n".repeat(1000),
        ".data\n.align 31\n.byte 1\n".repeat(1000),
        ".text\n.align 31\nnop\n".repeat(1000),
        ".include \"a\"\n".repeat(1000),
        "j nowhere\n".repeat(50_000),
        format!("x:\n{}", "call x\n.align 2\n".repeat(20_000)),
        format!("x:\n{}y:\n", "beqz a0, y\nj x\n".repeat(5_000)),
        ".if 1\n".repeat(50_000),
        "\"".repeat(100_000),
        "'".repeat(100_000),
        "/*".repeat(100_000),
        ".section a\n.pushsection b\n".repeat(20_000),
        ".org 0xffffffff\n.byte 1\n".to_owned(),
        "a = b\nb = a\n.word a\n.space a\n".to_owned(),
        "x: .space y-x\ny: .uleb128 y-x\n".to_owned(),
        ".comm a, 0x7fffffffffffffff\n.comm b, 0x7fffffffffffffff\nla a0, b\n".to_owned(),
    ];
    for source in sources {
        survives(source.as_bytes(), &Options::of(Dialect::Gnu), &Endless);
    }
}

#[test]
fn no_file_at_all_is_an_empty_program() {
    let mut sources = Sources::new();
    let files: [FileId; 0] = [];
    assert!(assemble(&mut sources, &files, &Options::of(Dialect::Gnu), &NoLibrary).is_ok());
}
