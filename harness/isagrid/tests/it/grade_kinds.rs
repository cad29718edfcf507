//! Assignments without Sudoku: arrays and texts.

use std::fs;
use std::path::Path;

use crate::support::isagrid;

const MIPS: &str = r#"
title = "Arrays and texts"
machine = "mips32"
dialect = "spim"
submission = "hw.s"
scaffold = "scaffold.s"
reference = "reference.s"

[[function]]
name = "sum"
arguments = ["words 6 -50..50", "int 0..6"]
result = "int -300..300"
points = { results = 10, convention = 5 }
[[function.cases]]
name = "by hand"
rows = [
    { arguments = [[1, -2, 3, 4, 5, 6], 3], result = 2 },
    { arguments = [[50, 50, 50, 50, 50, 50], 6], result = 300 },
]
[[function.cases]]
name = "drawn"
draw = 50

[[function]]
name = "upper"
arguments = ["text 12"]
result = "int 0..12"
writes = ["text 12"]
points = { results = 10, convention = 5 }
[[function.cases]]
name = "by hand"
rows = [{ arguments = ["ab Z9"], result = 5 }, { arguments = ["a{z}"], result = 4 }, { arguments = [""], result = 0 }]
[[function.cases]]
name = "drawn"
draw = 50
"#;

const SUM: &str = "\
sum:    li      $v0, 0
        sll     $t0, $a1, 2
        addu    $t0, $a0, $t0
sum_next:
        beq     $a0, $t0, sum_end
        lw      $t1, 0($a0)
        addu    $v0, $v0, $t1
        addiu   $a0, $a0, 4
        b       sum_next
sum_end:
        jr      $ra
";

const UPPER: &str = "\
upper:  li      $v0, 0
upper_next:
        lbu     $t0, 0($a0)
        beq     $t0, $zero, upper_end
        blt     $t0, 'a', upper_kept
        bgt     $t0, 'z', upper_kept
        addiu   $t0, $t0, -32
        sb      $t0, 0($a0)
upper_kept:
        addiu   $v0, $v0, 1
        addiu   $a0, $a0, 1
        b       upper_next
upper_end:
        jr      $ra
";

const PDP10: &str = r#"
title = "An array"
machine = "pdp10"
dialect = "midas"
submission = "hw.mid"
scaffold = "scaffold.mid"
reference = "reference.mid"
separator = ";;;; Do not move"
[names]
A = "1"
B = "2"
C = "3"
P = "17"

[[function]]
name = "SUM"
arguments = ["words 5 -9..9", "int 1..5"]
in = ["A", "B"]
result = "int -45..45"
out = "C"
clobbers = ["A", "B"]
points = { results = 10, convention = 5 }
[[function.cases]]
name = "by hand"
rows = [{ arguments = [[1, -2, 3, 4, 5], 2], result = -1 }]
[[function.cases]]
name = "drawn"
draw = 50
"#;

const PDP10_HEAD: &str = "\tTITLE HW\nA=1\nB=2\nC=3\nP=17\n;;;; Do not move: names above\n";
const PDP10_SUM: &str = "\
SUM:	SETZ C,
SUM1:	ADD C,(A)
	ADDI A,1
	SOJG B,SUM1
	POPJ P,
";
const PDP10_REST: &str = ";;;; Do not move: SUM above\nGO:\t.LOGOUT 1,\n\tEND GO\n";

fn assignment(folder: &Path, toml: &str, ending: &str, scaffold: &str, reference: &str) {
    fs::create_dir(folder.join("hw")).unwrap();
    fs::write(folder.join("hw/assignment.toml"), toml).unwrap();
    for (name, text) in [("scaffold", scaffold), ("reference", reference)] {
        fs::write(folder.join("hw").join(name).with_extension(ending), text).unwrap();
    }
}

fn mips(folder: &Path) {
    let head = "        .text\nmain:   jr      $ra\n";
    let empty = "sum:    jr      $ra\nupper:  jr      $ra\n";
    let reference = [head, SUM, UPPER].concat();
    assignment(folder, MIPS, "s", &[head, empty].concat(), &reference);
}

#[test]
fn array_and_text_functions_are_graded() {
    let folder = tempfile::tempdir().unwrap();
    mips(folder.path());
    let checked = isagrid(folder.path(), &["assignment", "check", "hw"], b"");
    assert_eq!(checked.status, 0, "{}", checked.printed());
    let wrong = SUM.replace("addiu   $a0, $a0, 4", "addiu   $a0, $a0, 8")
        + &UPPER.replace("bgt     $t0, 'z', upper_kept", "bge     $t0, 'z', upper_kept");
    fs::write(folder.path().join("hw.s"), format!("        .text\n{wrong}")).unwrap();
    let done = isagrid(folder.path(), &["grade", "hw", "hw.s"], b"");
    assert_eq!(done.status, 1, "{}", done.printed());
    insta::assert_snapshot!("kinds", done.out());
    let past = UPPER.replace("upper_end:\n", "upper_end:\n        sb      $zero, 13($a0)\n");
    fs::write(folder.path().join("hw.s"), format!("        .text\n{SUM}{past}")).unwrap();
    let done = isagrid(folder.path(), &["grade", "hw", "hw.s"], b"");
    let out = done.out();
    assert!(out.contains("error[CC04]") && out.contains("the end of the text"), "{out}");
}

#[test]
fn pdp10_arrays_are_words() {
    let folder = tempfile::tempdir().unwrap();
    let scaffold = format!("{PDP10_HEAD}SUM:\tPOPJ P,\n{PDP10_REST}");
    let reference = format!("{PDP10_HEAD}{PDP10_SUM}{PDP10_REST}");
    assignment(folder.path(), PDP10, "mid", &scaffold, &reference);
    let checked = isagrid(folder.path(), &["assignment", "check", "hw"], b"");
    assert_eq!(checked.status, 0, "{}", checked.printed());
}

#[test]
fn invalid_arguments_are_reported() {
    let message = |from: &str, to: &str| {
        let folder = tempfile::tempdir().unwrap();
        mips(folder.path());
        let text = MIPS.replacen(from, to, 1);
        assert_ne!(text, MIPS, "{from}");
        fs::write(folder.path().join("hw/assignment.toml"), text).unwrap();
        let done = isagrid(folder.path(), &["grade", "hw", "hw/reference.s"], b"");
        assert_eq!(done.status, 2, "{from}: {}", done.printed());
        done.stderr
    };
    let all = [
        ("words 6 -50..50", "words 0 -50..50"),
        ("words 6 -50..50", "words 6"),
        ("\"text 12\"]\nresult", "\"text 1001\"]\nresult"),
        ("[1, -2, 3, 4, 5, 6]", "[1, -2, 3, 4, 5]"),
        ("[1, -2, 3, 4, 5, 6]", "[1, -2, 3, 4, 5, 51]"),
        ("\"ab Z9\"", "\"more than twelve\""),
        ("draw = 50", "every = true"),
        ("\"words 6 -50..50\", \"int 0..6\"", "\"words 900 0..9\", \"words 900 0..9\""),
        ("result = 2", "result = 3"),
    ];
    insta::assert_snapshot!("kinds-mistakes", all.map(|(from, to)| message(from, to)).concat());
}
