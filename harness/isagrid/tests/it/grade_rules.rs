//! Course rules on each machine: required calls, recursion, loops, lengths, and instruction lists.

use std::fs;
use std::path::Path;

use crate::support::{Done, isagrid};

/// Versions of `fact` (or `FACT`) for a machine, with the text around them.
struct Machine {
    head: &'static str,
    keys: &'static str,
    function: &'static str,
    begin: &'static str,
    end: &'static str,
    stub: &'static str,
    recursive: &'static str,
    /// Recursion in a helper.
    helped: &'static str,
    looped: &'static str,
    /// A jump back to the function's start.
    jumped: &'static str,
    /// An unreachable recursive call, and a loop.
    dead: &'static str,
    /// A backward jump that is not a loop.
    shared_end: &'static str,
}

const MIPS: Machine = Machine {
    head: "machine = \"mips32\"\ndialect = \"spim\"",
    keys: "",
    function: "fact",
    begin: " .text\nmain: li $a0, 5\n jal fact\n jr $ra\n",
    end: "",
    stub: "fact: li $v0, 0\n jr $ra\n",
    recursive: "fact: addiu $sp, $sp, -8\n sw $ra, 4($sp)\n sw $a0, 0($sp)\n li $v0, 1\n blez $a0, out\n addiu $a0, $a0, -1\n jal fact\n lw $a0, 0($sp)\n mul $v0, $v0, $a0\nout: lw $ra, 4($sp)\n addiu $sp, $sp, 8\n jr $ra\n",
    helped: "fact: li $a1, 1\n addiu $sp, $sp, -8\n sw $ra, 4($sp)\n jal help\n lw $ra, 4($sp)\n addiu $sp, $sp, 8\n jr $ra\nhelp: move $v0, $a1\n blez $a0, back\n mul $a1, $a1, $a0\n addiu $a0, $a0, -1\n addiu $sp, $sp, -8\n sw $ra, 4($sp)\n jal help\n lw $ra, 4($sp)\n addiu $sp, $sp, 8\nback: jr $ra\n",
    looped: "fact: li $v0, 1\nnext: blez $a0, out\n mul $v0, $v0, $a0\n addiu $a0, $a0, -1\n b next\nout: jr $ra\n",
    jumped: "fact: li $v0, 1\n li $t0, 0\nfact_go: blez $a0, out\n mul $v0, $v0, $a0\n addiu $a0, $a0, -1\n j fact_go\nout: jr $ra\n",
    dead: "fact: li $v0, 1\n b next\n jal fact\nnext: blez $a0, out\n mul $v0, $v0, $a0\n addiu $a0, $a0, -1\n b next\nout: jr $ra\n",
    shared_end: "fact: bgtz $a0, more\none: li $v0, 1\n jr $ra\nback: lw $ra, 4($sp)\n addiu $sp, $sp, 8\n jr $ra\nmore: addiu $sp, $sp, -8\n sw $ra, 4($sp)\n sw $a0, 0($sp)\n addiu $a0, $a0, -1\n jal fact\n lw $a0, 0($sp)\n mul $v0, $v0, $a0\n b back\n",
};

