//! Files of other kinds that are given as programs by mistake, told by their first bytes, their
//! names, and what texts look like.

use std::path::Path;

/// What a file is that holds no text, told by its bytes, and what to do about it.
///
/// What the readers of puzzles know, too, is not among it.
#[must_use]
pub fn binary(bytes: &[u8]) -> Option<&'static str> {
    let known = MAGICS.iter().find(|(magic, _)| bytes.starts_with(magic));
    let known = known.map(|(_, what)| *what);
    let tar = || (bytes.get(257..262) == Some(b"ustar")).then_some(ARCHIVE);
    known.or_else(tar).or_else(|| is_utf_16(bytes).then_some(UTF_16))
}

/// Whether every other byte is zero, and no other is, as in English in UTF-16.
fn is_utf_16(bytes: &[u8]) -> bool {
    let zeros = |first: usize| bytes.iter().skip(first).step_by(2).filter(|&&byte| byte == 0);
    let (even, odd) = (zeros(0).count(), zeros(1).count());
    bytes.len() >= 8 && (even == 0 || odd == 0) && (even + odd) * 5 > bytes.len() * 2
}

const ARCHIVE: &str = "an archive of files: unpack it, and give the program that is in it";
const UTF_16: &str = "text in UTF-16: save it as UTF-8";
const PICTURE: &str = "a picture, not a program";
const OF_THIS_COMPUTER: &str =
    "a program for this or another computer, not for a machine that is simulated here";

#[rustfmt::skip]
const MAGICS: &[(&[u8], &str)] = &[
    (b"!<arch>\n",            "a library of object files: give the linked program, or the sources"),
    (b"7z\xbc\xaf\x27\x1c",   ARCHIVE),
    (b"Rar!",                 ARCHIVE),
    (b"{\\rtf",               "a document in RTF: save it as plain text"),
    (b"\xd0\xcf\x11\xe0",     "a document of an office program: save it as plain text"),
    (b"\x89PNG",              PICTURE),
    (b"\xff\xd8\xff",         PICTURE),
    (b"GIF8",                 PICTURE),
    (b"MZ",                   OF_THIS_COMPUTER),
    (b"\xcf\xfa\xed\xfe",     OF_THIS_COMPUTER),
    (b"\xca\xfe\xba\xbe",     "compiled Java: give the source, and one in assembly language"),
];

/// The language a text is in that no assembler takes, with what to do about it.
///
/// Asked where every assembler refused the text: what has the signs may still be a program.
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
    by_name.or_else(by_text).map(|language| language.told)
}

/// A language that is no assembly language.
struct Language {
    /// What names of its files end in.
    ends: &'static [&'static str],
    /// What its files are called without an end.
    stem: &'static str,
    /// Whether a text is surely in it.
    looks: fn(&str) -> bool,
    /// What it is, and what to do.
    told: &'static str,
}

#[rustfmt::skip]
const LANGUAGES: &[Language] = &[
    Language { ends: &["c", "h", "cc", "cpp", "cxx", "hpp"], stem: "", looks: is_c,
               told: "a source in C: a compiler makes assembly of it, as `gcc -S` does with one for the machine" },
    Language { ends: &["java"], stem: "", looks: is_java,
               told: "a source in Java, not in assembly language" },
    Language { ends: &["py"], stem: "", looks: is_python,
               told: "a source in Python, not in assembly language" },
    Language { ends: &["rs"], stem: "", looks: |text| has_line(text, |line| line.starts_with("fn main()")),
               told: "a source in Rust, not in assembly language" },
    Language { ends: &["mk", "mak"], stem: "makefile", looks: |_| false,
               told: "a Makefile, which says how programs are made: give the program's source" },
    Language { ends: &["md", "markdown"], stem: "readme", looks: is_markdown,
               told: "a text for people to read (Markdown): give the program's source" },
    Language { ends: &["html", "htm"], stem: "", looks: is_html,
               told: "a page of HTML: save the program that it shows as plain text" },
    Language { ends: &["json"], stem: "", looks: |text| text.trim_start().starts_with("{\""),
               told: "data in JSON, not a program" },
    Language { ends: &["sh", "bash"], stem: "", looks: |text| text.starts_with("#!"),
               told: "a script for a shell or another interpreter, not in assembly language" },
];

fn has_line(text: &str, is_like: impl Fn(&str) -> bool) -> bool {
    text.lines().any(is_like)
}

/// A function with its braces: preprocessed assembly has `#include` too, and nothing of this.
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

fn is_html(text: &str) -> bool {
    let begin: String = text.trim_start().chars().take(15).collect();
    let begin = begin.to_ascii_lowercase();
    begin.starts_with("<!doctype html") || begin.starts_with("<html")
}

/// The processor that an ELF file for another machine is for, by its number in such files.
///
/// Source: the registry of ELF machine numbers in the System V ABI, `e_machine`.
#[must_use]
pub fn processor(machine: u16) -> Option<&'static str> {
    Some(match machine {
        3 => "x86 of 32 bits",
        20 | 21 => "PowerPC",
        40 => "ARM of 32 bits",
        62 => "x86-64",
        183 => "ARM of 64 bits",
        94 | 244 => "Xtensa",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_texts_tell_a_language() {
        let told = |name: &str, text| language(Path::new(name), text).map(|told| &told[..12]);
        assert_eq!(told("x.c", ""), Some("a source in "));
        assert_eq!(told("x.s", "#include <stdio.h>\nint main(void) {\n"), Some("a source in "));
        assert_eq!(told("README", "hello\n"), Some("a text for p"));
        assert_eq!(told("Makefile", "all:\n\tcc x.c\n"), Some("a Makefile, "));
        assert_eq!(told("x.s", "# Title\n```\nmain: nop\n```\n"), Some("a text for p"));
        assert_eq!(told("x.s", "def f(x):\n    return x\n"), Some("a source in "));
    }

    #[test]
    fn assembly_language_is_none_of_them() {
        let sources = [
            "#include <regdef.h>\n# int f(int x) {\nmain: li v0, 10\n",
            "# Title\n# and more\n.data\nint: .word 1\n.text\nmain: jr $ra\n",
            "",
            "class: .word 1\ndef: .word 2\n",
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
