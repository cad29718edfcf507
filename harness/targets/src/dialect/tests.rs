//! Detection by single signs and by trying.

use super::{Evidence, Refusal, Source, choose};
use crate::table;

fn named(name: &str) -> &'static super::Dialect {
    table::dialect(name).unwrap().1
}

fn likely(name: &str, text: &str) -> Vec<&'static str> {
    evidence(name, text).likely().iter().map(|dialect| dialect.name).collect()
}

fn evidence(name: &str, text: &str) -> Evidence {
    Evidence::of(&[Source { name: name.as_ref(), text }])
}

#[test]
fn signs_decide() {
    let cases = [
        ("x: jr $ra\nmain: jal x", "spim"),
        ("x: jr $ra\n.globl main\nmain: jal x\nli $v0, 10\nsyscall", "spim"),
        ("j main\nx: jr $ra\n.globl main\nmain: jal x\nli $v0, 10\nsyscall", "mars"),
        ("main: jal x\nli $v0, 10\nsyscall\nx: jr $ra", "mars"),
        ("main: jal x\nli $v0, 10\nsyscall\nunused: jr $ra", "mars"),
        ("main: sw $ra, 0($sp)\njal x\nlw $ra, 0($sp)\njr $31\nx: jr $ra", "spim"),
        (".data\nmsg: \"text\"\n.text\nmain: li $v0, 10\nsyscall", "mars"),
        (".data\nx: .word 1\n.text\nmain: nop", "mars"),
        (".ent main\nmain: li $v0, 10\nsyscall", "spim"),
        ("li $v0, 42\nsyscall", "mars"),
        ("# .macro\nx: .asciiz \"a = # b\"\ny: jr $ra\nmain: jal y\njr $ra", "spim"),
        ("", "mars"),
        ("main: li a7, 10\necall", "rars"),
        (".eqv N, 3\nmain: li a7, 10\necall", "rars"),
        ("li a0, 1\nli a1, 5\necall", "venus"),
        (".import util.s\nmain: jal ra, f", "venus"),
        (".equ N, 3\n_start: li a7, 93\necall", "gnu"),
        ("1: addi a0, a0, -1\nbnez a0, 1b\nli a7, 93\necall", "gnu"),
        (".macro add3 a b\naddi \\a, \\b, 3\n.endm\nadd3 t0 t1", "gnu"),
        (".macro inc(%r)\naddi %r, %r, 1\n.end_macro\ninc(t0)", "rars"),
        (".globl _start\n_start: li a7, 93\necall", "gnu"),
        (".globl _start\n_start: li a7, 10\necall", "rars"),
        ("x: .zero 4\n.type main, @function\nmain: li a7, 4\necall", "rars"),
        ("x: .asciz \"0 to 9: \"\nmain: li a7, 93\necall", "rars"),
        (".section .text\naddi x17, x0, 4\necall", "rars"),
        (".extern f\nmain: li a7, 93\necall", "gnu"),
        (".extern f 4\nmain: li a7, 93\necall", "rars"),
        ("la $a0, x\nli $a7, 4\necall", "rars"),
        ("la a0, x\nli a7, 4\nsyscall", "rars"),
        ("\n=file(\"a.txt\")\t=A1.read()\n", "spl"),
        ("TITLE HELLO\nGO: .LOGOUT 1,\nEND GO", "midas"),
        ("; what ecall does\na=1\nfoo:\tmovei a,[asciz /hi/]\n", "midas"),
        (" orig x3000\n AND R0, R0, #0\n ADD R0, R0, #5\n HALT\n .END\n", "lc3"),
        ("ORIG 0x3000\n HALT\n", "lc3"),
        ("ORIG=100\n MOVE 1,ORIG\n HALT\n", "midas"),
        ("A==1\nGO::\t.IOT 1,A\n", "midas"),
        ("title: .asciiz \"TITLE\"\nmain: li $v0, 10\nsyscall # JRST", "mars"),
        ("END: li a7, 10 # END\necall", "rars"),
    ];
    for (source, dialect) in cases {
        assert_eq!(likely("x.s", source)[0], dialect, "{source}");
    }
}

