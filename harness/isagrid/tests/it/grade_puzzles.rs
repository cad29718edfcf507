//! Whole programs: output comparison, points, hidden cases, and puzzles.

use std::fs;

use crate::grade_programs::{Hw, MARS_DOUBLE, findings, mars};
use crate::support::{Done, isagrid, root};

/// Runs a MARS program that prints a text, and compares it with an output in a given mode.
fn printed(text: &str, cases: &str) -> bool {
    let source = |text: &str| {
        format!(
            " .data\nt: .asciiz \"{text}\"\n .text\nmain: la $a0, t\n li $v0, 4\n syscall\n li $v0, 10\n syscall\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let program = format!(
        "[program]\npoints = {{ results = 1 }}\n[[program.cases]]\nname = \"one\"\n{cases}\n"
    );
    // The reference output is right in each mode.
    let right = "sum 3.14 of 12\\n";
    let hw = Hw {
        machine: "mips32",
        dialect: "mars",
        program,
        scaffold: " .text\nmain: nop\n".to_owned(),
        reference: source(right),
    };
    hw.write(folder.path());
    fs::write(folder.path().join("hw.s"), source(text)).unwrap();
    let done = isagrid(folder.path(), &["grade", "hw", "hw.s"], b"");
    assert!(done.status < 2, "{cases}: {}", done.printed());
    done.status == 0
}

#[test]
fn outputs_are_compared_as_the_assignment_says() {
    let tokens = "compare = \"tokens\"\nrows = [{ output = \"sum 3.14 of 12\\n\" }]";
    assert!(printed("sum\\n 3.14 of   12", tokens) && !printed("sum 3.14 of 13\\n", tokens));
    let numbers =
        "compare = \"numbers\"\ntolerance = 0.01\nrows = [{ output = \"sum 3.14 of 12\" }]";
    assert!(printed("sum 3.1415927 of 12.0\\n", numbers) && !printed("sum 3.2 of 12\\n", numbers));
    let contains = "compare = \"contains\"\nrows = [{ output = \"of 12\" }]";
    assert!(printed("the sum is 3 of 12!", contains) && !printed("of 1 2", contains));
    let regex = "compare = \"regex\"\nrows = [{ output = '^sum [0-9.]+ of \\d\\d\\n$' }]";
    assert!(printed("sum 99.9 of 77\\n", regex) && !printed("sum of 77\\n", regex));
    let blanks = "rows = [{}]";
    assert!(printed("sum 3.14 of 12", blanks) && !printed("sum  3.14 of 12\\n", blanks));
}

/// Points per group and per row.
#[test]
fn points_per_group_or_row() {
    let hw = Hw {
        program: "[program]\n[[program.cases]]\nname = \"one\"\npoints = 12.5\nrows = [{ input = \"1\" }]\n\
                  [[program.cases]]\nname = \"two\"\n\
                  rows = [{ input = \"2\", points = 5 }, { input = \"3\", points = 2 }]\n"
            .to_owned(),
        ..mars()
    };
    assert!(hw.grade(MARS_DOUBLE, 0).out().ends_with("\n19.5 of 19.5 points\n"));
    // This program does not double 3.
    let source = MARS_DOUBLE.replace("        addu    $a0, $v0, $v0", "        move    $a0, $v0\n        beq     $v0, 3, odd\n        addu    $a0, $v0, $v0\nodd:");
    assert!(hw.grade(&source, 1).out().ends_with("\n17.5 of 19.5 points\n"));
}

/// Hidden cases reveal nothing before their date.
#[test]
fn hidden_cases_stay_hidden() {
    let hw = Hw {
        program: "[program]\npoints = { results = 90 }\n[[program.cases]]\nname = \"secret\"\nhidden-until = \"2031-01-01\"\n\
                  rows = [{ input = \"12345\\n\" }]\n"
            .to_owned(),
        ..mars()
    };
    let folder = tempfile::tempdir().unwrap();
    hw.write(folder.path());
    let source = MARS_DOUBLE.replace("addu    $a0, $v0, $v0", "addiu   $a0, $v0, 1");
    fs::write(folder.path().join("hw.s"), source).unwrap();
    let message = |today: &str, more: &[&str]| {
        let grade = ["grade", "hw", "hw.s", "--all", "--today", today];
        isagrid(folder.path(), &[&grade[..], more].concat(), b"")
    };
    let mut all = message("2030-12-31", &[]).out();
    for format in ["json", "csv", "junit", "markdown", "html", "sarif", "gradescope", "tap"] {
        message("2030-12-31", &["--report", &format!("{format}=report")]);
        all += &fs::read_to_string(folder.path().join("report")).unwrap();
    }
    assert!(all.contains("GR11"), "{all}");
    for part in ["12345", "24690", "12346", "prints the first wrong"] {
        assert!(!all.contains(part), "{part}: {all}");
    }
    let done = message("2030-12-31", &["--case", "program:1.1", "--trace"]);
    assert_eq!(done.status, 2, "{}", done.printed());
    assert!(message("2031-01-01", &[]).out().contains("12345"));
}

/// Values that differ for each submission.
#[test]
fn drawn_values_can_vary() {
    let hw = Hw {
        program: "[program]\npoints = { results = 9 }\n[[program.cases]]\nname = \"drawn\"\ndraw = 12\nvary = \"draw\"\n\
                  values = [\"int 0..1000000\"]\n"
            .to_owned(),
        ..mars()
    };
    let folder = tempfile::tempdir().unwrap();
    hw.write(folder.path());
    fs::write(folder.path().join("secret"), "sixteen characters and more").unwrap();
    let input = |comment: &str| {
        // Right for the edge cases, which every submission has.
        let source = MARS_DOUBLE.replace(
            "        addu    $a0, $v0, $v0",
            "        addu    $a0, $v0, $v0\n        ble     $v0, 1, edge\n        bge     $v0, 1000000, edge\n        li      $a0, 0\nedge:",
        ) + comment;
        fs::write(folder.path().join("hw.s"), source).unwrap();
        let done = isagrid(
            folder.path(),
            // The first cases are the edge cases, which are the same for all.
            &["grade", "hw", "hw.s", "--secret", "secret", "--case", "program:1.4"],
            b"",
        );
        let out = done.out();
        let line = out.lines().find(|line| line.contains("the input is"));
        line.unwrap_or_else(|| panic!("{}", done.printed())).to_owned()
    };
    assert_eq!(input(""), input(""));
    assert_ne!(input(""), input("# another\n"));
    let done = isagrid(folder.path(), &["grade", "hw", "hw.s"], b"");
    assert_eq!(done.status, 2, "{}", done.printed());
    fs::write(folder.path().join("hw.s"), MARS_DOUBLE).unwrap();
    let done = isagrid(folder.path(), &["grade", "hw", "hw.s", "--secret", "secret"], b"");
    assert_eq!(done.status, 0, "{}", done.printed());
}

/// A case without an expected result.
#[test]
fn case_without_an_expectation_is_refused() {
    let program = "[program]\npoints = { results = 90 }\n[[program.cases]]\nname = \"one\"\nrows = [\n{ input = \"1\" }]\n";
    let folder = tempfile::tempdir().unwrap();
    let reference = " .text\nmain: li $v0, 10\n syscall\n".to_owned();
    Hw { program: program.to_owned(), reference, ..mars() }.write(folder.path());
    let done = isagrid(folder.path(), &["grade", "hw", "hw/scaffold.s"], b"");
    let why = "error: `hw/assignment.toml`:14: case program:1.1: the reference prints nothing, and the case has no `output`, `status` or `expect`\n";
    assert_eq!((done.status, done.stderr.as_str()), (2, why), "{}", done.printed());
}

/// A link in the folder could point anywhere.
#[cfg(unix)]
#[test]
fn links_in_an_assignment_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let program = "[program]\npoints = { results = 90 }\n[[program.cases]]\nname = \"one\"\nrows = [{ input-file = \"link\" }]\n";
    Hw { program: program.to_owned(), ..mars() }.write(folder.path());
    fs::write(folder.path().join("outside"), "5\n").unwrap();
    std::os::unix::fs::symlink("../outside", folder.path().join("hw/link")).unwrap();
    let done = isagrid(folder.path(), &["grade", "hw", "hw/reference.s"], b"");
    let why = "error: `hw/assignment.toml`:13: `link`: links are not followed\n";
    assert_eq!((done.status, done.stderr.as_str()), (2, why), "{}", done.printed());
}