const RISCV: Machine = Machine {
    head: "machine = \"riscv32\"\ndialect = \"rars\"",
    keys: "",
    function: "fact",
    begin: " .text\nmain: li a0, 5\n call fact\n li a7, 10\n ecall\n",
    end: "",
    stub: "fact: li a0, 0\n ret\n",
    recursive: "fact: blez a0, one\n addi sp, sp, -16\n sw ra, 12(sp)\n sw a0, 8(sp)\n addi a0, a0, -1\n call fact\n lw t0, 8(sp)\n mul a0, a0, t0\n lw ra, 12(sp)\n addi sp, sp, 16\n ret\none: li a0, 1\n ret\n",
    helped: "fact: li a1, 1\n addi sp, sp, -16\n sw ra, 12(sp)\n call help\n lw ra, 12(sp)\n addi sp, sp, 16\n ret\nhelp: blez a0, back\n mul a1, a1, a0\n addi a0, a0, -1\n addi sp, sp, -16\n sw ra, 12(sp)\n call help\n lw ra, 12(sp)\n addi sp, sp, 16\n ret\nback: mv a0, a1\n ret\n",
    looped: "fact: li t0, 1\nnext: blez a0, out\n mul t0, t0, a0\n addi a0, a0, -1\n j next\nout: mv a0, t0\n ret\n",
    jumped: "fact: li t0, 1\n li t1, 0\nfact_go: blez a0, out\n mul t0, t0, a0\n addi a0, a0, -1\n tail fact_go\nout: mv a0, t0\n ret\n",
    dead: "fact: li t0, 1\n j next\n call fact\nnext: blez a0, out\n mul t0, t0, a0\n addi a0, a0, -1\n j next\nout: mv a0, t0\n ret\n",
    shared_end: "fact: bgtz a0, more\n li a0, 1\n ret\nback: lw ra, 12(sp)\n addi sp, sp, 16\n ret\nmore: addi sp, sp, -16\n sw ra, 12(sp)\n sw a0, 8(sp)\n addi a0, a0, -1\n call fact\n lw t0, 8(sp)\n mul a0, a0, t0\n j back\n",
};

const PDP10: Machine = Machine {
    head: "machine = \"pdp10\"\ndialect = \"midas\"\nnames = { A = \"1\", B = \"2\", C = \"3\", P = \"17\" }",
    keys: "in = [\"A\"]\nout = \"B\"\nclobbers = [\"A\", \"C\"]",
    function: "FACT",
    begin: "\tTITLE RULES\nA=1\nB=2\nC=3\nP=17\n",
    end: "PDL:\tBLOCK 100\nGO:\tMOVE P,[-100,,PDL-1]\n\tMOVEI A,5\n\tPUSHJ P,FACT\n\t.LOGOUT 1,\n\tEND GO\n",
    stub: "FACT:\tSETZ B,\n\tPOPJ P,\n",
    recursive: "FACT:\tJUMPG A,FACT1\n\tMOVEI B,1\n\tPOPJ P,\nFACT1:\tPUSH P,A\n\tSUBI A,1\n\tPUSHJ P,FACT\n\tPOP P,A\n\tIMUL B,A\n\tPOPJ P,\n",
    helped: "FACT:\tMOVEI B,1\n\tPUSHJ P,HELP\n\tPOPJ P,\nHELP:\tJUMPE A,HELP1\n\tIMUL B,A\n\tSUBI A,1\n\tPUSHJ P,HELP\nHELP1:\tPOPJ P,\n",
    looped: "FACT:\tMOVEI B,1\n\tJUMPE A,FACT2\nFACT1:\tIMUL B,A\n\tSOJG A,FACT1\nFACT2:\tPOPJ P,\n",
    jumped: "FACT:\tMOVEI B,1\nFACT1:\tJUMPE A,FACT2\n\tIMUL B,A\n\tSOJA A,FACT1\nFACT2:\tPOPJ P,\n",
    dead: "FACT:\tMOVEI B,1\n\tJRST FACT1\n\tPUSHJ P,FACT\nFACT1:\tJUMPE A,FACT2\n\tIMUL B,A\n\tSOJA A,FACT1\nFACT2:\tPOPJ P,\n",
    shared_end: "FACT:\tJUMPG A,FACT1\n\tMOVEI B,1\n\tPOPJ P,\nFACT2:\tIMUL B,A\n\tPOPJ P,\nFACT1:\tPUSH P,A\n\tSUBI A,1\n\tPUSHJ P,FACT\n\tPOP P,A\n\tJRST FACT2\n",
};

