//! A grader is tested before it is believed: the reference, the scaffold, mutants and oddities.

use rayon::iter::{IntoParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};

use crate::assignment::Assignment;
use crate::checks;
use crate::grade::{Choice, PreparedAssignment};
use crate::graded::{Graded, Points, Weight};
use crate::link::Parts;
use crate::mutants::{self, Mutant};

/// Result of a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MutantResult {
    /// The mutant.
    pub mutant: Mutant,
    /// The codes of what was found in its function.
    pub found: Vec<String>,
    /// Reason why it is not a mistake, if the assignment has one.
    pub excused: Option<String>,
    /// The first line that is another one, from 1, and the lines before and after the change.
    pub change: Change,
}

/// Lines that a mutant has in the place of the reference's.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Change {
    /// The first line, from 1.
    pub line: usize,
    /// The reference's lines.
    pub before: Vec<String>,
    /// The mutant's.
    pub after: Vec<String>,
}

impl Change {
    /// The lines that two texts do not have in common, from the first that differs to the last.
    #[must_use]
    pub fn between(before: &str, after: &str) -> Change {
        let (old, new): (Vec<&str>, Vec<&str>) =
            (before.split('\n').collect(), after.split('\n').collect());
        let same = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
            pairs.take_while(|(old, new)| old == new).count()
        };
        let head = same(&mut old.iter().zip(&new));
        let (old, new) = (&old[head..], &new[head..]);
        let tail = same(&mut old.iter().rev().zip(new.iter().rev()));
        let lines = |lines: &[&str]| {
            lines[..lines.len() - tail].iter().map(|line| (*line).to_owned()).collect()
        };
        Change { line: head + 1, before: lines(old), after: lines(new) }
    }
}

impl MutantResult {
    /// Whether a check that must find it did.
    #[must_use]
    pub fn is_caught(&self) -> bool {
        self.found.iter().any(|code| self.mutant.expects.contains(&code.as_str()) || code == "GR04")
    }
}

/// A solution that is odd, and right.
#[derive(Debug, Clone)]
pub struct Oddity {
    /// The file.
    pub file: String,
    /// Its functions, if the others are the reference's.
    pub functions: Vec<String>,
    /// Its result.
    pub graded: Graded,
}

impl Oddity {
    /// Whether nothing was found.
    #[must_use]
    pub fn is_well(&self) -> bool {
        self.graded.is_full() && self.graded.all_findings().next().is_none()
    }
}

/// Result of checking an assignment.
#[derive(Debug)]
pub struct AssignmentCheck {
    /// The reference's grade.
    pub reference: Graded,
    /// The scaffold's.
    pub scaffold: Graded,
    /// The mutants, in order.
    pub mutants: Vec<MutantResult>,
    /// The oddities, in order.
    pub oddities: Vec<Oddity>,
    /// Names in `[equivalent]` that are not names of mutants.
    pub unknown: Vec<String>,
}

impl AssignmentCheck {
    /// Whether the assignment can be believed.
    #[must_use]
    pub fn is_well(&self) -> bool {
        let is_full = self.reference.is_full() && self.reference.all_findings().next().is_none();
        let is_nothing = self.scaffold.points() == Points(0);
        let mutants =
            self.mutants.iter().all(|judged| judged.is_caught() || judged.excused.is_some());
        is_full
            && is_nothing
            && mutants
            && self.unknown.is_empty()
            && self.oddities.iter().all(Oddity::is_well)
    }
}

/// An odd solution as a submission, and its functions if the others are the reference's.
///
/// That is so if the file has some functions and nothing of the given part. A whole file that lacks a
/// function is graded as it is, so that a misspelt name is noticed.
#[must_use]
pub fn odd_solution(assignment: &Assignment, bytes: &[u8]) -> (Vec<u8>, Vec<String>) {
    let read = |text: &str| Parts::of(text, assignment);
    let odd = read(&String::from_utf8_lossy(bytes));
    let tasks = assignment.tasks().iter().zip(&odd.functions);
    let functions: Vec<String> = tasks
        .filter_map(|(task, part)| part.as_ref().map(|_| task.contract.name.clone()))
        .collect();
    if odd.has_given || functions.is_empty() || functions.len() == odd.functions.len() {
        return (bytes.to_vec(), Vec::new());
    }
    (read(&assignment.reference).with_functions_of(&odd).into_bytes(), functions)
}

