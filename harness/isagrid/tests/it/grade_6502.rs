//! Whole programs for the 6502, graded by the bytes that they leave in memory.

use std::fs;

use crate::support::isagrid;

const ASSIGNMENT: &str = r#"
title = "The largest of some bytes"
machine = "mos6502"
dialect = "mos"
submission = "largest.s"
scaffold = "scaffold.s"
reference = "reference.s"
seed = 6502

[program]
points = { results = 100 }

[[program.cases]]
name = "zeros"
rows = [
    { place = { address = 0x4000, words = [3, 5, 1, 9] }, expect = { address = 0x4010, value = 9 } },
    { place = { address = 0x4000, words = [200, 5, 1, 9] }, expect = { address = 0x4010, value = 200 } },
]
[[program.cases]]
name = "random memory"
switches = ["randomize=1"]
draw = 8
values = ["words 4 0..255"]
place = { address = 0x4000, words = "{1}" }
expect = { address = 0x4010, words = 1 }
"#;

const REFERENCE: &str = "\
list = $4000
most = $4010
        lda #0
        ldx #3
next    cmp list,x
        bcs less
        lda list,x
less    dex
        bpl next
        sta most
        brk
";

#[test]
fn bytes_in_memory_are_graded() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("hw")).unwrap();
    let signed = REFERENCE.replace("bcs", "bpl");
    let unset = REFERENCE.replace("        lda #0\n", "");
    let pushed = REFERENCE.replace("        brk\n", "        pha\n        rts\n");
    for (name, text) in [
        ("hw/assignment.toml", ASSIGNMENT),
        ("hw/reference.s", REFERENCE),
        ("hw/scaffold.s", "; your program\n        brk\n"),
        ("signed.s", &signed),
        ("unset.s", &unset),
        ("pushed.s", &pushed),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let checked = isagrid(folder.path(), &["assignment", "check", "hw"], b"");
    insta::assert_snapshot!("grade-6502-check", checked.printed());
    for name in ["signed", "unset", "pushed"] {
        let done = isagrid(folder.path(), &["grade", "hw", &format!("{name}.s")], b"");
        assert_eq!(done.status, 1, "{}", done.printed());
        insta::assert_snapshot!(format!("grade-6502-{name}"), done.out());
    }
}