impl Machine {
    /// Writes an assignment with given lines for its function, and lines above.
    fn write(&self, folder: &Path, top: &str, rows: &str) {
        let hw = folder.join("hw");
        fs::create_dir_all(&hw).unwrap();
        let (head, keys, name) = (self.head, self.keys, self.function);
        let toml = format!(
            "title = \"Factorials\"\n{top}\n{head}\nsubmission = \"f.s\"\nscaffold = \"scaffold.s\"\nreference = \"reference.s\"\n\n[[function]]\nname = \"{name}\"\narguments = [\"int 0..6\"]\nresult = \"int 0..720\"\n{keys}\n{rows}\n[[function.cases]]\nname = \"all\"\nevery = true\n"
        );
        fs::write(hw.join("assignment.toml"), toml).unwrap();
        fs::write(hw.join("scaffold.s"), self.whole(self.stub)).unwrap();
        fs::write(hw.join("reference.s"), self.whole(self.recursive)).unwrap();
    }

    fn whole(&self, function: &str) -> String {
        format!("{}{function}{}", self.begin, self.end)
    }

    fn grade(&self, folder: &Path, function: &str) -> Done {
        fs::write(folder.join("ann.s"), self.whole(function)).unwrap();
        isagrid(folder, &["grade", "hw", "ann.s"], b"")
    }
}

const POINTS: &str = "points = { results = 10, convention = 3, rules = 5 }";

#[test]
fn recursion_is_judged_by_executed_calls() {
    let mut all = String::new();
    for machine in [MIPS, RISCV, PDP10] {
        let folder = tempfile::tempdir().unwrap();
        machine.write(
            folder.path(),
            "",
            &format!("{POINTS}\nrules = {{ must-be-recursive = true }}"),
        );
        for right in [machine.recursive, machine.helped, machine.shared_end] {
            let done = machine.grade(folder.path(), right);
            assert!(done.out().ends_with("18 of 18 points\n"), "{right}{}", done.printed());
        }
        for wrong in [machine.looped, machine.jumped, machine.dead] {
            let done = machine.grade(folder.path(), wrong);
            assert!(done.out().ends_with("13 of 18 points\n"), "{wrong}{}", done.printed());
            assert!(done.out().contains("error[GR12]"), "{wrong}{}", done.printed());
        }
        all.push_str(&machine.grade(folder.path(), machine.dead).out());
    }
    insta::assert_snapshot!("rules-recursion", all);
}

#[test]
fn loops_are_found_in_functions_and_helpers() {
    let mut all = String::new();
    for machine in [MIPS, RISCV, PDP10] {
        let folder = tempfile::tempdir().unwrap();
        machine.write(folder.path(), "", &format!("{POINTS}\nrules = {{ no-loop = true }}"));
        for right in [machine.recursive, machine.helped, machine.shared_end] {
            let done = machine.grade(folder.path(), right);
            assert!(done.out().ends_with("18 of 18 points\n"), "{right}{}", done.printed());
        }
        for wrong in [machine.looped, machine.jumped, machine.dead] {
            let done = machine.grade(folder.path(), wrong);
            assert!(done.out().ends_with("13 of 18 points\n"), "{wrong}{}", done.printed());
        }
        all.push_str(&machine.grade(folder.path(), machine.looped).out());
    }
    insta::assert_snapshot!("rules-loops", all);
}

#[test]
fn lengths_are_counted_as_assembled() {
    let mut all = String::new();
    for (machine, most) in [(MIPS, 12), (RISCV, 14), (PDP10, 9)] {
        let folder = tempfile::tempdir().unwrap();
        let rules = |most: u64| format!("{POINTS}\nrules = {{ most-instructions = {most} }}");
        machine.write(folder.path(), "", &rules(most));
        let done = machine.grade(folder.path(), machine.recursive);
        assert!(done.out().ends_with("18 of 18 points\n"), "{}", done.printed());
        machine.write(folder.path(), "", &rules(most - 1));
        let done = machine.grade(folder.path(), machine.recursive);
        assert!(done.out().ends_with("13 of 18 points\n"), "{}", done.printed());
        all.push_str(&done.out());
    }
    insta::assert_snapshot!("rules-lengths", all);
}

/// Without points for rules, a broken rule costs the points for the convention.
#[test]
fn rules_without_points_cost_convention_points() {
    let folder = tempfile::tempdir().unwrap();
    let rows = "points = { results = 10, convention = 3 }\nrules = { no-loop = true }";
    MIPS.write(folder.path(), "", rows);
    let done = MIPS.grade(folder.path(), MIPS.looped);
    assert!(done.out().ends_with("10 of 13 points\n"), "{}", done.printed());
}

