//! Assignments with whole programs on several machines: text, memory, registers, files, arguments and
//! status.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Done, isagrid};

/// Assignment: machine and dialect, the table `[program]`, and two sources.
pub(crate) struct Hw {
    pub(crate) machine: &'static str,
    pub(crate) dialect: &'static str,
    pub(crate) program: String,
    pub(crate) scaffold: String,
    pub(crate) reference: String,
}

impl Hw {
    pub(crate) fn write(&self, folder: &Path) {
        let Hw { machine, dialect, program, scaffold, reference } = self;
        fs::create_dir_all(folder.join("hw")).unwrap();
        let toml = format!(
            "title = \"Homework\"\nmachine = \"{machine}\"\ndialect = \"{dialect}\"\nsubmission = \"hw.s\"\n\
             scaffold = \"scaffold.s\"\nreference = \"reference.s\"\nseed = 1\n\n{program}"
        );
        fs::write(folder.join("hw/assignment.toml"), toml).unwrap();
        fs::write(folder.join("hw/scaffold.s"), scaffold).unwrap();
        fs::write(folder.join("hw/reference.s"), reference).unwrap();
    }

    /// Grades a source, and checks whether it earns all points.
    pub(crate) fn grade(&self, source: &str, status: i32) -> Done {
        let folder = tempfile::tempdir().unwrap();
        self.write(folder.path());
        graded(folder.path(), source, status)
    }
}

/// Grades a source with the assignment in a folder.
pub(crate) fn graded(folder: &Path, source: &str, status: i32) -> Done {
    fs::write(folder.join("hw.s"), source).unwrap();
    let done = isagrid(folder, &["grade", "hw", "hw.s", "--all"], b"");
    assert_eq!((done.status, done.stderr.as_str()), (status, ""), "{}", done.printed());
    done
}

/// Output from the first finding on.
pub(crate) fn findings(done: &Done) -> String {
    let out = done.out();
    out.find("\nerror[").map_or_else(|| out.clone(), |at| out[at..].to_owned())
}

/// Program that reads a number and prints its double.
pub(crate) const DOUBLE: &str = r#"
[program]
points = { results = 90 }
[[program.cases]]
name = "by hand"
rows = [{ input = "5\n", output = "10\n" }, { input = "-3\n", output = "-6\n" }]
[[program.cases]]
name = "drawn"
draw = 5
values = ["int 0..1000"]
"#;

/// The program on each machine, in parts: read, double, print.
pub(crate) fn double(machine: &'static str, dialect: &'static str) -> Hw {
    let (scaffold, reference) = match (machine, dialect) {
        ("mips32", dialect) => {
            let end = if dialect == "mars" { "li $v0, 10\n syscall\n" } else { "jr $ra\n" };
            let head = " .text\n .globl main\nmain: li $v0, 5\n syscall\n";
            let body =
                "addu $a0, $v0, $v0\n li $v0, 1\n syscall\n li $a0, 10\n li $v0, 11\n syscall\n ";
            (format!("{head} {end}"), format!("{head} {body}{end}"))
        }
        ("riscv32", "rars") => {
            let head = " .text\nmain: li a7, 5\n ecall\n";
            let body = " add a0, a0, a0\n li a7, 1\n ecall\n li a0, 10\n li a7, 11\n ecall\n";
            let end = " li a7, 10\n ecall\n";
            (format!("{head}{end}"), format!("{head}{body}{end}"))
        }
        ("pdp10", _) => {
            let head = "\tTITLE HW\nA=1\nB=2\nGO:\t.OPEN 1,[.UAI,,'TTY]\n\t .LOSE\n\t.OPEN 2,[.UAO,,'TTY]\n\t .LOSE\n";
            let body = "\tSETZ B,\nNEXT:\t.IOT 1,A\n\tCAIL A,\"0\n\tCAILE A,\"9\n\tJRST DONE\n\tIMULI B,10.\n\tADDI B,-\"0(A)\n\tJRST NEXT\n\
                        DONE:\tADD B,B\n\tIDIVI B,10.\n\tADDI B,\"0\n\tADDI B+1,\"0\n\tCAIE B,\"0\n\t.IOT 2,B\n\t.IOT 2,B+1\n\t.IOT 2,[15]\n";
            let end = "\t.LOGOUT 1,\n\tEND GO\n";
            (format!("{head}{end}"), format!("{head}{body}{end}"))
        }
        other => panic!("{other:?}"),
    };
    let program = match machine {
        // At most two digits.
        "pdp10" => DOUBLE
            .replace("int 0..1000", "int 0..49")
            .replace(", { input = \"-3\\n\", output = \"-6\\n\" }", ""),
        _ => DOUBLE.to_owned(),
    };
    Hw { machine, dialect, program, scaffold, reference }
}

