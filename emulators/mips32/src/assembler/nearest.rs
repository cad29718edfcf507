//! The directive that a name which is none was probably meant to be.

/// A directive that other assemblers call so, or else the one that is written most like it.
pub(super) fn directive(
    name: &str,
    known: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    let usual = match name {
        ".string" | ".asciz" => ".asciiz",
        ".global" => ".globl",
        ".short" | ".hword" => ".half",
        ".long" | ".int" => ".word",
        ".skip" | ".zero" => ".space",
        ".bss" | ".rodata" => ".data",
        ".equ" => ".eqv",
        ".endm" => ".end_macro",
        _ => "",
    };
    let known: Vec<&str> = known.collect();
    let same = known.iter().copied().find(|&directive| directive == usual);
    same.or_else(|| asmkit::nearest(name, known))
}

/// The directive whose dot was forgotten.
pub(super) fn dotted(
    name: &str,
    mut known: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    known.find(|directive| directive.strip_prefix('.') == Some(name))
}
