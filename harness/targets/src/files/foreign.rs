//! Recognises files that are passed as programs by mistake, by first bytes, name and text.

use std::path::Path;

/// Description of a binary file that is not a program, with advice; recognised by its bytes.
///
/// Excludes the formats that the puzzle parser recognises itself.
#[must_use]
pub fn binary(bytes: &[u8]) -> Option<&'static str> {
    let known = MAGICS.iter().find(|(magic, _)| bytes.starts_with(magic));
    let known = known.map(|(_, what)| *what);
    let tar = || (bytes.get(257..262) == Some(b"ustar")).then_some(ARCHIVE);
    known.or_else(tar).or_else(|| is_utf_16(bytes).then_some(UTF_16))
}

/// Whether every second byte is zero and no other, as in English text in UTF-16.
fn is_utf_16(bytes: &[u8]) -> bool {
    let zeros = |first: usize| bytes.iter().skip(first).step_by(2).filter(|&&byte| byte == 0);
    let (even, odd) = (zeros(0).count(), zeros(1).count());
    bytes.len() >= 8 && (even == 0 || odd == 0) && (even + odd) * 5 > bytes.len() * 2
}

const ARCHIVE: &str = "an archive: unpack it and pass the program inside";
const UTF_16: &str = "text in UTF-16: save it as UTF-8";
const PICTURE: &str = "a picture, not a program";
const OF_THIS_COMPUTER: &str = "a program for a real computer, not for a machine simulated here";

#[rustfmt::skip]
const MAGICS: &[(&[u8], &str)] = &[
    (b"!<arch>\n",            "a library of object files: pass the linked program or the sources"),
    (b"7z\xbc\xaf\x27\x1c",   ARCHIVE),
    (b"Rar!",                 ARCHIVE),
    (b"{\\rtf",               "an RTF document: save it as plain text"),
    (b"\xd0\xcf\x11\xe0",     "an office document: save it as plain text"),
    (b"\x89PNG",              PICTURE),
    (b"\xff\xd8\xff",         PICTURE),
    (b"GIF8",                 PICTURE),
    (b"MZ",                   OF_THIS_COMPUTER),
    (b"\xcf\xfa\xed\xfe",     OF_THIS_COMPUTER),
    (b"\xca\xfe\xba\xbe",     "compiled Java: pass an assembly source"),
];

/// Description of a text in another language, with advice.
///
/// For texts that every assembler has rejected: valid assembly may match, too.
#[must_use]
pub fn language(name: &Path, text: &str) -> Option<&'static str> {
    let lower = |part: Option<&std::ffi::OsStr>| {
        part.map_or_else(String::new, |part| part.to_string_lossy().to_ascii_lowercase())
    };
    let (end, stem) = (lower(name.extension()), lower(name.file_stem()));
    let by_name = LANGUAGES.iter().find(|language| {
        language.ends.contains(&end.as_str())
            || language.ends.is_empty() && stem == language.stem
            || end.is_empty() && stem == language.stem && !stem.is_empty()
    });
    let by_text = || LANGUAGES.iter().find(|language| (language.looks)(text));
    by_name.or_else(by_text).map(|language| language.message)
}

/// A language other than assembly.
struct Language {
    /// File name extensions.
    ends: &'static [&'static str],
    /// File name without extension.
    stem: &'static str,
    /// Whether a text is certainly in this language.
    looks: fn(&str) -> bool,
    /// Description and advice.
    message: &'static str,
}

#[rustfmt::skip]
const LANGUAGES: &[Language] = &[
    Language { ends: &["c", "h", "cc", "cpp", "cxx", "hpp"], stem: "", looks: is_c,
               message: "C source: compile it to assembly with `gcc -S` of a compiler for the machine" },
    Language { ends: &["java"], stem: "", looks: is_java,
               message: "Java source, not assembly" },
    Language { ends: &["py"], stem: "", looks: is_python,
               message: "Python source, not assembly" },
    Language { ends: &["rs"], stem: "", looks: |text| has_line(text, |line| line.starts_with("fn main()")),
               message: "Rust source, not assembly" },
    Language { ends: &[], stem: "", looks: is_x86,
               message: "x86 assembly, and Isagrid has no x86" },
    Language { ends: &[], stem: "", looks: is_arm,
               message: "ARM assembly, and Isagrid has no ARM" },
    Language { ends: &["z80"], stem: "", looks: is_z80,
               message: "assembly of the Z80 or 8080, which Isagrid does not have" },
    Language { ends: &[], stem: "", looks: is_for_ripes,
               message: "assembly for devices of Ripes (LED matrix, switches, D-pad), which Isagrid does not have" },
    Language { ends: &["mk", "mak"], stem: "makefile", looks: |_| false,
               message: "a Makefile: pass the program's source" },
    Language { ends: &["md", "markdown"], stem: "readme", looks: is_markdown,
               message: "a Markdown document: pass the program's source" },
    Language { ends: &["html", "htm"], stem: "", looks: is_html,
               message: "an HTML page: save the program on it as plain text" },
    Language { ends: &["json"], stem: "", looks: |text| text.trim_start().starts_with("{\""),
               message: "JSON data, not a program" },
    Language { ends: &["sh", "bash"], stem: "", looks: |text| text.starts_with("#!"),
               message: "a shell script or another interpreter's script, not assembly" },
];

