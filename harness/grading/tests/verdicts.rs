//! Functions written in odd but legal styles, which must be clean, and functions with one mistake each,
//! which must be reported in the right line, and nothing else.

use std::fs;
use std::path::Path;

use grading::assignment::Assignment;
use grading::grade::{Choice, PreparedAssignment};
use grading::graded::{Finding, Weight};
use rayon::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
struct Verdicts {
    /// Name of the bundled assignment.
    assignment: String,
    verdict: Vec<Verdict>,
}

/// A change of one function of the reference, and what must be found.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Verdict {
    name: String,
    function: String,
    /// Texts of the function and what replaces each; each occurs once.
    #[serde(default)]
    replace: Vec<[String; 2]>,
    /// The function as a whole, in place of single replacements.
    body: Option<String>,
    /// Codes of all findings that cost points; none for a function that is right.
    #[serde(default)]
    finds: Vec<String>,
    /// Codes of all findings that cost none.
    #[serde(default)]
    warns: Vec<String>,
    /// Text of the line of the first finding.
    at: Option<String>,
    /// Text that the first finding has in its message or its notes.
    says: Option<String>,
}

impl Verdict {
    /// The reference with the function changed.
    fn text(&self, reference: &str) -> String {
        let label = format!("\n{}:", self.function);
        let start = reference.find(&label).expect("the function has a label") + 1;
        let end = start + reference[start..].find("Do not move").expect("a separator follows");
        let end = reference[..end].rfind('\n').expect("the separator is a line") + 1;
        let mut part = reference[start..end].to_owned();
        if let Some(body) = &self.body {
            part = body.clone();
        }
        for [from, to] in &self.replace {
            assert_eq!(part.matches(from.as_str()).count(), 1, "{}: {from:?}", self.name);
            part = part.replace(from.as_str(), to);
        }
        [&reference[..start], &part, &reference[end..]].concat()
    }

    /// Message about findings that differ from the expectation.
    fn differs(&self, findings: &[&Finding]) -> Option<String> {
        let codes = |weight: Weight| {
            let of_weight = findings.iter().filter(|finding| finding.weight == weight);
            let mut codes: Vec<&str> = of_weight.map(|finding| finding.check.as_str()).collect();
            codes.sort_unstable();
            codes.dedup();
            codes
        };
        let shown = || {
            let all = findings.iter().map(|finding| finding.rendered.clone());
            format!("{}:\n{}", self.name, all.collect::<Vec<_>>().join("\n"))
        };
        if codes(Weight::Error) != self.finds || codes(Weight::Advice) != self.warns {
            return Some(format!(
                "expected {:?} and warnings {:?} of {}",
                self.finds,
                self.warns,
                shown()
            ));
        }
        let first = findings.first();
        let line = first.and_then(|finding| finding.place.as_ref()).map(|place| place.text.trim());
        if let Some(at) = &self.at
            && !line.is_some_and(|line| line.contains(at.as_str()))
        {
            return Some(format!("expected line {at:?} of {}", shown()));
        }
        let output =
            first.map(|finding| format!("{}\n{}", finding.message, finding.notes.join("\n")));
        match &self.says {
            Some(says) if !output.is_some_and(|output| output.contains(says.as_str())) => {
                Some(format!("expected {says:?} of {}", shown()))
            }
            _ => None,
        }
    }
}

#[test]
fn each_function_is_judged_as_it_is() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut wrong, mut right, mut mistaken) = (Vec::new(), 0, 0);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let verdicts: Verdicts =
            toml::from_str(&text).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        let assignment = Assignment::read(Path::new(&verdicts.assignment)).unwrap();
        let prepared = PreparedAssignment::new(assignment, "2026-01-01").unwrap();
        let differs = |verdict: &Verdict| {
            let text = verdict.text(&prepared.assignment.reference);
            let choice = Choice { suspect: Some(verdict.function.clone()), ..Choice::default() };
            let graded = prepared.grade("it.s", "it", text.as_bytes(), &choice);
            let function = graded.functions.iter().find(|f| f.name == verdict.function).unwrap();
            let findings: Vec<&Finding> = function.findings.iter().collect();
            verdict.differs(&findings).map(|why| format!("{}: {why}", file.display()))
        };
        wrong.extend(verdicts.verdict.par_iter().filter_map(differs).collect::<Vec<_>>());
        let without = verdicts.verdict.iter().filter(|verdict| verdict.finds.is_empty()).count();
        right += without;
        mistaken += verdicts.verdict.len() - without;
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), right + mistaken, wrong.join("\n\n"));
    assert!(right > 0 && mistaken > 0, "{right} right ones and {mistaken} with mistakes");
}
