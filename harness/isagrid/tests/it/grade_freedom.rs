//! Functions that are right in their own way: recursions, helpers, labels and data of their own.

use std::fs;
use std::path::Path;

use crate::support::isagrid;

/// Writes an assignment of one function, and the submission, and grades it.
fn graded(folder: &Path, function: &str, reference: &str, submission: &str) -> String {
    fs::create_dir_all(folder.join("hw")).unwrap();
    let text = format!(
        "title = \"T\"\nmachine = \"mips32\"\ndialect = \"mars\"\nsubmission = \"x.s\"\n\
         scaffold = \"scaffold.s\"\nreference = \"reference.s\"\n\n[[function]]\n{function}\n\
         points = {{ results = 10, convention = 5 }}\n\n[[function.cases]]\nname = \"all\"\nevery = true\n"
    );
    fs::write(folder.join("hw/assignment.toml"), text).unwrap();
    fs::write(folder.join("hw/reference.s"), reference).unwrap();
    fs::write(folder.join("hw/scaffold.s"), reference.split("\nf:").next().unwrap()).unwrap();
    fs::write(folder.join("x.s"), submission).unwrap();
    isagrid(folder, &["grade", "hw", "x.s"], b"").printed()
}

const MAIN: &str = "\t.text\nmain: li $a0, 3\n jal f\n li $v0, 10\n syscall\n";

const FIBONACCI: &str = "name = \"f\"\narguments = [\"int 1..20\"]\nresult = \"int 1..7000\"";

#[test]
fn a_recursion_may_take_more_than_the_loop_of_the_reference() {
    let folder = tempfile::tempdir().unwrap();
    let reference = format!(
        "{MAIN}f: li $v0, 0\n li $t0, 1\nmore: blez $a0, done\n add $t1, $v0, $t0\n move $v0, $t0\n \
         move $t0, $t1\n addi $a0, $a0, -1\n b more\ndone: jr $ra\n"
    );
    let recursive = "f: addi $sp, $sp, -12\n sw $ra, 0($sp)\n sw $s0, 4($sp)\n sw $s1, 8($sp)\n \
         move $v0, $a0\n blt $a0, 2, last\n move $s0, $a0\n addi $a0, $s0, -1\n jal f\n move $s1, $v0\n \
         addi $a0, $s0, -2\n jal f\n add $v0, $v0, $s1\nlast: lw $ra, 0($sp)\n lw $s0, 4($sp)\n \
         lw $s1, 8($sp)\n addi $sp, $sp, 12\n jr $ra\n";
    let printed = graded(folder.path(), FIBONACCI, &reference, recursive);
    assert!(printed.contains("15 of 15 points"), "{printed}");
    // One that takes more than any limit loses results only, and is not said to have no end.
    let text = fs::read_to_string(folder.path().join("hw/assignment.toml")).unwrap();
    let text = text.replace("result =", "instructions = 5000\nresult =");
    fs::write(folder.path().join("hw/assignment.toml"), text).unwrap();
    let printed = isagrid(folder.path(), &["grade", "hw", "x.s"], b"").printed();
    assert!(printed.contains("convention        5 of 5"), "{printed}");
    assert!(printed.contains("exceeds the limit of this case, 5,000 instructions"), "{printed}");
}

#[test]
fn a_function_may_store_to_its_own_data_if_the_reference_s_has_data_too() {
    let folder = tempfile::tempdir().unwrap();
    let function = "name = \"f\"\narguments = [\"int 0..9\"]\nresult = \"int 0..18\"";
    let twice = |name: &str| {
        format!(
            "f: la $t0, {name}\n sw $a0, 0($t0)\n lw $t1, 0($t0)\n add $v0, $t1, $t1\n jr $ra\n \
             .data\n{name}: .word 0\n"
        )
    };
    for name in ["buf", "own"] {
        let reference = format!("{MAIN}{}", twice("buf"));
        let printed = graded(folder.path(), function, &reference, &twice(name));
        assert!(printed.contains("15 of 15 points"), "{name}: {printed}");
    }
    // Data of the given part stay forbidden.
    let given = format!("\t.data\ncount: .word 7\n{MAIN}{}", twice("buf"));
    let stores = "f: la $t0, count\n sw $a0, 0($t0)\n add $v0, $a0, $a0\n jr $ra\n";
    let printed = graded(folder.path(), function, &given, stores);
    assert!(printed.contains("CC04"), "{printed}");
}