#[test]
fn text_programs_on_each_machine() {
    for (machine, dialect) in
        [("mips32", "mars"), ("mips32", "spim"), ("riscv32", "rars"), ("pdp10", "midas")]
    {
        let hw = double(machine, dialect);
        let done = hw.grade(&hw.reference, 0);
        assert!(done.out().ends_with("\n90 of 90 points\n"), "{}", done.printed());
        let done = hw.grade(&hw.scaffold, 1);
        assert!(done.out().ends_with("\n0 of 90 points\n"), "{}", done.printed());
        let (from, to) = match machine {
            "mips32" => ("addu $a0, $v0, $v0", "addiu $a0, $v0, 5"),
            "riscv32" => ("add a0, a0, a0", "addi a0, a0, 5"),
            _ => ("\tADD B,B\n", "\tADDI B,6\n"),
        };
        assert!(hw.reference.contains(from), "{machine}");
        let done = hw.grade(&hw.reference.replace(from, to), 1);
        insta::assert_snapshot!(format!("programs-wrong-{machine}-{dialect}"), done.out());
    }
}

/// Venus prints no newline and exits with `a0` = 10.
#[test]
fn venus_calls() {
    let head = " .text\nmain:\n";
    let body = " li a0, 1\n li a1, 42\n ecall\n li a0, 11\n li a1, 10\n ecall\n";
    let end = " li a0, 10\n ecall\n";
    let hw = Hw {
        machine: "riscv32",
        dialect: "venus",
        program: "[program]\npoints = { results = 10 }\n[[program.cases]]\nname = \"one\"\nrows = [{ output = \"42\" }]\n".to_owned(),
        scaffold: format!("{head}{end}"),
        reference: format!("{head}{body}{end}"),
    };
    let done = hw.grade(&hw.reference, 0);
    assert!(done.out().ends_with("\n10 of 10 points\n"), "{}", done.printed());
    let done = hw.grade(&hw.reference.replace("a1, 42", "a1, 43"), 1);
    insta::assert_snapshot!("programs-venus", findings(&done));
}

pub(crate) const MARS_DOUBLE: &str = "        .text
main:   li      $v0, 5
        syscall
        addu    $a0, $v0, $v0
        li      $v0, 1
        syscall
        li      $a0, 10
        li      $v0, 11
        syscall
        li      $v0, 10
        syscall
";

pub(crate) fn mars() -> Hw {
    Hw { reference: MARS_DOUBLE.to_owned(), ..double("mips32", "mars") }
}

/// Each mistake has its message, its line, and its history.
#[test]
fn program_mistakes_are_reported_with_lines() {
    let hw = mars();
    let changed = [
        (
            "endless",
            "        li      $v0, 10\n",
            "again:  addiu   $t0, $t0, 0\n        b       again\n",
        ),
        (
            "slow",
            "        li      $v0, 10\n",
            "again:  addiu   $t0, $t0, 1\n        b       again\n",
        ),
        (
            "reads too much",
            "        li      $v0, 10\n",
            "        li      $v0, 5\n        syscall\n        li      $v0, 10\n",
        ),
        (
            "crashes",
            "        addu    $a0",
            "        li      $t1, 2\n        lw      $t0, 1($t1)\n        addu    $a0",
        ),
        (
            "divides by zero",
            "        addu    $a0",
            "        teq     $zero, $zero\n        addu    $a0",
        ),
        (
            "prints without end",
            "        li      $v0, 10\n",
            "again:  li      $v0, 11\n        syscall\n        b       again\n",
        ),
        (
            "prints nothing",
            "        li      $v0, 1\n        syscall\n        li      $a0, 10\n        li      $v0, 11\n        syscall\n",
            "",
        ),
        ("prints too little", "        li      $v0, 1\n        syscall\n", ""),
        (
            "prints too much",
            "        li      $v0, 10\n",
            "        li      $a0, 7\n        li      $v0, 1\n        syscall\n        li      $v0, 10\n",
        ),
        (
            "a character in memory",
            "        li      $v0, 1\n",
            "        li      $t0, '9'\n        sb      $t0, text\n        la      $a0, text\n        li      $v0, 4\n        .data\ntext:   .asciiz \"1?\"\n        .text\n",
        ),
        (
            "a prompt",
            "main:   li",
            "        .data\nhow:    .asciiz \"Number: \"\n        .text\nmain:   la      $a0, how\n        li      $v0, 4\n        syscall\n        li",
        ),
    ];
    let shown = changed.map(|(name, from, to)| {
        assert!(hw.reference.contains(from), "{name}");
        let done = hw.grade(&hw.reference.replacen(from, to, 1), 1);
        format!("=== {name}\n{}", findings(&done))
    });
    insta::assert_snapshot!("programs-mistakes", shown.concat());
}

