//! `isagrid grade --similar`: copies in disguise are found, and solutions written apart are not taken for copies.

#[path = "similar/class.rs"]
mod class;
#[path = "similar/disguise.rs"]
mod disguise;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use class::{FUNCTIONS, Machine};
use disguise::{Random, disguised};
use grading::assignment::Assignment;
use grading::check;
use grading::class::{Submission, SubmissionContent};
use grading::grade::PreparedAssignment;
use grading::similar::{self, SkipReason};

/// The folder of a clone that this package is in.
fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).expect("the package is in a workspace").to_owned()
}

fn prepared(name: &str) -> PreparedAssignment {
    let assignment =
        Assignment::read(&root().join("asm/assignments").join(name)).expect("it can be read");
    PreparedAssignment::new(assignment, "2026-01-01").expect("its reference is right")
}

fn submissions(texts: &[String]) -> Vec<Submission> {
    let one = |(at, text): (usize, &String)| Submission {
        file: PathBuf::from(format!("{at}.s")),
        student: format!("student-{at}"),
        content: SubmissionContent::Bytes(text.clone().into_bytes()),
        ..Submission::default()
    };
    texts.iter().enumerate().map(one).collect()
}

/// Submissions that have every way to write a function, and the same in disguise; and by number the ways that
/// each has of each function.
fn each_way(machine: Machine) -> (Vec<String>, Vec<[usize; 4]>) {
    let mut random = Random::new(11);
    let ways = FUNCTIONS.map(class::ways);
    let most = ways.iter().map(Vec::len).max().unwrap_or(0);
    let (mut texts, mut names) = (Vec::new(), Vec::new());
    for number in 0..most {
        let chosen = [0, 1, 2, 3].map(|at| number % ways[at].len());
        // Cells are asked and ruled out the same way by all.
        let functions = class::written(&ways, chosen, &mut Random::new(5));
        let copy = functions.clone().map(|function| disguised(&function, &mut random));
        for functions in [functions, copy] {
            texts.push(machine.source(&functions, &mut random));
            names.push(chosen);
        }
    }
    (texts, names)
}

/// All copies are found, and none of those that wrote apart; `isagrid grade --similar` is measured by the same on
/// larger classes, which the example `similar_class` writes.
#[test]
fn copies_in_disguise_are_found_and_nobody_else() {
    for machine in [Machine::Mips, Machine::RiscV] {
        let class = class::class(40, 8, 7, machine);
        let prepared = prepared(machine.assignment());
        let found =
            similar::ComparedClass::read(&prepared, &submissions(&class.texts)).compare(None);
        assert_eq!(found.compared, 48, "{machine:?}: {:?}", found.left);
        let listed: Vec<[usize; 2]> = found.pairs.iter().map(|pair| pair.submissions).collect();
        assert_eq!(listed, class.copies, "{machine:?}: {:?}", found.thresholds);
        // A function of a few instructions is often written the same way.
        let small =
            found.thresholds.iter().find(|it| it.function.as_deref() == Some("rule_out_of_cell"));
        assert_eq!(small.and_then(|it| it.from), None, "{machine:?}");
    }
}

/// Every way to write a function is the same in disguise, and no two ways are.
#[test]
fn a_disguise_changes_nothing_and_another_way_does() {
    for machine in [Machine::Mips, Machine::RiscV] {
        let prepared = prepared(machine.assignment());
        let (texts, names) = each_way(machine);
        let found =
            similar::ComparedClass::read(&prepared, &submissions(&texts)).compare(Some(0.0));
        assert!(found.left.is_empty(), "{:?}", found.left);
        for pair in &found.pairs {
            let [a, b] = pair.submissions.map(|at| names[at]);
            for (function, alike) in pair.functions.iter().enumerate() {
                let is_same = a[function] == b[function];
                assert_eq!(
                    is_same,
                    alike.likeness > 0.95,
                    "{machine:?}: {} of {a:?} and {b:?}: {}",
                    alike.function,
                    alike.likeness
                );
            }
        }
    }
}