#[test]
fn languages_are_those_of_the_machines_in_the_same_order() {
    let of_table = table::machines().iter().map(|machine| machine.spec().name);
    assert!(of_table.eq(table::languages().map(|of| of.machine)));
    for machine in table::machines() {
        let of = table::languages().find(|of| of.machine == machine.spec().name).unwrap();
        assert!(std::ptr::eq(of, machine.languages()));
    }
}

#[test]
fn no_name_decides_alone() {
    assert_eq!(likely("x.mid", ""), ["midas"]);
    assert_eq!(likely("x.SPL", "1\t2\n")[0], "spl");
    let mips = "main: lw $t0, 4($sp)\nsyscall\n";
    assert_eq!(likely("x.mid", mips), ["mars", "spim", "midas"]);
}

#[test]
fn a_switch_speaks_for_its_simulator() {
    let mut evidence = evidence("x.s", "main: li $v0, 10\nsyscall");
    evidence.add(&["spim"], "--no-handler is a switch of no other");
    assert_eq!(evidence.likely()[0].name, "spim");
    assert_eq!(evidence.because(named("spim")), Some("--no-handler is a switch of no other"));
}

#[test]
fn reasons_name_a_line() {
    let because = |text, dialect| evidence("x.s", text).because(named(dialect)).map(str::to_owned);
    let reason = because("li $v0, 42\nsyscall", "mars");
    assert_eq!(reason.unwrap(), "line 2 makes system call 42, which SPIM does not have");
    assert_eq!(because("", "mars"), None);
    let two = [("a.s", "main: nop"), ("b.s", "N = 4")];
    let two = two.map(|(name, text)| Source { name: name.as_ref(), text });
    let reason = Evidence::of(&two).because(named("spim")).map(str::to_owned);
    assert_eq!(reason.unwrap(), "line 1 of b.s uses `N =`, which MARS does not have");
}

/// Choice if these dialects have errors and no others: dialect, note, hint.
fn chosen(text: &str, errors: &[(&str, usize)]) -> (&'static str, Option<String>, Option<String>) {
    let evidence = evidence("x.s", text);
    let attempt = |dialect: &super::Dialect| {
        let errors = errors.iter().find(|(of, _)| *of == dialect.name);
        errors.map(|&(_, errors)| Refusal { errors, place: "line 7".to_owned() })
    };
    let choice = choose(&evidence, &evidence.likely(), attempt, Option::clone);
    (choice.dialect.name, choice.note, choice.hint)
}

#[test]
fn what_one_refuses_another_may_take() {
    let plain = "main: li $v0, 10\nsyscall";
    assert_eq!(chosen(plain, &[]), ("mars", None, None));
    let note = "line 7 is an error in mars; all of it assembles as spim";
    assert_eq!(chosen(plain, &[("mars", 2)]), ("spim", Some(note.to_owned()), None));
    assert_eq!(chosen(plain, &[("mars", 2), ("spim", 1)]), ("mars", None, None));
    let note = "1 error in this dialect, 11 in mars".to_owned();
    assert_eq!(chosen(plain, &[("mars", 11), ("spim", 1)]), ("spim", Some(note), None));
}

#[test]
fn what_evidence_decides_is_only_hinted_at() {
    let rars = "x: .zero 4\nmain: li a7, 4\necall";
    let hint = "this assembles as gnu: use --dialect gnu".to_owned();
    assert_eq!(chosen(rars, &[("rars", 1)]), ("rars", None, Some(hint)));
}

#[test]
fn no_text_is_too_odd_to_analyse() {
    let odd =
        "a: b:: = = x=1;é\u{202e}:\"\\\n'\\'/* \" */ // \n1: .macro %x(\ttitle\njr $ra\nmain:\0:";
    for (end, _) in odd.char_indices() {
        for (begin, _) in odd[..end].char_indices() {
            assert!(!likely("x", &odd[begin..end]).is_empty());
        }
    }
}

#[test]
fn signs_after_very_many_statements_are_ignored() {
    let many = "add a0, a0, a1\n".repeat(200_000);
    let early = format!(".import x\n{many}");
    assert_eq!(likely("x.s", &early)[0], "venus");
    let late = format!("{many}.import x\n");
    assert_eq!(likely("x.s", &late)[0], "rars");
}
