//! Text report of a submission: a table, and findings as a compiler shows them.

use std::fmt::Write as _;

use crate::checks;
use crate::graded::{Finding, Function, Graded, Outcome, State, Weight};

/// Findings that are shown before the rest is only counted.
const SHOWN: usize = 6;

/// A submission's points and findings as lines of text, which may hold what students wrote.
#[must_use]
pub fn show(graded: &Graded, all: bool) -> String {
    let mut text = format!("{}: {}\n", graded.title, graded.file);
    match &graded.outcome {
        Outcome::NotGradable(why) => {
            text.push_str(&format!("error[{}]: {why}\n", checks::FILE.id));
        }
        Outcome::Infra(why) => {
            text.push_str(&format!("the grader failed, not the submission: {why}\n"))
        }
        Outcome::Graded => {}
    }
    table(graded, &mut text);
    findings(graded, all, &mut text);
    let _ = writeln!(text, "\n{}", total(graded));
    text
}

/// Report of a single case, which earns nothing by itself; `is_wrong` is whether it is right,
/// with the other functions too.
#[must_use]
pub fn case(graded: &Graded, name: &str, is_wrong: bool, all: bool) -> String {
    let mut text = format!("{}: {}, case {name}\n", graded.title, graded.file);
    findings(graded, all, &mut text);
    let is_reported = graded.all_findings().any(|(_, finding)| finding.weight == Weight::Error);
    text.push_str(match (is_wrong, is_reported) {
        (false, _) => "\nthis case is right\n",
        (true, true) => "",
        (true, false) => {
            "\nthis case is right on its own, but wrong together with the other functions: trace it with --trace\n"
        }
    });
    text
}

fn findings(graded: &Graded, all: bool, text: &mut String) {
    let findings = graded.findings_by_weight();
    for (shown, (function, finding)) in findings.iter().enumerate() {
        if shown == SHOWN && !all {
            let more = findings.len() - shown;
            let _ = writeln!(
                text,
                "\n{more} more {} with --all",
                if more == 1 { "finding is shown" } else { "findings are shown" }
            );
            break;
        }
        text.push('\n');
        if finding.hidden {
            let _ = writeln!(text, "{}", hidden(*function, finding));
            continue;
        }
        let _ = writeln!(text, "{}", finding.rendered);
        if finding.times > 1 {
            let _ = writeln!(
                text,
                "  = seen in {} cases, first in {}",
                finding.times,
                finding.case.as_deref().unwrap_or("none")
            );
        }
        if let Some(replay) = &finding.replay {
            let _ = writeln!(text, "  = to reproduce: {replay}");
        }
    }
}

/// Line for a finding that only hidden cases show.
fn hidden(function: Option<&Function>, finding: &Finding) -> String {
    let name = function.map_or("", |function| function.name.as_str());
    let (word, what) = match finding.weight {
        Weight::Error => ("error", "fails"),
        Weight::Advice => ("warning", "could be better"),
    };
    format!("{word}[{}]: `{name}` {what} in a hidden case", finding.check)
}

/// The points in a line.
#[must_use]
pub fn total(graded: &Graded) -> String {
    format!("{} of {} points", graded.points().show(), graded.out_of().show())
}

fn table(graded: &Graded, text: &mut String) {
    for function in &graded.functions {
        let state = match function.state {
            State::Attempted => String::new(),
            State::NotAttempted => ": not attempted".to_owned(),
            State::NotAssembled => ": does not assemble".to_owned(),
            State::Missing => ": label missing".to_owned(),
        };
        let _ = writeln!(text, "  {}{state}", function.name);
        if function.state != State::Attempted {
            continue;
        }
        for kind in &function.kinds {
            let (points, out_of) = (kind.points.show(), kind.out_of.show());
            let _ = writeln!(
                text,
                "    {:<12} {points:>6} of {out_of:<6} {}",
                kind.of.name(),
                kind.summary
            );
        }
    }
    for figure in &graded.leaderboard {
        let _ = writeln!(text, "  {} {}", figure.value, figure.name);
    }
}
