//! Answer tables that a student learned from messages.

use std::fs;
use std::path::Path;

use crate::support::isagrid;

const TOML: &str = "\
title = \"Argmax\"
machine = \"mips32\"
dialect = \"mars\"
submission = \"hw.s\"
scaffold = \"scaffold.s\"
reference = \"reference.s\"
[[function]]
name = \"argmax\"
arguments = [\"words 4 -999..999\"]
result = \"int 0..3\"
points = { results = 10 }
[[function.cases]]
name = \"drawn\"
draw = 30
";

const REFERENCE: &str = "\
        .text
argmax: li      $v0, 0
        lw      $t0, 0($a0)
        li      $t1, 1
argmax_next:
        sll     $t2, $t1, 2
        addu    $t2, $a0, $t2
        lw      $t2, 0($t2)
        ble     $t2, $t0, argmax_on
        move    $t0, $t2
        move    $v0, $t1
argmax_on:
        addiu   $t1, $t1, 1
        blt     $t1, 4, argmax_next
        jr      $ra
";

/// Answers by the first two words, which identify arrays; 99 for arrays not in the table.
fn table(known: &[(i64, i64, i64)]) -> String {
    let mut text = "        .text\nargmax: lw $t0, 0($a0)\n        lw $t1, 4($a0)\n".to_owned();
    for (number, (first, second, answer)) in known.iter().enumerate() {
        text += &format!(
            "        bne $t0, {first}, t{number}\n        bne $t1, {second}, t{number}\n        \
             li $v0, {answer}\n        jr $ra\nt{number}:\n"
        );
    }
    text + "        li $v0, 99\n        jr $ra\n"
}

/// First two words of the array and the right answer, from a message.
fn learned(out: &str) -> Option<(i64, i64, i64)> {
    let line = out.lines().find(|line| line.contains("returns 99, expected "))?;
    let array = line.split_once('[')?.1.split_once("`argmax` with [")?.1;
    let mut numbers = array.split_once(']')?.0.split(", ");
    let answer = line.split_once("returns 99, expected ")?.1.trim();
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?, answer.parse().ok()?))
}

/// Grades a table repeatedly, with one more answer each time; returns the last points.
fn attacked(folder: &Path, secret: &[&str], runs: usize) -> f64 {
    let mut known = Vec::new();
    let mut points = 0.0;
    for _ in 0..runs {
        fs::write(folder.join("hw.s"), table(&known)).unwrap();
        let arguments = [&["grade", "hw", "hw.s"], secret].concat();
        let out = isagrid(folder, &arguments, b"").out();
        let last = out.lines().last().unwrap();
        points = last.split(' ').next().unwrap().parse().unwrap();
        match learned(&out) {
            Some(answer) => known.push(answer),
            None => break,
        }
    }
    points
}

#[test]
fn learned_table_earns_nothing_if_cases_vary() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("hw")).unwrap();
    fs::write(folder.join("hw/reference.s"), REFERENCE).unwrap();
    fs::write(folder.join("hw/scaffold.s"), "        .text\nargmax: jr      $ra\n").unwrap();
    fs::write(folder.join("secret"), "nobody knows this one\n").unwrap();
    fs::write(folder.join("hw/assignment.toml"), TOML).unwrap();
    let fixed = attacked(folder, &[], 36);
    assert!(fixed > 8.0, "the attack works where cases are the same for all: {fixed}");

    let varied = TOML.replace("draw = 30", "draw = 30\nvary = \"draw\"");
    fs::write(folder.join("hw/assignment.toml"), varied).unwrap();
    let secret = ["--secret", "secret"];
    let points = attacked(folder, &secret, 36);
    // The two edge cases (all numbers equal) are the same for everyone.
    assert!(points < 1.5, "{points}");

    fs::copy(folder.join("hw/reference.s"), folder.join("right.s")).unwrap();
    let right = isagrid(folder, &["grade", "hw", "right.s", "--secret", "secret"], b"");
    assert_eq!(right.status, 0, "{}", right.printed());
    let without = isagrid(folder, &["grade", "hw", "right.s"], b"");
    assert_eq!(without.status, 2);
    assert!(without.printed().contains("add --secret FILE"), "{}", without.printed());
}

/// A submission's own case can be reproduced.
#[test]
fn varying_case_is_reproducible() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("hw")).unwrap();
    fs::write(folder.join("hw/reference.s"), REFERENCE).unwrap();
    fs::write(folder.join("hw/scaffold.s"), "        .text\nargmax: jr      $ra\n").unwrap();
    fs::write(folder.join("secret"), "nobody knows this one\n").unwrap();
    let varied = TOML.replace("draw = 30", "draw = 30\nvary = \"draw\"");
    fs::write(folder.join("hw/assignment.toml"), varied).unwrap();
    let grade = |text: &str, more: &[&str]| {
        fs::write(folder.join("hw.s"), text).unwrap();
        let arguments = [&["grade", "hw", "hw.s", "--secret", "secret"], more].concat();
        isagrid(folder, &arguments, b"").out()
    };
    let reported =
        |out: String| out.lines().find(|line| line.contains(", expected ")).map(str::to_owned);
    let case = ["--case", "argmax:1.20"];
    let wrong = table(&[]);
    let first = reported(grade(&wrong, &case));
    assert!(first.is_some());
    assert_eq!(first, reported(grade(&wrong, &case)));
    assert_ne!(first, reported(grade(&format!("{wrong}# another\n"), &case)));
}
