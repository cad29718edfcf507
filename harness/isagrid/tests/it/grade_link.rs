//! Splitting and linking of submissions: separators and given parts in every state, whole files that
//! do not assemble, and sources designed to be slow.

use std::fs;
use std::path::Path;

use crate::support::{Done, isagrid};

/// Copies an assignment with few cases into a separate folder.
fn homework(folder: &Path, like: &str) {
    let made = isagrid(folder, &["assignment", "new", "hw", "--like", like], b"");
    assert_eq!(made.status, 0, "{}", made.printed());
    edit(folder, |text| {
        let few = |line: &str| match line {
            "every = true" => "draw = 6".to_owned(),
            line if line.starts_with("draw = ") => "draw = 1".to_owned(),
            line => line.to_owned(),
        };
        text.lines().map(|line| few(line) + "\n").collect()
    });
}

fn edit(folder: &Path, change: impl Fn(&str) -> String) {
    let file = folder.join("hw/assignment.toml");
    let text = fs::read_to_string(&file).unwrap();
    let changed = change(&text);
    assert!(changed != text, "something is changed");
    fs::write(file, changed).unwrap();
}

/// Pieces of a reference: the head, each function with its separator, the given part, the end.
struct Source {
    separator: &'static str,
    head: Vec<String>,
    functions: Vec<Vec<String>>,
    given: Vec<String>,
    end: Vec<String>,
}

impl Source {
    fn of(text: &str, separator: &'static str, has_head: bool) -> Source {
        let mut parts: Vec<Vec<String>> = vec![Vec::new()];
        for line in text.lines() {
            let is_end = line.starts_with(separator);
            parts.last_mut().unwrap().push(line.to_owned());
            if is_end {
                parts.push(Vec::new());
            }
        }
        let mut given = parts.pop().unwrap();
        let head = if has_head { parts.remove(0) } else { Vec::new() };
        let end = match given.iter().rposition(|line| line.trim().starts_with("END ")) {
            Some(at) => given.split_off(at),
            None => Vec::new(),
        };
        Source { separator, head, functions: parts, given, end }
    }

    /// Pieces in an order: function numbers, and `None` for the given part.
    fn text(&self, order: &[Option<usize>], keeps: impl Fn(usize) -> usize) -> String {
        let mut lines = self.head.clone();
        for piece in order {
            match piece {
                Some(number) => lines.extend(self.functions[*number].clone()),
                None => {
                    lines.extend(self.given.clone());
                    // Return to the text segment after data.
                    if self.end.is_empty() {
                        lines.push("\t.text".to_owned());
                    }
                }
            }
        }
        lines.extend(self.end.clone());
        let mut seen = 0;
        let mut text = String::new();
        for line in lines {
            let mut times = 1;
            if line.starts_with(self.separator) {
                times = keeps(seen);
                seen += 1;
            }
            (0..times).for_each(|_| text.push_str(&format!("{line}\n")));
        }
        text
    }
}

const MACHINES: [(&str, &str, &str, bool); 4] = [
    ("csee3827", "s", "#### Do not move", false),
    ("csee3827-rars", "s", "#### Do not move", false),
    ("csee3827-venus", "s", "#### Do not move", false),
    ("csee3827-pdp10", "mid", ";;;; Do not move", true),
];