/// Checks an assignment, with these files as odd solutions.
#[must_use]
pub fn check(prepared: &PreparedAssignment, oddities: &[(String, Vec<u8>)]) -> AssignmentCheck {
    let assignment = &prepared.assignment;
    let grade = |name: &str, text: &[u8]| prepared.grade(name, name, text, &Choice::default());
    let mutants = mutants::of(assignment, &prepared.reference);
    let is_mutant = |name: &&String| mutants.iter().any(|mutant| mutant.id == **name);
    let unknown = assignment.equivalent.keys().filter(|name| !is_mutant(name)).cloned().collect();
    let judged = mutants.into_par_iter().map(|mutant| {
        let choice = Choice { suspect: Some(mutant.function.clone()), ..Choice::default() };
        let graded = prepared.grade(&mutant.id, &mutant.id, mutant.text.as_bytes(), &choice);
        let of_function = graded.all_findings().filter(|(function, finding)| {
            // Accepted differences of an output or a program count as detected.
            let is_accepted =
                finding.check == checks::BLANKS.id || mutant.function == crate::program::NAME;
            (finding.weight == Weight::Error || is_accepted)
                && function.is_some_and(|function| function.name == mutant.function)
        });
        let mut found: Vec<String> =
            of_function.map(|(_, finding)| finding.check.clone()).collect();
        found.sort();
        found.dedup();
        let excused = assignment.equivalent.get(&mutant.id).cloned();
        let change = Change::between(&prepared.reference.text, &mutant.text);
        MutantResult { mutant, found, excused, change }
    });
    AssignmentCheck {
        reference: grade("reference", assignment.reference.as_bytes()),
        scaffold: grade("scaffold", assignment.scaffold.as_bytes()),
        mutants: judged.collect(),
        oddities: oddities
            .par_iter()
            .map(|(file, bytes)| {
                let (text, functions) = odd_solution(assignment, bytes);
                Oddity { file: file.clone(), functions, graded: grade(file, &text) }
            })
            .collect(),
        unknown,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Change, odd_solution};
    use crate::assignment::Assignment;

    #[test]
    fn only_a_part_of_a_solution_is_completed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../asm/assignments/csee3827");
        let assignment = Assignment::read(&folder).unwrap();
        let odd = |text: &str| {
            let (whole, functions) = odd_solution(&assignment, text.as_bytes());
            (String::from_utf8(whole).unwrap(), functions)
        };
        let part = "# mine\nrule_out_of_cell:\n        jr $ra\n";
        let (whole, functions) = odd(part);
        assert_eq!(functions, ["rule_out_of_cell"]);
        assert!(whole.contains(part.trim_end()) && whole.contains("\nsolve_board:"), "{whole}");
        assert_eq!(whole.matches("\nrule_out_of_cell:").count(), 1, "{whole}");
        // A misspelt name in a whole file is not covered up, and a file without a function is not one.
        let misspelt = assignment.reference.replace("\nsolve_board:", "\nsolve_bord:");
        for text in [&assignment.reference, &misspelt, "nothing: jr $ra\n"] {
            assert_eq!(odd(text), (text.to_owned(), Vec::new()));
        }
    }

    #[test]
    fn a_change_is_what_two_texts_do_not_share() {
        let change = |before: &str, after: &str| {
            let Change { line, before, after } = Change::between(before, after);
            (line, before.join("|"), after.join("|"))
        };
        let expected =
            |line, before: &str, after: &str| (line, before.to_owned(), after.to_owned());
        assert_eq!(change("a\nb\nc", "a\nx\nc"), expected(2, "b", "x"));
        assert_eq!(change("a\nb\nc", "a\nc"), expected(2, "b", ""));
        assert_eq!(change("a\nc", "a\nb\nc"), expected(2, "", "b"));
        assert_eq!(change("a\na", "a\na\na"), expected(3, "", "a"));
        assert_eq!(change("a", "a"), expected(2, "", ""));
    }
}