fn has_line(text: &str, is_like: impl Fn(&str) -> bool) -> bool {
    text.lines().any(is_like)
}

/// Looks for a function with braces; `#include` also occurs in preprocessed assembly.
fn is_c(text: &str) -> bool {
    let types = ["int ", "void ", "static ", "char ", "unsigned ", "struct "];
    let function =
        |line: &str| types.iter().any(|begin| line.starts_with(begin)) && line.contains('(');
    has_line(text, function) && has_line(text, |line| line.trim_end().ends_with('{'))
}

fn is_java(text: &str) -> bool {
    let class = |line: &str| line.starts_with("public class ") || line.starts_with("import java.");
    has_line(text, class)
}

fn is_python(text: &str) -> bool {
    let block = |line: &str| {
        let begins = ["def ", "class ", "if __name__"].iter().any(|begin| line.starts_with(begin));
        begins && line.trim_end().ends_with(':')
    };
    has_line(text, block)
}

fn is_markdown(text: &str) -> bool {
    has_line(text, |line| line.starts_with("```")) && has_line(text, |line| line.starts_with("# "))
}

/// Number of lines whose words, in lower case and without their comment, are like this.
fn count(text: &str, is_like: impl Fn(&str, &str) -> bool) -> usize {
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or_default());
    let like = lines.filter(|line| {
        let line = line.rsplit(':').next().unwrap_or_default().trim().to_ascii_lowercase();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        is_like(first, rest.trim())
    });
    like.count()
}

/// Lines of another processor from which on a text is that processor's.
const ENOUGH: usize = 2;

fn is_x86(text: &str) -> bool {
    let names =
        ["eax", "ebx", "ecx", "edx", "esp", "ebp", "rax", "rbx", "rdi", "rsi", "rsp", "rbp"];
    let short = ["ax", "bx", "cx", "dx", "si", "di", "ds", "es", "al", "ah", "bl", "cl", "dl"];
    let has = |names: &[&str], operands: &str| {
        let mut words = operands.split(|c: char| !c.is_ascii_alphanumeric());
        words.any(|word| names.contains(&word))
    };
    let is_like = |first: &str, rest: &str| match first {
        "la" => false,
        "mov" | "lea" => has(&names, rest) || has(&short, rest),
        "int" => rest.starts_with(|c: char| c.is_ascii_digit()),
        ".386" | ".486" | ".586" | ".686" | ".model" | "bits" => true,
        _ => has(&names, rest),
    };
    count(text, is_like) >= ENOUGH
}

fn is_arm(text: &str) -> bool {
    let is_like = |first: &str, rest: &str| match first {
        "ldr" | "str" | "ldrb" | "strb" => rest.contains(", [") || rest.contains(", ="),
        "push" | "pop" | "stmfd" | "ldmfd" => rest.contains('{'),
        "bx" => rest == "lr",
        "mov" | "cmp" => rest.starts_with('r') && rest.contains('#'),
        _ => false,
    };
    count(text, is_like) >= ENOUGH
}

fn is_z80(text: &str) -> bool {
    let registers = ["a", "b", "c", "d", "e", "h", "l", "hl", "de", "bc", "ix", "iy", "sp", "m"];
    let is_like = |first: &str, rest: &str| {
        let operand = rest.split(',').next().unwrap_or_default().trim();
        match first {
            "ld" => registers.contains(&operand) || operand.starts_with("(hl") || operand == "(de)",
            "mvi" | "lxi" | "inx" | "dcx" | "mov" => registers.contains(&operand),
            "djnz" | "ldir" | "exx" => true,
            _ => false,
        }
    };
    count(text, is_like) >= ENOUGH
}