/// Right solutions with separators missing, doubled or in another order, and the given part first,
/// last, between or absent: all points, and no finding except GR05.
#[test]
fn right_solution_is_right_with_any_separators() {
    let orders: [&[Option<usize>]; 5] = [
        &[Some(0), Some(1), Some(2), Some(3), None],
        &[None, Some(0), Some(1), Some(2), Some(3)],
        &[Some(0), Some(1), None, Some(2), Some(3)],
        &[Some(2), Some(0), None, Some(3), Some(1)],
        &[Some(0), Some(1), Some(2), Some(3)],
    ];
    for (name, ending, separator, has_head) in MACHINES {
        let folder = tempfile::tempdir().unwrap();
        homework(folder.path(), name);
        let reference =
            fs::read_to_string(folder.path().join("hw").join(format!("reference.{ending}")));
        let source = Source::of(&reference.unwrap(), separator, has_head);
        let class = folder.path().join("class");
        fs::create_dir(&class).unwrap();
        for (at, order) in orders.iter().enumerate() {
            let all = 4 + usize::from(has_head);
            let write = |kind: String, keeps: &dyn Fn(usize) -> usize| {
                let file = class.join(format!("{at}-{kind}.{ending}"));
                fs::write(file, source.text(order, keeps)).unwrap();
            };
            write("all".to_owned(), &|_| 1);
            write("none".to_owned(), &|_| 0);
            write("doubled".to_owned(), &|_| 2);
            // One order in all variants, the others in some.
            let some = if at == 0 { 0..all } else { 1..2 };
            for lost in some {
                write(format!("without-{lost}"), &|seen| usize::from(seen != lost));
                write(format!("twice-{lost}"), &|seen| 1 + usize::from(seen == lost));
            }
        }
        let done = isagrid(folder.path(), &["grade", "hw", "class"], b"");
        for line in done.out().lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert_eq!(words[1..4], ["100", "of", "100"], "{name}: {line}");
            assert!(matches!(words[4..], [] | ["GR05"]), "{name}: {line}");
        }
        let variants = fs::read_dir(&class).unwrap().count();
        assert_eq!(done.out().lines().count(), variants, "{name}");
    }
}

/// Class lines of variants of the reference of `csee3827`.
fn graded(like: &str, variants: &[(&str, String)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    homework(folder.path(), like);
    let class = folder.path().join("class");
    fs::create_dir(&class).unwrap();
    for (name, text) in variants {
        fs::write(class.join(name).with_extension("s"), text).unwrap();
    }
    // A class of one is shown in detail.
    fs::write(class.join("zzz.s"), "num_candidates:\n").unwrap();
    let done = isagrid(folder.path(), &["grade", "hw", "class"], b"");
    let lines = done.out();
    let lines = lines.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.starts_with("zzz")).collect()
}

fn reference(like: &str) -> String {
    fs::read_to_string(
        crate::support::root().join("asm/assignments").join(like).join("reference.s"),
    )
    .unwrap()
}

fn without_separators(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("####")).map(|line| format!("{line}\n")).collect()
}

/// Helpers, data, constants and macros may be anywhere, and the given part may be changed.
#[test]
fn helpers_and_data_are_found_anywhere() {
    let plain = without_separators(&reference("csee3827"));
    let calls = plain.replacen("jal     rule_out_of_box", "jal     helper", 1);
    let helper = "helper: addiu $sp, $sp, -8\n sw $ra, 4($sp)\nhelper_on: jal rule_out_of_box\n lw $ra, 4($sp)\n addiu $sp, $sp, 8\n jr $ra\n";
    let before = |text: &str, line: &str| text.replacen(line, &format!("{helper}{line}"), 1);
    let table = |text: &str, at: &str, data: &str| {
        let used = "solve_board_pass:\n la $t0, mine\n lw $t0, 0($t0)";
        let text = text.replacen("solve_board_pass:", used, 1);
        text.replacen(at, &format!(" .data\n{data}\n .text\n{at}"), 1)
    };
    let loops = plain.replacen(
        "main:\n",
        "main:\n nop\nmain_again: beq $zero, $zero, main_on\n j main\nmain_on:\n",
        1,
    );
    let variants = [
        ("above-all", before(&calls, "num_candidates:\n")),
        ("above-another", before(&calls, "rule_out_of_cell:\n")),
        ("after-main", before(&calls, "print_int:\n")),
        ("in-the-given-part", before(&calls, "get_col_base:\n")),
        ("at-the-end", format!("{calls}\n .text\n{helper}")),
        ("above-main", before(&calls, "main:\n")),
        ("data-above", table(&plain, "num_candidates:\n", "mine: .word 7")),
        ("data-between", table(&plain, "rule_out_of_cell:\n", "other: .word 1\nmine: .word 7")),
        ("data-before-main", table(&plain, "main:\n", "mine: .word 7")),
        ("main-changed", loops),
        ("main-first-changed", plain.replacen("main:\n", "main:\n li $t0, 1\n move $t1, $t0\n", 1)),
        (
            "globals",
            plain.replace("\nrule_out_of_cell:", "\n .globl rule_out_of_cell\nrule_out_of_cell:"),
        ),
        ("main-global", plain.replace("\nmain:", "\n .globl main\nmain:")),
    ];
    let lines = graded("csee3827", &variants);
    assert_eq!(lines.len(), variants.len());
    for line in lines {
        assert!(line.ends_with(" 100 of 100 GR05"), "{line}");
    }
}