/// Trailing blanks, surrounding blank lines and line ends are ignored by default.
#[test]
fn blanks_are_ignored_unless_the_assignment_says_so() {
    let hw = mars();
    let printed = |character: &str| {
        format!("        li      $a0, {character}\n        li      $v0, 11\n        syscall\n")
    };
    let newline = printed("10");
    let variants = [
        ("no newline", hw.reference.replace(&newline, "")),
        ("a blank at the end", hw.reference.replace(&newline, &(printed("32") + &newline))),
        ("a blank line after", hw.reference.replace(&newline, &newline.repeat(2))),
        ("CR LF", hw.reference.replace(&newline, &(printed("13") + &newline))),
    ];
    let mut shown = String::new();
    for (name, source) in &variants {
        assert_ne!(*source, hw.reference, "{name}");
        let done = hw.grade(source, 0);
        shown += &format!("=== {name}\n{}", done.out());
        for exact in ["exact = true", "compare = \"exact\""] {
            let program = hw.program.replace("[program]\n", &format!("[program]\n{exact}\n"));
            let exact = Hw { program, ..mars() };
            let done = exact.grade(source, 1);
            assert!(done.out().contains("error[GR11]"), "{name}: {}", done.printed());
        }
    }
    insta::assert_snapshot!("programs-blanks", shown);
}

/// Adds up an array.
const SUMS: &str = " .data
array: .space 40
count: .word 0
answer: .word 0
name: .space 16
 .text
main: lw $t0, count
 la $t1, array
 li $t2, 0
next: beqz $t0, done
 lw $t3, 0($t1)
 addu $t2, $t2, $t3
 addiu $t1, $t1, 4
 addiu $t0, $t0, -1
 b next
done: sw $t2, answer
 addu $s1, $s0, $s0
 li $t4, 'A'
 sb $t4, name
 la $t5, name
 sb $zero, 1($t5)
 li $a0, 36
 li $v0, 17
 syscall
";

const SUMS_PROGRAM: &str = r#"[program]
points = { results = 10 }
[[program.cases]]
name = "sums"
place = [
    { label = "array", words = [3, -4, 5] },
    { label = "count", value = 3 },
    { register = "$s0", value = 21 },
]
expect = [
    { label = "answer", words = [4] },
    { register = "$17", value = 42 },
    { label = "name", text = "A" },
    { label = "array", words = 3 },
]
status = 36
rows = [{}]
[[program.cases]]
name = "drawn"
draw = 3
values = ["words 6 -9..9", "int 1..6"]
place = [{ label = "array", words = "{1}" }, { label = "count", value = "{2}" }]
expect = { label = "answer", words = 1 }
status = "reference"
"#;

