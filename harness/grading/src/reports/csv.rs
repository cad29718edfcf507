//! A gradebook: a row for each submission.

use std::collections::{BTreeMap, BTreeSet};

use reports::format::csv::line;
use targets::escape::spreadsheet as cell;
use targets::files::Take;

use super::Grades;
use super::rows::why;
use crate::graded::{Graded, Outcome};

/// Columns for each kind of each function, then one for each check with findings.
pub(super) fn csv(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    let (mut kinds, mut checks, mut has_ids) = (Vec::new(), BTreeSet::new(), false);
    grades.each(&mut |graded| {
        has_ids |= graded.id.is_some();
        if kinds.is_empty() {
            let of = graded.kinds();
            kinds = of
                .map(|(function, kind)| format!("{} {}", function.name, kind.of.name()))
                .collect();
        }
        for (_, finding) in graded.all_findings() {
            if !checks.contains(&finding.check) {
                checks.insert(finding.check.clone());
            }
        }
        Ok(())
    })?;
    let id = if has_ids { &["id"][..] } else { &[] };
    let heads = [&["student"], id, &["file", "status", "points", "out of"]].concat();
    let mut heads: Vec<String> = heads.into_iter().map(str::to_owned).collect();
    heads.extend(kinds.iter().chain(&checks).map(|head| cell(head)));
    heads.push("why".to_owned());
    take(&line(&heads))?;
    grades.each(&mut |graded| take(&line(cells(graded, has_ids, kinds.len(), &checks))))
}

/// Cells of a submission: the number of findings of each check.
fn cells(graded: &Graded, has_ids: bool, kinds: usize, checks: &BTreeSet<String>) -> Vec<String> {
    let mut cells = vec![cell(&graded.student)];
    cells.extend(has_ids.then(|| cell(graded.id.as_deref().unwrap_or_default())));
    cells.extend([cell(&graded.file), status(graded).to_owned()]);
    cells.extend([graded.points().show(), graded.out_of().show()]);
    let points = graded.kinds().map(|(_, kind)| kind.points.show());
    // Every row is as long as the first.
    cells.extend(points.chain(std::iter::repeat(String::new())).take(kinds));
    let mut found: BTreeMap<&str, u32> = BTreeMap::new();
    for (_, finding) in graded.all_findings() {
        *found.entry(&finding.check).or_default() += 1;
    }
    let times = |check: &String| found.get(check.as_str()).map_or_else(String::new, u32::to_string);
    cells.extend(checks.iter().map(times));
    cells.push(cell(&why(graded).unwrap_or_default().replace('\n', " ")));
    cells
}

/// The word for an outcome.
pub(super) fn status(graded: &Graded) -> &'static str {
    match graded.outcome {
        Outcome::Graded => "graded",
        Outcome::NotGradable(_) => "not gradable",
        Outcome::Infra(_) => "grader failed",
    }
}