/// A function's own label with a name of the given part does not split the function.
#[test]
fn functions_may_reuse_labels_of_the_given_part() {
    let text = without_separators(&reference("csee3827"));
    let given = text.find("# main: calls each").unwrap();
    let own = text[..given]
        .replace("solve_board_pass", "print_board_row")
        .replace("solve_board_next", "board");
    let lines = graded("csee3827", &[("own", own)]);
    assert_eq!(lines, ["own 100 of 100 GR05"]);
}

#[test]
fn macros_and_constants_above_the_functions_apply_to_all() {
    let text = without_separators(&reference("csee3827-rars"));
    let top = " .eqv ONE 1\n .macro back\n jr ra\n .end_macro\n .text\n";
    let first = text.find("\nnum_candidates:\n").unwrap() + 1;
    let text = format!(
        "{}{top}{}",
        &text[..first],
        text[first..].replacen("        ret\n", "        back\n", 2)
    );
    let lines = graded("csee3827-rars", &[("macros", text)]);
    assert_eq!(lines, ["macros 100 of 100 GR05"]);
}

/// A simulator's error is a finding, and no more if only the given part is missing.
#[test]
fn file_with_errors_is_reported() {
    let right = reference("csee3827");
    let given = right.find("# Everything below is given").unwrap();
    let functions = right[..given].to_owned();
    let variants = [
        ("again", format!("{right}\n .text\nnum_candidates: jr $ra\n")),
        ("again-given", format!("{right}\n .text\nfirst_candidate: jr $ra\n")),
        ("nonsense", format!("{right}\nthis is not assembly ((\n")),
        ("unknown", right.replace("\nmain:", "\nmain: frobnicate\n")),
        ("whole", right.clone()),
        ("functions", functions.clone()),
        ("one-function", functions[..functions.find("# rule_out_of_cell:").unwrap()].to_owned()),
        ("main-lost", right.replace("\nmain:\n", "\n")),
        ("helper-lost", right.replace("\nprint_space:\n", "\n")),
    ];
    let lines = graded("csee3827", &variants);
    insta::assert_snapshot!("link-whole", lines.join("\n"));
}

/// The assignment chooses the cost, and the message has its line.
#[test]
fn file_with_errors_may_cost_integration_points() {
    let folder = tempfile::tempdir().unwrap();
    homework(folder.path(), "csee3827");
    let text = reference("csee3827").replace("\nmain:", "\nmain: frobnicate\n");
    fs::write(folder.path().join("ann.s"), text).unwrap();
    let grade = || isagrid(folder.path(), &["grade", "hw", "ann.s"], b"");
    let warned = grade();
    assert_eq!(warned.status, 0, "{}", warned.printed());
    edit(folder.path(), |text| format!("whole-file = \"integration\"\n{text}"));
    let done = grade();
    assert_eq!(done.status, 1, "{}", done.printed());
    insta::assert_snapshot!("link-costs", format!("{}\n===\n{}", warned.out(), done.out()));
    edit(folder.path(), |text| {
        let points = |line: &str| line.split(", integration").next().unwrap().to_owned();
        let line = |line: &str| {
            if line.starts_with("points") { points(line) + " }\n" } else { format!("{line}\n") }
        };
        text.lines().map(line).collect()
    });
    let refused = grade();
    assert_eq!(refused.status, 2, "{}", refused.printed());
    let message = "`hw/assignment.toml`:1: a file that does not assemble as a whole loses its points for integration, but";
    assert!(refused.stderr.contains(message), "{}", refused.printed());
}