/// Memory by label, registers by name, a status, arguments and files.
#[test]
fn memory_registers_status_arguments_and_files() {
    let hw = Hw {
        machine: "mips32",
        dialect: "mars",
        program: SUMS_PROGRAM.to_owned(),
        scaffold: " .text\nmain: nop\n".to_owned(),
        reference: SUMS.to_owned(),
    };
    assert!(hw.grade(SUMS, 0).out().ends_with("10 of 10 points\n"));
    let changed = [
        ("another answer", "addu $t2, $t2, $t3", "addu $t2, $t2, $t0"),
        ("another register", "addu $s1, $s0, $s0", "addiu $s1, $s0, 20"),
        ("another text", "'A'", "'B'"),
        ("another status", "li $a0, 36", "li $a0, 35"),
        ("no status", "li $v0, 17", "li $v0, 10"),
        ("no label", "answer", "result"),
        ("never written", "done: sw $t2, answer", "done:"),
    ];
    let shown = changed.map(|(name, from, to)| {
        assert!(SUMS.contains(from), "{name}");
        format!("=== {name}\n{}", findings(&hw.grade(&SUMS.replace(from, to), 1)))
    });
    insta::assert_snapshot!("programs-memory", shown.concat());
}

/// The system's start-up code sets registers before and after the program.
#[test]
fn spim_registers_are_those_of_the_program() {
    let program = "[program]\npoints = { results = 10 }\n[[program.cases]]\nname = \"sum\"\n\
                   place = [{ register = \"$a0\", value = 20 }, { register = \"a1\", value = 22 }]\n\
                   expect = { register = \"$v0\", value = 42 }\nrows = [{}]\n";
    let reference = " .text\n .globl main\nmain: addu $v0, $a0, $a1\n jr $ra\n";
    let hw = Hw {
        machine: "mips32",
        dialect: "spim",
        program: program.to_owned(),
        scaffold: " .text\n .globl main\nmain: jr $ra\n".to_owned(),
        reference: reference.to_owned(),
    };
    hw.grade(reference, 0);
    let done = hw.grade(&reference.replace("addu", "subu"), 1);
    insta::assert_snapshot!("programs-registers", findings(&done));
}