#[test]
fn required_calls_are_checked_at_run_time() {
    let folder = tempfile::tempdir().unwrap();
    let hw = folder.path().join("hw");
    fs::create_dir(&hw).unwrap();
    let cases = "[[function.cases]]\nname = \"all\"\nevery = true\n";
    let toml = format!(
        "title = \"Calls\"\n{}\nsubmission = \"f.s\"\nscaffold = \"scaffold.s\"\nreference = \"reference.s\"\n\
         [[function]]\nname = \"twice\"\narguments = [\"int 0..9\"]\nresult = \"int 0..18\"\npoints = {{ results = 5 }}\n{cases}\
         [[function]]\nname = \"quad\"\narguments = [\"int 0..9\"]\nresult = \"int 0..36\"\npoints = {{ results = 5, rules = 5 }}\n\
         rules = {{ must-call = [\"twice\"] }}\n{cases}",
        MIPS.head
    );
    fs::write(hw.join("assignment.toml"), &toml).unwrap();
    let main = " .text\nmain: li $a0, 1\n jal quad\n jr $ra\n";
    let twice = "twice: addu $v0, $a0, $a0\n jr $ra\n";
    fs::write(hw.join("scaffold.s"), format!("{main}twice: jr $ra\nquad: jr $ra\n")).unwrap();
    let quad = "quad: addiu $sp, $sp, -8\n sw $ra, 4($sp)\n jal twice\n move $a0, $v0\n jal twice\n lw $ra, 4($sp)\n addiu $sp, $sp, 8\n jr $ra\n";
    fs::write(hw.join("reference.s"), format!("{main}{twice}{quad}")).unwrap();
    let grade = |quad: &str| {
        fs::write(folder.path().join("ann.s"), format!("{main}{twice}{quad}")).unwrap();
        isagrid(folder.path(), &["grade", "hw", "ann.s"], b"").out()
    };
    let tail = "quad: sll $a0, $a0, 1\n j twice\n";
    let helper = "quad: addiu $sp, $sp, -8\n sw $ra, 4($sp)\n jal h\n lw $ra, 4($sp)\n addiu $sp, $sp, 8\n jr $ra\nh: sll $a0, $a0, 1\n j twice\n";
    for right in [quad, tail, helper] {
        let out = grade(right);
        assert!(out.ends_with("15 of 15 points\n"), "{out}");
    }
    let never = "quad: sll $v0, $a0, 2\n b out\n jal twice\nout: jr $ra\n";
    let out = grade(never);
    assert!(out.ends_with("10 of 15 points\n"), "{out}");
    assert!(out.contains("error[GR12]: `quad` must call `twice`, but never does"), "{out}");
}

#[test]
fn instructions_are_allowed_or_forbidden() {
    let folder = tempfile::tempdir().unwrap();
    let top = "allowed = [\"li\", \"blez\", \"addiu\", \"jal\", \"jr\", \"lw\", \"sw\", \"mul\"]";
    MIPS.write(folder.path(), top, POINTS);
    let done = MIPS.grade(folder.path(), MIPS.recursive);
    assert!(done.out().ends_with("18 of 18 points\n"), "{}", done.printed());
    let allowed = MIPS.grade(folder.path(), &MIPS.looped.replace("addiu", "addi"));
    assert!(allowed.out().ends_with("13 of 18 points\n"), "{}", allowed.printed());
    MIPS.write(folder.path(), "forbidden = [\"MUL\"]", "points = { results = 10, convention = 3 }");
    let forbidden = MIPS.grade(folder.path(), MIPS.looped);
    assert!(forbidden.out().ends_with("10 of 13 points\n"), "{}", forbidden.printed());
    insta::assert_snapshot!("rules-words", format!("{}\n===\n{}", allowed.out(), forbidden.out()));
    for (machine, name) in [(MIPS, "mull"), (RISCV, "ecal"), (PDP10, "MOVEX")] {
        for key in ["allowed", "forbidden"] {
            machine.write(folder.path(), &format!("{key} = [\n\"{name}\"]"), POINTS);
            let done = machine.grade(folder.path(), machine.recursive);
            assert_eq!(done.status, 2, "{}", done.printed());
            let message =
                format!("`hw/assignment.toml`:3: no instruction of the dialect is called `{name}`");
            assert!(done.stderr.contains(&message), "{}", done.printed());
        }
    }
}