/// Time is linear in the source: with cubic time these would take hours.
#[test]
fn many_names_are_fast() {
    const MANY: usize = 3200;
    let plain = without_separators(&reference("csee3827"));
    let words = |numbers: &mut dyn Iterator<Item = usize>| {
        let word = |at: usize| match at {
            MANY => format!("C{at}: .word 0\n"),
            at => format!("C{at}: .word C{}\n", at + 1),
        };
        format!(" .data\n{} .text\n", numbers.map(word).collect::<String>())
    };
    let used = plain.replacen("num_candidates:\n", "num_candidates:\n la $t9, C0\n", 1);
    let labels: String = (0..MANY).map(|at| format!("L{at}: b L{at}\n")).collect();
    let labels = format!(" b over\n{labels}over:\n");
    let separators = "#### Do not move this separator\n".repeat(MANY);
    let uses: String = (0..MANY).map(|at| format!(" b H{at}\n")).collect();
    let uses = format!(" b over\n{uses}over:\n");
    let helpers: String = (0..MANY).map(|at| format!("H{at}: jr $ra\n")).collect();
    let begins = "num_candidates:\n";
    let variants = [
        ("falling", format!("{}{used}", words(&mut (0..=MANY).rev()))),
        ("labels", plain.replacen(begins, &format!("{begins}{labels}"), 1)),
        ("separators", format!("{separators}{plain}{separators}")),
        (
            "helpers",
            format!("{} .text\n{helpers}", plain.replacen(begins, &format!("{begins}{uses}"), 1)),
        ),
        ("long-line", plain.replacen(begins, &format!("{begins} # {}\n", "x ".repeat(100_000)), 1)),
    ];
    let lines = graded("csee3827", &variants);
    assert_eq!(lines.len(), variants.len());
    for line in lines {
        assert!(line.contains(" 100 of 100 GR05"), "{line}");
    }
}

fn assembled(source: &str) -> Done {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.s"), source).unwrap();
    isagrid(folder.path(), &["asm", "--dialect", "gnu", "a.s", "-o", "a.elf"], b"")
}

/// Sizes that depend on labels which they move are errors at their line.
#[test]
fn sizes_that_depend_on_themselves_are_refused() {
    let rows = [
        (".org a\n nop\na:\n", 1),
        ("a: .skip b-a+4\n nop\nb:\n", 1),
        ("a: .space b-a\n nop\nb:\n", 1),
        (" .data\n .org a\n .byte 1\na:\n", 2),
        (" .balign 8\n .org a-1\n nop\na:\n", 2),
        ("a: nop\n .org b+4\n b: nop\n", 2),
        ("a: .skip b-a+4, 1\n nop\nb:\n", 1),
    ];
    for (source, line) in rows {
        let done = assembled(source);
        assert_eq!(done.status, 3, "{source}{}", done.printed());
        assert!(done.stderr.contains("error[A259]"), "{source}{}", done.printed());
        assert!(done.stderr.contains(&format!("--> a.s:{line}:")), "{source}{}", done.printed());
    }
    // Fast growth becomes too large.
    for source in [
        "a: .skip (b-a)*2+4\n nop\nb:\n",
        "a: .fill b-a, 4, 0\n nop\nb:\n",
        "a: .skip b-a+3000000\n nop\nb:\n",
    ] {
        let done = assembled(source);
        assert!(done.stderr.contains("error[A244]"), "{source}{}", done.printed());
    }
    // Sizes that converge are accepted: a far branch, and forward labels that do not move.
    let far =
        format!("a: beqz a0, b\n{}b: nop\n .skip b-a\n .org a+20000\n", " nop\n".repeat(1100));
    assert_eq!(assembled(&far).status, 0, "{}", assembled(&far).printed());
}

/// Such a file only affects its own function.
#[test]
fn endless_size_costs_only_its_function() {
    let folder = tempfile::tempdir().unwrap();
    homework(folder.path(), "csee3827-rars");
    edit(folder.path(), |text| text.replace("dialect = \"rars\"", "dialect = \"gnu\""));
    let right = fs::read_to_string(folder.path().join("hw/reference.s")).unwrap();
    let wrong = right.replacen("num_candidates:\n", "num_candidates:\n .org aaa\n nop\naaa:\n", 1);
    fs::create_dir(folder.path().join("class")).unwrap();
    fs::write(folder.path().join("class/ann.s"), wrong).unwrap();
    fs::write(folder.path().join("class/bob.s"), right).unwrap();
    let done = isagrid(folder.path(), &["grade", "hw", "class"], b"");
    let lines: Vec<String> = done.out().lines().map(str::to_owned).collect();
    assert!(lines[0].starts_with("ann ") && lines[0].contains("GR04"), "{}", done.printed());
    assert!(lines[1].starts_with("bob ") && lines[1].contains("100 of 100"), "{}", done.printed());
}