#[test]
fn pdp10_command_line_and_files() {
    let reference = "\tTITLE HW
A=1
B=2
GO:\t.BREAK 12,[..RJCL,,LINE]
\t.OPEN 1,[.UAO,,'TTY]
\t .LOSE
\tMOVE B,[440700,,LINE]
NEXT:\tILDB A,B
\tCAIN A,15
\tJRST DONE
\tJUMPE A,DONE
\t.IOT 1,A
\tJRST NEXT
DONE:\t.OPEN 2,[.UAI,,'DSK ? SIXBIT /DATA/ ? SIXBIT /IN/]
\t .LOSE
\t.IOT 2,A
\t.IOT 1,A
\tMOVEM A,LAST
\t.LOGOUT 1,
LAST:\t0
LINE:\tBLOCK 20
\t0
\tEND GO
";
    let program = "[program]\npoints = { results = 10 }\n[[program.cases]]\nname = \"line\"\n\
                   arguments = [\"HELLO\"]\nfiles = { \"DATA IN\" = \"XYZ\" }\n\
                   expect = { label = \"LAST\", words = [88] }\nrows = [{ output = \"HELLOX\" }]\n";
    let hw = Hw {
        machine: "pdp10",
        dialect: "midas",
        program: program.to_owned(),
        scaffold: "\tTITLE HW\nGO:\t.LOGOUT 1,\nLAST:\t0\n\tEND GO\n".to_owned(),
        reference: reference.to_owned(),
    };
    hw.grade(reference, 0);
    let done = hw.grade(&reference.replace("\tMOVEM A,LAST", "\tAOS A\n\tMOVEM A,LAST"), 1);
    insta::assert_snapshot!("programs-pdp10", findings(&done));
}

/// Cases from files of the folder, and files that a program writes.
#[test]
fn input_output_and_files_from_the_folder() {
    let reference = " .data
name: .asciiz \"in.txt\"
out: .asciiz \"out.txt\"
buffer: .space 100
 .text
main: la $a0, name
 li $a1, 0
 li $v0, 13
 syscall
 move $a0, $v0
 la $a1, buffer
 li $a2, 100
 li $v0, 14
 syscall
 move $s0, $v0
 la $a0, out
 li $a1, 1
 li $v0, 13
 syscall
 move $a0, $v0
 la $a1, buffer
 move $a2, $s0
 li $v0, 15
 syscall
 li $v0, 10
 syscall
";
    let program = "[program]\npoints = { results = 10 }\n[[program.cases]]\nname = \"copy\"\n\
                   rows = [{ files = { \"in.txt\" = { file = \"data/in.txt\" } }, expect = { file = \"out.txt\" } },\n\
                   { files = { \"in.txt\" = \"abc\" }, expect = { file = \"out.txt\", text = \"abc\\n\" } }]\n";
    let hw = Hw {
        machine: "mips32",
        dialect: "mars",
        program: program.to_owned(),
        scaffold: " .text\nmain: nop\n".to_owned(),
        reference: reference.to_owned(),
    };
    let folder = tempfile::tempdir().unwrap();
    hw.write(folder.path());
    fs::create_dir(folder.path().join("hw/data")).unwrap();
    fs::write(folder.path().join("hw/data/in.txt"), "one\ntwo\n").unwrap();
    graded(folder.path(), reference, 0);
    let wrong = reference.replace(" move $a2, $s0\n", " li $a2, 2\n");
    insta::assert_snapshot!("programs-files", findings(&graded(folder.path(), &wrong, 1)));
    let none = reference.replace("out.txt", "other.txt");
    let done = graded(folder.path(), &none, 1);
    assert!(done.out().contains("the file `out.txt` does not exist"), "{}", done.printed());
}

/// Cases that were not run are not wrong, and cheap cases still run after an endless one.
#[test]
fn cases_that_were_not_run_are_not_wrong() {
    let hw = Hw {
        program: "[program]\nmax-instructions = 40000000\npoints = { results = 90 }\n[[program.cases]]\nname = \"loops\"\n\
                  rows = [{ input = \"1\" }, { input = \"2\" }, { input = \"3\" }, { input = \"4\" }]\n[[program.cases]]\n\
                  name = \"cheap\"\nmax-instructions = 1000\nrows = [{ input = \"10\" }, { input = \"11\" }]\n"
            .to_owned(),
        ..mars()
    };
    let source = MARS_DOUBLE.replace(
        "        addu    $a0",
        "        slti    $t0, $v0, 10\nstuck:  bnez    $t0, stuck\n        addu    $a0",
    );
    let folder = tempfile::tempdir().unwrap();
    hw.write(folder.path());
    fs::write(folder.path().join("hw.s"), source).unwrap();
    let report = ["grade", "hw", "hw.s", "--report", "json=all.json"];
    let done = isagrid(folder.path(), &report, b"");
    insta::assert_snapshot!("programs-not-run", done.out());
    let all: Value =
        serde_json::from_slice(&fs::read(folder.path().join("all.json")).unwrap()).unwrap();
    let groups = &all["submissions"][0]["functions"][0]["groups"];
    let numbers = |at: usize| {
        let of = |key: &str| groups[at][key].as_u64().unwrap();
        (of("right"), of("not_run"), of("cases"))
    };
    assert_eq!((numbers(0), numbers(1)), ((0, 2, 4), (2, 0, 2)));
}

/// Traces and debugging stop at the instruction that printed the first wrong character.
#[test]
fn case_is_traced_and_debugged_up_to_the_error() {
    let folder = tempfile::tempdir().unwrap();
    mars().write(folder.path());
    let source = MARS_DOUBLE.replace("addu    $a0, $v0, $v0", "addiu   $a0, $v0, 6");
    fs::write(folder.path().join("hw.s"), source).unwrap();
    let grade = |more: &[&str], input: &[u8]| {
        let grade = ["grade", "hw", "hw.s", "--case", "program:1.1"];
        let done = isagrid(folder.path(), &[&grade, more].concat(), input);
        assert_eq!((done.status, done.stderr.as_str()), (1, ""), "{}", done.printed());
        done.out()
    };
    insta::assert_snapshot!("programs-trace", grade(&["--trace"], b""));
    insta::assert_snapshot!("programs-debug", grade(&["--debug"], b"print $a0\nback\nquit\n"));
    insta::assert_snapshot!("programs-case", grade(&[], b""));
}

const DOUBLES: &str = r#"[program]
points = { results = 90 }
[[program.cases]]
name = "by hand"
rows = [
    { input = "5\n", output = "10\n" },
]
[[program.cases]]
name = "drawn"
draw = 5
values = ["int 0..1000"]
template = "{1}\n"
"#;

/// Every mistake in the table `[program]` is reported with its line.
#[test]
fn mistakes_in_the_program_table_are_reported_with_lines() {
    let first = "{ input = \"5\\n\", output = \"10\\n\" },";
    let row = |row: &str| (first.to_owned(), format!("{{ {row} }},"));
    let with = |row_more: &str| row(&format!("input = \"5\\n\", {row_more}"));
    let change = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    let changes = [
        with("output = \"11\\n\""),
        with("outptu = \"10\\n\""),
        with("output = \"10\\n\", output-file = \"x\""),
        with("output-file = \"../scaffold.s\""),
        with("output-file = \"nowhere\""),
        with("expect = { label = \"nowhere\", words = 1 }"),
        with("expect = { label = \"main\", words = 0 }"),
        with("expect = { label = \"main\" }"),
        with("expect = { register = \"$q\" }"),
        with("place = { label = \"nowhere\", words = [1] }"),
        with("place = { label = \"main\", words = [5000000000] }"),
        with("place = { label = \"main\", words = \"{1}\" }"),
        with("place = { words = [1] }"),
        with("status = \"zero\""),
        with("status = 3"),
        with("points = 3"),
        change("name = \"by hand\"\n", "name = \"by hand\"\npoints = 3\n"),
        change(", output = \"10\\n\" },\n]", " },\n]\ncompare = \"regex\""),
        change("output = \"10\\n\" },\n]", "output = \"(\" },\n]\ncompare = \"regex\""),
        change("name = \"by hand\"\n", "name = \"by hand\"\ncompare = \"words\"\n"),
        change("name = \"by hand\"\n", "name = \"by hand\"\ncompare = \"numbers\"\n"),
        change("name = \"by hand\"\n", "name = \"by hand\"\ntolerance = 0.1\n"),
        change("name = \"by hand\"\n", "name = \"by hand\"\nexact = true\ncompare = \"tokens\"\n"),
        change("name = \"by hand\"\n", "name = \"by hand\"\nhidden-until = \"soon\"\n"),
        change("name = \"by hand\"\n", "name = \"by hand\"\nvary = \"draw\"\n"),
        change("name = \"by hand\"\n", "name = \"by hand\"\npuzzles = []\ndraw = 3\n"),
        change("rows = [\n    { input = \"5\\n\", output = \"10\\n\" },\n]", "rows = []"),
        change("template = \"{1}\\n\"", "template = \"{2}\\n\""),
        change("template = \"{1}\\n\"", "template = \"{1\\n\""),
        change("int 0..1000", "int 10..0"),
        change("values = [\"int 0..1000\"]\n", ""),
        change("draw = 5", "draw = 0"),
        change("draw = 5\n", ""),
        change("points = { results = 90 }\n", ""),
        change("points = { results = 90 }\n", "points = { results = 90 }\nfeed = \"rows\"\n"),
        change("points = { results = 90 }\n", "points = { results = 90 }\nsize = 5\n"),
        change("{ results = 90 }", "{ results = 90, decisions = 1 }"),
    ];
    let shown = changes.map(|(from, to)| {
        let folder = tempfile::tempdir().unwrap();
        let program = DOUBLES.replacen(&from, &to, 1);
        assert_ne!(program, DOUBLES, "{from}");
        Hw { program, ..mars() }.write(folder.path());
        let done = isagrid(folder.path(), &["grade", "hw", "hw/reference.s"], b"");
        assert_eq!(done.status, 2, "{to}: {}", done.printed());
        format!("{to}\n{}", done.stderr)
    });
    insta::assert_snapshot!("programs-wrong-toml", shown.join("\n"));
}

/// The templates of `assignment new` work without changes.
#[test]
fn new_program_assignments_work() {
    for kind in ["text", "memory"] {
        let folder = tempfile::tempdir().unwrap();
        let made = isagrid(folder.path(), &["assignment", "new", "hw", "--kind", kind], b"");
        assert_eq!(made.status, 0, "{}", made.printed());
        let done = isagrid(folder.path(), &["assignment", "check", "hw"], b"");
        assert_eq!(done.status, 0, "{kind}: {}", done.printed());
        insta::assert_snapshot!(format!("programs-new-{kind}"), done.out());
    }
}