#[test]
fn invalid_rules_are_refused_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let rows = [
        "points = { results = 10 }\nrules = { no-loop = true }",
        "points = { results = 10, rules = 1 }",
        "points = { results = 10, rules = 1 }\nrules = { must-call = [\"nobody\"] }",
        "points = { results = 10, rules = 1 }\nrules = { no-loops = true }",
    ];
    let message = rows.map(|rows| {
        MIPS.write(folder.path(), "", rows);
        let done = MIPS.grade(folder.path(), MIPS.recursive);
        assert_eq!(done.status, 2, "{}", done.printed());
        done.stderr
    });
    insta::assert_snapshot!("rules-mistakes", message.concat());
}

/// Rules of a whole program cost all its points if it has none for rules.
#[test]
fn rules_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    let new = ["assignment", "new", "hw", "--like", "cs21-4x4"];
    assert_eq!(isagrid(folder.path(), &new, b"").status, 0);
    let file = folder.path().join("hw/assignment.toml");
    let text = fs::read_to_string(&file).unwrap();
    let ruled = text.replacen(
        "[program]\n",
        "[program]\nrules = { must-be-recursive = true, must-call = [\"solve\"] }\n",
        1,
    );
    assert!(ruled != text);
    fs::write(&file, ruled).unwrap();
    let grade = |file: &str| isagrid(folder.path(), &["grade", "hw", file], b"");
    let right = grade("hw/reference.s");
    assert_eq!(right.status, 0, "{}", right.printed());
    let wrong = grade("hw/oddities/no-recursion.s");
    assert!(
        wrong.out().contains("GR12") && wrong.out().ends_with("\n0 of 100 points\n"),
        "{}",
        wrong.printed()
    );
}

/// `assignment check` reports changes of surviving mutants, and missing points with reasons.
#[test]
fn check_reports_survivors_and_missing_points() {
    let folder = tempfile::tempdir().unwrap();
    // With one case, many changes go unnoticed.
    MIPS.write(folder.path(), "", "points = { results = 10 }");
    let file = folder.path().join("hw/assignment.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("every = true", "rows = [{ arguments = [1] }]")).unwrap();
    let done = isagrid(folder.path(), &["assignment", "check", "hw"], b"");
    assert_eq!(done.status, 1, "{}", done.printed());
    assert!(done.out().contains("SURVIVED (no check found anything)"), "{}", done.printed());
    insta::assert_snapshot!("check-survivors", done.out());
    let excused = fs::read_to_string(&file).unwrap() + "\n[equivalent]\n\"f:drop-1\" = \"why\"\n";
    fs::write(&file, excused).unwrap();
    let done = isagrid(folder.path(), &["assignment", "check", "hw"], b"");
    assert_eq!(done.status, 1);
    let unknown = "`[equivalent]` names `f:drop-1`, which is not a mutant\n";
    assert!(done.out().contains(unknown), "{}", done.printed());
    // Cases that an empty function passes earn nothing, so the reference has no points.
    fs::write(&file, text.replace("every = true", "rows = [{ arguments = [1] }]")).unwrap();
    let stub = MIPS.stub.replace("li $v0, 0", "li $v0, 1");
    fs::write(folder.path().join("hw/scaffold.s"), MIPS.whole(&stub)).unwrap();
    let done = isagrid(folder.path(), &["assignment", "check", "hw"], b"");
    let lines: Vec<String> = done.out().lines().take(3).map(str::to_owned).collect();
    insta::assert_snapshot!("check-no-points", lines.join("\n"));
}