/// Accumulators, labels, numbers and order are ignored on a machine of words, too.
#[test]
fn a_pdp10_is_read_like_the_others() {
    let prepared = prepared("csee3827-pdp10");
    let folder = root().join("asm/assignments/csee3827-pdp10");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let reference = read("reference.mid");
    let disguise = [
        ("NCAND1", "ALOOP"),
        ("NCAND2", "ADONE"),
        ("SETZ B,", "MOVEI B,0\t;none so far"),
        ("ILDB C,A", "JFCL\n\tILDB C,A"),
        ("RULOU1", "STEP"),
        ("MOVEI C,\".", "MOVEI C,56"),
        ("CAIN C,\".", "CAIN C,56"),
    ];
    let copy = disguise.iter().fold(reference.clone(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    let others = [
        "oddities/masks.mid",
        "oddities/unrolled.mid",
        "oddities/recursion.mid",
        "oddities/saves-all.mid",
    ];
    let others = others.map(|name| {
        let (whole, _) = check::odd_solution(&prepared.assignment, read(name).as_bytes());
        String::from_utf8(whole).unwrap()
    });
    let texts: Vec<String> = [reference, copy].into_iter().chain(others).collect();
    let found = similar::ComparedClass::read(&prepared, &submissions(&texts)).compare(Some(0.0));
    let pair = |b: usize| found.pairs.iter().find(|pair| pair.submissions == [0, b]).unwrap();
    let alike = |b: usize| pair(b).functions.iter().map(|it| it.likeness).collect::<Vec<f64>>();
    assert!(alike(1).iter().all(|&likeness| likeness > 0.95), "{:?}", alike(1));
    let least = |b: usize| alike(b).into_iter().fold(1.0, f64::min);
    assert!((2..5).all(|b| least(b) < 0.6), "{:?}", (2..6).map(alike).collect::<Vec<_>>());
}

/// Lines that do not assemble are left out, and what is no program at all is named.
#[test]
fn a_copy_with_a_mistake_is_found_and_garbage_is_named() {
    let class = class::class(12, 1, 3, Machine::Mips);
    let mut texts = class.texts;
    let broken = texts[12].replacen(
        "solve_board:",
        "solve_board:\n  frobnicate $t0\n  lw $t0, nowhere_at_all",
        1,
    );
    texts[12] = broken;
    texts.push("\u{1b}[2J not a program".to_owned());
    texts.push(texts[0].replacen(
        "solve_board:",
        &format!("solve_board:\n{}", "  nop\n".repeat(9_000)),
        1,
    ));
    texts.push(String::new());
    let prepared = prepared("csee3827");
    let found = similar::ComparedClass::read(&prepared, &submissions(&texts)).compare(Some(0.9));
    let listed: Vec<[usize; 2]> = found.pairs.iter().map(|pair| pair.submissions).collect();
    assert_eq!(listed, class.copies);
    assert_eq!(
        found.left,
        [(13, SkipReason::Nothing), (14, SkipReason::TooLong), (15, SkipReason::Nothing)]
    );
}

/// Lines are next to those that compute the same, each once.
#[test]
fn lines_are_shown_side_by_side() {
    let class = class::class(12, 1, 3, Machine::Mips);
    let prepared = prepared("csee3827");
    let read = similar::ComparedClass::read(&prepared, &submissions(&class.texts));
    let found = read.compare(Some(0.9));
    let rows = read.aligned(&found.pairs[0], 3);
    assert!(rows.len() > 10);
    assert!(rows.iter().all(|row| row.numbers.iter().all(Option::is_some)), "{rows:#?}");
    let seconds: BTreeSet<Option<u32>> = rows.iter().map(|row| row.numbers[1]).collect();
    assert_eq!(seconds.len(), rows.len());
    let calls =
        rows.iter().filter(|row| row.texts[0].starts_with("jal") && !row.texts[0].contains("sb_"));
    calls.for_each(|row| {
        let called = row.texts[0].split_whitespace().last().unwrap();
        assert!(row.texts[1].contains(called), "{row:?}");
    });
}
