//! What single signs tell, and what trying does.

use super::Dialect::{Gnu, Mars, Midas, Rars, Spim, Spl, Venus};
use super::{Dialect, Evidence, Refusal, Source, choose};

fn evidence(name: &str, text: &str) -> Evidence {
    Evidence::of(&[Source { name: name.as_ref(), text }])
}

#[test]
fn signs_that_tell() {
    let cases = [
        ("x: jr $ra\nmain: jal x", Spim),
        ("x: jr $ra\n.globl main\nmain: jal x\nli $v0, 10\nsyscall", Spim),
        ("j main\nx: jr $ra\n.globl main\nmain: jal x\nli $v0, 10\nsyscall", Mars),
        ("main: jal x\nli $v0, 10\nsyscall\nx: jr $ra", Mars),
        ("main: jal x\nli $v0, 10\nsyscall\nunused: jr $ra", Mars),
        ("main: sw $ra, 0($sp)\njal x\nlw $ra, 0($sp)\njr $31\nx: jr $ra", Spim),
        (".data\nmsg: \"text\"\n.text\nmain: li $v0, 10\nsyscall", Mars),
        (".data\nx: .word 1\n.text\nmain: nop", Mars),
        (".ent main\nmain: li $v0, 10\nsyscall", Spim),
        ("li $v0, 42\nsyscall", Mars),
        ("# .macro\nx: .asciiz \"a = # b\"\ny: jr $ra\nmain: jal y\njr $ra", Spim),
        ("", Mars),
        ("main: li a7, 10\necall", Rars),
        (".eqv N, 3\nmain: li a7, 10\necall", Rars),
        ("li a0, 1\nli a1, 5\necall", Venus),
        (".import util.s\nmain: jal ra, f", Venus),
        (".equ N, 3\n_start: li a7, 93\necall", Gnu),
        ("1: addi a0, a0, -1\nbnez a0, 1b\nli a7, 93\necall", Gnu),
        (".macro add3 a b\naddi \\a, \\b, 3\n.endm\nadd3 t0 t1", Gnu),
        (".macro inc(%r)\naddi %r, %r, 1\n.end_macro\ninc(t0)", Rars),
        (".globl _start\n_start: li a7, 93\necall", Gnu),
        (".globl _start\n_start: li a7, 10\necall", Rars),
        ("x: .zero 4\n.type main, @function\nmain: li a7, 4\necall", Rars),
        ("x: .asciz \"0 to 9: \"\nmain: li a7, 93\necall", Rars),
        (".section .text\naddi x17, x0, 4\necall", Rars),
        (".extern f\nmain: li a7, 93\necall", Gnu),
        (".extern f 4\nmain: li a7, 93\necall", Rars),
        ("la $a0, x\nli $a7, 4\necall", Rars),
        ("la a0, x\nli a7, 4\nsyscall", Rars),
        ("\n=file(\"a.txt\")\t=A1.read()\n", Spl),
        ("TITLE HELLO\nGO: .LOGOUT 1,\nEND GO", Midas),
        ("; what ecall does\na=1\nfoo:\tmovei a,[asciz /hi/]\n", Midas),
        ("A==1\nGO::\t.IOT 1,A\n", Midas),
        ("title: .asciiz \"TITLE\"\nmain: li $v0, 10\nsyscall # JRST", Mars),
        ("END: li a7, 10 # END\necall", Rars),
    ];
    for (source, dialect) in cases {
        assert_eq!(evidence("x.s", source).likely()[0], dialect, "{source}");
    }
}

#[test]
fn no_name_decides_alone() {
    assert_eq!(evidence("x.mid", "").likely(), [Midas]);
    assert_eq!(evidence("x.SPL", "1\t2\n").likely()[0], Spl);
    let mips = "main: lw $t0, 4($sp)\nsyscall\n";
    assert_eq!(evidence("x.mid", mips).likely(), [Mars, Spim, Midas]);
}

#[test]
fn a_switch_speaks_for_its_simulator() {
    let mut told = evidence("x.s", "main: li $v0, 10\nsyscall");
    told.add(&[Spim], "--no-handler is a switch of no other");
    assert_eq!(told.likely()[0], Spim);
    assert_eq!(told.because(Spim), Some("--no-handler is a switch of no other"));
}

#[test]
fn reasons_name_a_line() {
    let because = |text, dialect| evidence("x.s", text).because(dialect).map(str::to_owned);
    let told = because("li $v0, 42\nsyscall", Mars);
    assert_eq!(told.unwrap(), "line 2 makes system call 42, which only MARS has");
    assert_eq!(because("", Mars), None);
    let two = [("a.s", "main: nop"), ("b.s", "N = 4")];
    let two = two.map(|(name, text)| Source { name: name.as_ref(), text });
    let told = Evidence::of(&two).because(Spim).map(str::to_owned);
    assert_eq!(told.unwrap(), "line 1 of b.s has `N =`, which only SPIM knows");
}

/// What is chosen, where these dialects find errors and no others do: dialect, note, hint.
fn chosen(text: &str, errors: &[(Dialect, usize)]) -> (Dialect, Option<String>, Option<String>) {
    let evidence = evidence("x.s", text);
    let attempt = |dialect| {
        let errors = errors.iter().find(|(of, _)| *of == dialect);
        errors.map(|&(_, errors)| Refusal { errors, place: "line 7".to_owned() })
    };
    let choice = choose(&evidence, &evidence.likely(), attempt, Option::clone);
    (choice.dialect, choice.note, choice.hint)
}

#[test]
fn what_one_refuses_another_may_take() {
    let plain = "main: li $v0, 10\nsyscall";
    assert_eq!(chosen(plain, &[]), (Mars, None, None));
    let note = "line 7 is an error in mars, and all of it assembles in spim";
    assert_eq!(chosen(plain, &[(Mars, 2)]), (Spim, Some(note.to_owned()), None));
    assert_eq!(chosen(plain, &[(Mars, 2), (Spim, 1)]), (Mars, None, None));
    let note = "1 error here, 11 in mars".to_owned();
    assert_eq!(chosen(plain, &[(Mars, 11), (Spim, 1)]), (Spim, Some(note), None));
}

#[test]
fn what_evidence_decides_is_only_hinted_at() {
    let rars = "x: .zero 4\nmain: li a7, 4\necall";
    let hint = "this assembles as gnu: --dialect gnu".to_owned();
    assert_eq!(chosen(rars, &[(Rars, 1)]), (Rars, None, Some(hint)));
}

#[test]
fn no_text_is_too_odd_to_look_at() {
    let odd =
        "a: b:: = = x=1;é\u{202e}:\"\\\n'\\'/* \" */ // \n1: .macro %x(\ttitle\njr $ra\nmain:\0:";
    for (end, _) in odd.char_indices() {
        for (begin, _) in odd[..end].char_indices() {
            assert!(!evidence("x", &odd[begin..end]).likely().is_empty());
        }
    }
}

#[test]
fn what_is_behind_very_many_statements_is_no_sign() {
    let many = "add a0, a0, a1\n".repeat(200_000);
    let early = format!(".import x\n{many}");
    assert_eq!(evidence("x.s", &early).likely()[0], Venus);
    let late = format!("{many}.import x\n");
    assert_eq!(evidence("x.s", &late).likely()[0], Rars);
}