/// The 4x4 assignment of CS 21 with one change in its solution.
fn cs21(from: &str, to: &str) -> Done {
    let file = root().join("asm/assignments/cs21-4x4/reference.s");
    let right = fs::read_to_string(file).unwrap();
    assert!(right.contains(from), "{from}");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sudoku.asm"), right.replace(from, to)).unwrap();
    isagrid(folder.path(), &["grade", "cs21-4x4", "sudoku.asm", "--all"], b"")
}

/// Invisible blanks around a grid cost nothing, with a note; another layout is wrong.
#[test]
fn grid_may_have_blanks_around_it() {
    let call = |character: &str| {
        format!("        li      $a0, {character}\n        li      $v0, 11\n        syscall\n")
    };
    let end = "        li      $v0, 10\n        syscall\n\n# solve";
    let newline = call("'\\n'");
    let not_last = newline
        .replace("        li      $a0", "        beq     $s1, 1, end_of_row\n        li      $a0")
        + "end_of_row:\n";
    let variants = [
        (newline.clone(), not_last),
        (
            "        li      $s1, 4               # rows left".to_owned(),
            newline.clone() + "        li      $s1, 4               # rows left",
        ),
        (end.to_owned(), newline.clone() + end),
        (newline.clone(), call("' '") + &newline),
    ];
    let mut message = String::new();
    for (from, to) in &variants {
        let done = cs21(from, to);
        let out = done.out();
        assert_eq!(done.status, 0, "{to}: {}", done.printed());
        assert!(out.ends_with("\n100 of 100 points\n") && out.contains("GR15"), "{out}");
        message += out.lines().find(|line| line.contains("GR15")).unwrap();
        message += "\n";
    }
    insta::assert_snapshot!("programs-grid-blanks", message);
    let done = cs21(
        "        mul     $a0, $a0, 10\n        lw      $t3, 0($t1)\n        addu    $a0, $a0, $t3\n        addiu   $t1, $t1, 4\n        bne     $t1, $t2, print_digit\n        li      $v0, 1\n        syscall\n",
        "        lw      $a0, 0($t1)\n        li      $v0, 1\n        syscall\n        li      $a0, ' '\n        li      $v0, 11\n        syscall\n        addiu   $t1, $t1, 4\n        bne     $t1, $t2, print_digit\n",
    );
    insta::assert_snapshot!("programs-grid-apart", findings(&done));
}

