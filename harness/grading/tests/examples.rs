//! Each check finds its example of a mistake, whose fix is the reference's own text.

use std::path::Path;

use grading::assignment::Assignment;
use grading::checks::{CHECKS, examples};
use grading::grade::{Choice, PreparedAssignment};

/// The assignments that examples are of, with the machine of each.
const MACHINES: [(&str, &str); 3] =
    [("csee3827", "mips32"), ("csee3827-rars", "riscv32"), ("csee3827-pdp10", "pdp10")];

#[test]
fn every_mistake_is_found_by_its_check() {
    let mut missed = Vec::new();
    for (name, _) in MACHINES {
        let assignment = Assignment::read(Path::new(name)).unwrap();
        let prepared = PreparedAssignment::new(assignment, "2026-01-01").unwrap();
        let reference = prepared.assignment.reference.clone();
        for example in examples::examples().iter().filter(|example| example.assignment == name) {
            let message = format!("{} of {name}", example.check);
            let start = reference.find(&format!("\n{}:", example.function)).unwrap() + 1;
            let end = start + reference[start..].find("Do not move").unwrap();
            let part = &reference[start..end];
            assert_eq!(part.matches(&example.right).count(), 1, "{message}:\n{part}");
            let part = part.replace(&example.right, &example.wrong);
            let text = [&reference[..start], &part, &reference[end..]].concat();
            let choice = Choice { suspect: Some(example.function.clone()), ..Choice::default() };
            let graded = prepared.grade("example", "example", text.as_bytes(), &choice);
            let of_function = graded.functions.iter().find(|f| f.name == example.function).unwrap();
            let found: Vec<&str> =
                of_function.findings.iter().map(|finding| finding.check.as_str()).collect();
            if !found.contains(&example.check.as_str()) {
                missed.push(format!("{message}: {found:?}"));
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn every_check_has_an_example_of_each_machine_or_says_why_not() {
    for check in CHECKS {
        for (name, machine) in MACHINES {
            let is_shown = examples::examples()
                .iter()
                .any(|example| example.check == check.id && example.assignment == name);
            let is_excused = examples::without(check.id, Some(machine)).is_some();
            assert!(is_shown != is_excused, "{} of {machine}", check.id);
        }
    }
}
