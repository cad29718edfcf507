//! Submissions that cheat or attack the grader: bundled solutions, each with one change.

use std::fs;

use serde_json::Value;

use crate::support::{isagrid, root};

/// A submission: its name, and the replacements in the solution.
type Changed = (&'static str, &'static str, &'static str);

const PDP10: &[Changed] = &[
    ("right", "", ""),
    ("keeps-a-value-in-c", "SETZ Y,\t\t\t;Solved", "SETZ C,\t\t\t;Solved"),
    (
        "leaves-x-changed",
        "\tPOP P,Y\n\tPOP P,X\n\tPOPJ P,\n",
        "\tPOP P,Y\n\tSUB P,[1,,1]\n\tPOPJ P,\n",
    ),
    ("leaves-a-word-after", "\tPOP P,Y\n\tPOP P,X\n\tPOPJ P,\n", "\tPOP P,Y\n\tPOPJ P,\n"),
    ("forgets-to-skip", "\tAOS (P)\n\tPOPJ P,\n;;;; Do", "\tPOPJ P,\n;;;; Do"),
    ("skips-twice", "\tAOS (P)\n\tPOPJ P,\n;;;; Do", "\tAOS (P)\n\tAOS (P)\n\tPOPJ P,\n;;;; Do"),
    ("no-return", "NCAND2:\tPOPJ P,\n", "NCAND2:\tJFCL\n"),
    ("logs-out", "NCAND2:\tPOPJ P,\n", "NCAND2:\t.LOGOUT 1,\n"),
    ("loops", "NCAND2:\tPOPJ P,\n", "NCAND2:\tJRST .\n"),
    ("recurses", "NCAND2:\tPOPJ P,\n", "NCAND2:\tPUSHJ P,NCAND\n\tPOPJ P,\n"),
    ("jumps-into-a-helper", "NCAND2:\tPOPJ P,\n", "NCAND2:\tJRST ISSOLV+1\n"),
    (
        "writes-its-code",
        "NCAND2:\tPOPJ P,\n",
        "NCAND2:\tMOVE C,[MOVEI B,5]\n\tMOVEM C,NCAND\n\tPOPJ P,\n",
    ),
    ("writes-a-helper", "NCAND2:\tPOPJ P,\n", "NCAND2:\tSETZM ISSOLV\n\tPOPJ P,\n"),
    ("writes-past-the-cell", "\tDPB C,A\n", "\tDPB C,A\n\tSETZM 1(A)\n\tSETZM 2(A)\n"),
    ("needs-zeros", "\tSETZ B,\n\x4eCAND1", "\x4eCAND1"),
    ("prints", "NCAND2:\tPOPJ P,\n", "NCAND2:\t.IOT 1,[\"A]\n\tPOPJ P,\n"),
];

const CS21: &[Changed] = &[
    ("right", "", ""),
    (
        "says-it-passed",
        "main:\n",
        "main:   la      $a0, passed\n        li      $v0, 4\n        syscall\n        li      $v0, 10\n        syscall\n\
         \x20       .data\npassed: .asciiz \"all tests passed\\n\"\n        .text\n",
    ),
    (
        "prints-one-solution",
        "main:\n",
        "main:   la      $a0, solved\n        li      $v0, 4\n        syscall\n        li      $v0, 10\n        syscall\n\
         \x20       .data\nsolved: .asciiz \"1234\\n3412\\n2143\\n4321\\n\"\n        .text\n",
    ),
    ("tries-four-only", "li      $s2, 1                  # the digit", "li      $s2, 4"),
    (
        "prints-a-word-more",
        "        li      $v0, 10\n        syscall\n\n# solve",
        "        li      $a0, 7\n        li      $v0, 1\n        syscall\n        li      $v0, 10\n        syscall\n\n# solve",
    ),
    ("loops", "main:\n", "main:   b       main\n"),
    (
        "prints-without-end",
        "main:\n",
        "main:   li      $a0, 65\n        li      $v0, 11\n        syscall\n        b       main\n",
    ),
    ("recurses", "solve:  addiu", "solve:  jal     solve\n        addiu"),
    ("writes-its-code", "main:\n", "main:   la      $t0, main\n        sw      $zero, 0($t0)\n"),
    ("never-takes-back", "        sw      $zero, grid($s3)\n", ""),
    (
        "ends-with-a-status",
        "        li      $v0, 10\n        syscall\n\n# solve",
        "        li      $a0, 3\n        li      $v0, 17\n        syscall\n\n# solve",
    ),
    ("does-not-assemble", "main:\n", "main:   push    $t0\n"),
    ("reads-a-line-less", "li      $s1, 4               # rows left", "li      $s1, 3"),
];

fn table(assignment: &str, ending: &str, all: &[Changed]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let inside = root().join("asm/assignments").join(assignment);
    let reference =
        ["reference.s", "reference.mid"].map(|name| fs::read_to_string(inside.join(name)));
    let reference = reference.into_iter().find_map(Result::ok).unwrap();
    let class = folder.path().join("class");
    fs::create_dir(&class).unwrap();
    for (name, from, to) in all {
        assert!(reference.contains(from), "{name}: nothing to change");
        let text =
            if from.is_empty() { reference.clone() } else { reference.replacen(from, to, 1) };
        fs::write(class.join(name).with_extension(ending), text).unwrap();
    }
    let report = folder.path().join("report.json");
    let to_report = format!("json={}", report.display());
    let done = isagrid(folder.path(), &["grade", assignment, "class", "--report", &to_report], b"");
    assert_eq!((done.status, done.stderr.as_str()), (1, ""), "{}", done.printed());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else was written");
    let report: Value = serde_json::from_slice(&fs::read(report).unwrap()).unwrap();
    let submissions = report["submissions"].as_array().unwrap();
    let message = all.iter().map(|(name, ..)| {
        let of_name = submissions.iter().find(|submission| submission["student"] == *name);
        first_error(of_name.unwrap()).map_or_else(String::new, |line| format!("\n{name}: {line}"))
    });
    done.out() + &message.collect::<String>()
}

/// First line of a submission's first error, as the terminal shows it.
fn first_error(submission: &Value) -> Option<&str> {
    let whole = submission["findings"].as_array().unwrap().iter();
    let functions = submission["functions"].as_array().unwrap().iter();
    let all = whole.chain(functions.flat_map(|function| function["findings"].as_array().unwrap()));
    let rendered = all.filter_map(|finding| finding["rendered"].as_str());
    rendered.flat_map(str::lines).find(|line| line.starts_with("error["))
}

#[test]
fn pdp10_adversaries_get_their_verdicts() {
    insta::assert_snapshot!("pdp10", table("csee3827-pdp10", "mid", PDP10));
}

#[test]
fn program_adversaries_get_their_verdicts() {
    insta::assert_snapshot!("cs21", table("cs21-4x4", "asm", CS21));
}