/// Decisions are observed for any row layout; missing symbols are named.
#[test]
fn decisions_need_two_symbols_and_any_layout() {
    let file = root().join("asm/assignments/cs21-4x4/reference.s");
    let right = fs::read_to_string(file).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let graded = |text: String| {
        assert_ne!(text, right);
        fs::write(folder.path().join("sudoku.asm"), text).unwrap();
        isagrid(folder.path(), &["grade", "cs21-4x4", "sudoku.asm", "--all"], b"").out()
    };
    let renamed = graded(right.replace("grid", "board"));
    insta::assert_snapshot!("programs-no-grid", renamed);
    // Rows of 16 units, then of 64: the same algorithm earns its points.
    let rows = |units: u32| {
        let text = right.replace(".space 128", &format!(".space {}", 4 * units));
        let text = text.replace("$s0, $s0, 32", &format!("$s0, $s0, {units}"));
        graded(text.replace("$t0, $s0, 5", &format!("$t0, $s0, {}", units.ilog2())))
    };
    insta::assert_snapshot!("programs-rows-apart", rows(16));
    assert!(rows(64).ends_with("\n100 of 100 points\n"));
    let other = graded(right.replace("$s2, 1                  # the digit", "$s2, 2"));
    assert!(!other.contains("\n100 of 100 points"), "{other}");
}

/// An invalid grid in `assignment.toml` is refused with its line.
#[test]
fn invalid_grid_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let made = isagrid(folder.path(), &["assignment", "new", "as", "--like", "cs21-4x4"], b"");
    assert_eq!(made.status, 0, "{}", made.printed());
    let file = folder.path().join("as/assignment.toml");
    let right = fs::read_to_string(&file).unwrap();
    let changes = [
        ("cell = 4", "cell = 0"),
        ("row_stride = 32", "row_stride = 0"),
        ("row_stride = 32", "row_stride = 2"),
        ("row_stride = 32", "row_stride = 4294967295"),
        ("row_stride = 32", "row_stride = 9223372036854775807"),
        ("cell = 4", "cell = 9223372036854775807"),
        ("cell = 4", "cell = 4, strings = true"),
        ("\"backtrack\"", "\"candidates\""),
        ("\"backtrack\"", "\"any\""),
        ("node = \"solve\"", "node = \"nosuch\""),
        ("symbol = \"grid\"", "symbol = \"nosuch\""),
        ("row_stride = 32", "row_stride = 64"),
    ];
    let message = changes.map(|(from, to)| {
        assert!(right.contains(from), "{from}");
        fs::write(&file, right.replace(from, to)).unwrap();
        let done = isagrid(folder.path(), &["grade", "as", "as/reference.s"], b"");
        assert_eq!(done.status, 2, "{to}: {}", done.printed());
        done.stderr
    });
    insta::assert_snapshot!("programs-grid-toml", message.concat());
}