const SQUARES: &str =
    "name = \"f\"\narguments = [\"int 0..9\", \"int 0..9\"]\nresult = \"int 0..162\"";

/// Sum of two squares, with calls of a helper; `kept` holds the first square.
fn squares(kept: &str) -> String {
    format!(
        "f: addi $sp, $sp, -12\n sw $ra, 0($sp)\n sw $s0, 4($sp)\n sw $s1, 8($sp)\n move $s1, $a1\n \
         jal square\n move {kept}, $v0\n move $a0, $s1\n jal square\n add $v0, $v0, {kept}\n \
         lw $ra, 0($sp)\n lw $s0, 4($sp)\n lw $s1, 8($sp)\n addi $sp, $sp, 12\n jr $ra\n"
    )
}

#[test]
fn a_helper_of_the_given_part_may_be_called_without_a_contract() {
    let folder = tempfile::tempdir().unwrap();
    let head = format!("{MAIN}square: mul $v0, $a0, $a0\n jr $ra\n");
    for reference in [
        // The reference may call it, or not.
        format!("{head}{}", squares("$s0")),
        format!("{head}f: mul $t0, $a0, $a0\n mul $t1, $a1, $a1\n add $v0, $t0, $t1\n jr $ra\n"),
    ] {
        let printed = graded(folder.path(), SQUARES, &reference, &squares("$s0"));
        assert!(printed.contains("15 of 15 points"), "{printed}");
        // It is expected to change what the convention lets a procedure change.
        let printed = graded(folder.path(), SQUARES, &reference, &squares("$t5"));
        assert!(printed.contains("error[CC07]") && !printed.contains("15 of 15"), "{printed}");
    }
}

#[test]
fn a_label_of_a_given_procedure_s_name_is_the_student_s_own_if_the_function_jumps_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let function = "name = \"f\"\narguments = [\"int 0..9\"]\nresult = \"int 0..9\"";
    let own = "f: move $v0, $a0\n beqz $a0, exit\n b exit\nexit: jr $ra\n";
    let reference = format!("{MAIN}exit: li $v0, 10\n syscall\nf: move $v0, $a0\n jr $ra\n");
    graded(folder.path(), function, &reference, own);
    let file = folder.path().join("hw/assignment.toml");
    let text = fs::read_to_string(&file).unwrap() + "\n[[procedure]]\nname = \"exit\"\n";
    fs::write(file, text).unwrap();
    let printed = isagrid(folder.path(), &["grade", "hw", "x.s"], b"").printed();
    assert!(printed.contains("15 of 15 points"), "{printed}");
}

#[test]
fn a_wrong_result_is_reported_next_to_a_run_without_an_end() {
    let folder = tempfile::tempdir().unwrap();
    let function = "name = \"f\"\narguments = [\"int 2..5\"]\nresult = \"int 0..99\"";
    let reference = format!("{MAIN}f: li $v0, 0\n jr $ra\n");
    // It counts a register down that it never sets: to the end in a simulator, without one otherwise.
    let counts = "f: li $v0, 1\nmore: blez $t5, done\n addi $t5, $t5, -1\n b more\ndone: jr $ra\n";
    let printed = graded(folder.path(), function, &reference, counts);
    assert!(printed.contains("error[GR01]: `f` with 2 returns 1, expected 0"), "{printed}");
}