/// Looks for symbols that Ripes defines for its devices, such as `LED_MATRIX_0_BASE`, and that the text does not define.
fn is_for_ripes(text: &str) -> bool {
    let code = || text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    ["LED_MATRIX_0_", "SWITCHES_0_", "D_PAD_0_"].iter().any(|device| {
        let labels =
            |line: &str| line.split_once(':').is_some_and(|(name, _)| name.contains(device));
        let mut lines = code().filter(|line| line.contains(device)).peekable();
        lines.peek().is_some() && !lines.any(|line| line.starts_with('.') || labels(line))
    })
}

fn is_html(text: &str) -> bool {
    let begin: String = text.trim_start().chars().take(15).collect();
    let begin = begin.to_ascii_lowercase();
    begin.starts_with("<!doctype html") || begin.starts_with("<html")
}

/// Name of a processor that Isagrid does not emulate, by its ELF machine number.
///
/// Source: the registry of ELF machine numbers in the System V ABI, `e_machine`.
#[must_use]
pub fn processor(machine: u16) -> Option<&'static str> {
    Some(match machine {
        3 => "32-bit x86",
        20 | 21 => "PowerPC",
        40 => "32-bit ARM",
        62 => "x86-64",
        183 => "64-bit ARM",
        94 | 244 => "Xtensa",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_recognised_by_name_and_text() {
        let language_of =
            |name: &str, text| language(Path::new(name), text).map(|message| &message[..12]);
        assert_eq!(language_of("x.c", ""), Some("C source: co"));
        assert_eq!(
            language_of("x.s", "#include <stdio.h>\nint main(void) {\n"),
            Some("C source: co")
        );
        assert_eq!(language_of("README", "hello\n"), Some("a Markdown d"));
        assert_eq!(language_of("Makefile", "all:\n\tcc x.c\n"), Some("a Makefile: "));
        assert_eq!(language_of("x.s", "# Title\n```\nmain: nop\n```\n"), Some("a Markdown d"));
        let x86 = "section .text\nmov eax, 4 ; write\n_start: mov ebx, 1\nint 0x80\n";
        assert_eq!(language_of("x.asm", x86), Some("x86 assembly"));
        let of_dos = "org 100h\nmov ah, 9\nmov dx, text\nint 21h\n";
        assert_eq!(language_of("x.asm", of_dos), Some("x86 assembly"));
        let masm = ".386\n.MODEL flat, stdcall\nmain PROC\ncall WriteString\n";
        assert_eq!(language_of("x.asm", masm), Some("x86 assembly"));
        assert_eq!(
            language_of("x.s", "main: push {r4, lr}\nldr r0, =text\nbx lr"),
            Some("ARM assembly")
        );
        assert_eq!(language_of("x.asm", "start: ld hl,text\nld a,(hl)\n"), Some("assembly of "));
        assert_eq!(language_of("x.asm", "MVI A, 5\nLXI H, 2000H\n"), Some("assembly of "));
        let of_ripes =
            ".equ SIZE 64\nmain: # of LED_MATRIX_0_BASE:\nloop: la t0 LED_MATRIX_0_BASE\n";
        assert_eq!(language_of("x.s", of_ripes), Some("assembly for"));
        assert_eq!(language_of("x.s", "lw t0, D_PAD_0_UP\n"), Some("assembly for"));
        assert_eq!(language_of("x.s", "def f(x):\n    return x\n"), Some("Python sourc"));
    }

    #[test]
    fn assembly_language_is_none_of_them() {
        let sources = [
            "#include <regdef.h>\n# int f(int x) {\nmain: li v0, 10\n",
            "# Title\n# and more\n.data\nint: .word 1\n.text\nmain: jr $ra\n",
            "",
            "class: .word 1\ndef: .word 2\n",
            "int width;\nint length;\n",
            ".ORIG x3000\nLD R0, A\nLDR R1, R0, #0\nST R1, B\nSTR R0, R1, #0\n",
            ".equ LED_MATRIX_0_BASE, 0x10000000\nla t0, LED_MATRIX_0_BASE\n",
            "D_PAD_0_UP: .word 0\nlw t0, D_PAD_0_UP\n",
            "ld a0, 0(sp)\nmv a1, a0\nld a, 5\n",
            "LDA #$10\nSTA $20\nLDX #5\n",
        ];
        for source in sources {
            assert_eq!(language(Path::new("x.s"), source), None, "{source}");
        }
    }

    #[test]
    fn the_first_bytes_tell_what_is_no_text() {
        assert_eq!(binary(b"Rar!..."), Some(ARCHIVE));
        assert_eq!(binary(b"m\0a\0i\0n\0:\0"), Some(UTF_16));
        assert_eq!(binary(b"main: nop\n"), None);
    }
}
