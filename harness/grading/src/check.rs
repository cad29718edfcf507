//! A grader is tested before it is believed: the reference, the scaffold, mutants and oddities.

use rayon::iter::{IntoParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};

use crate::grade::{Choice, Prepared};
use crate::graded::{Graded, Points, Weight};
use crate::mutants::{self, Mutant};

/// What became of a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The mutant.
    pub mutant: Mutant,
    /// The codes of what was found in its function.
    pub found: Vec<String>,
    /// Why it is no mistake, if the assignment says so.
    pub excused: Option<String>,
}

impl Judged {
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
    /// What it earned.
    pub graded: Graded,
}

impl Oddity {
    /// Whether nothing was found.
    #[must_use]
    pub fn is_well(&self) -> bool {
        self.graded.is_full() && self.graded.all_findings().next().is_none()
    }
}

/// What a check of an assignment found.
#[derive(Debug)]
pub struct Checked {
    /// The reference's grade.
    pub reference: Graded,
    /// The scaffold's.
    pub scaffold: Graded,
    /// The mutants, in order.
    pub mutants: Vec<Judged>,
    /// The oddities, in order.
    pub oddities: Vec<Oddity>,
}

impl Checked {
    /// Whether the assignment can be believed.
    #[must_use]
    pub fn is_well(&self) -> bool {
        let is_full = self.reference.is_full() && self.reference.all_findings().next().is_none();
        let is_nothing = self.scaffold.points() == Points(0);
        let mutants =
            self.mutants.iter().all(|judged| judged.is_caught() || judged.excused.is_some());
        is_full && is_nothing && mutants && self.oddities.iter().all(Oddity::is_well)
    }
}

/// Checks an assignment, with these files as odd solutions.
#[must_use]
pub fn check(prepared: &Prepared, oddities: &[(String, Vec<u8>)]) -> Checked {
    let assignment = &prepared.assignment;
    let grade = |name: &str, text: &[u8]| prepared.grade(name, name, text, &Choice::default());
    let mutants = mutants::of(assignment, &prepared.reference);
    let judged = mutants.into_par_iter().map(|mutant| {
        let choice = Choice { suspect: Some(mutant.function.clone()), ..Choice::default() };
        let graded = prepared.grade(&mutant.id, &mutant.id, mutant.text.as_bytes(), &choice);
        let of_function = graded.all_findings().filter(|(function, finding)| {
            // What is accepted of a program is seen all the same.
            (finding.weight == Weight::Error || mutant.function == crate::program::NAME)
                && function.is_some_and(|function| function.name == mutant.function)
        });
        let mut found: Vec<String> =
            of_function.map(|(_, finding)| finding.check.clone()).collect();
        found.sort();
        found.dedup();
        let excused = assignment.equivalent.get(&mutant.id).cloned();
        Judged { mutant, found, excused }
    });
    Checked {
        reference: grade("reference", assignment.reference.as_bytes()),
        scaffold: grade("scaffold", assignment.scaffold.as_bytes()),
        mutants: judged.collect(),
        oddities: oddities
            .par_iter()
            .map(|(file, bytes)| Oddity { file: file.clone(), graded: grade(file, bytes) })
            .collect(),
    }
}
