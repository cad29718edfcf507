//! Running a program with checks.

use asmkit::Sources;
use checker::{CheckReport, Checker};
use machine::{Host, Machine as _, Stop};
use targets::target::{Program, Target};

/// Result of a checked run.
pub(crate) struct Checked {
    pub(crate) report: CheckReport,
    pub(crate) output: String,
    pub(crate) stop: Stop,
}

/// Runs sources, each a name and a text, for a number of instructions at most.
pub(crate) fn checked(
    dialect: &str,
    sources: &[(&str, &str)],
    input: &str,
    most: u64,
) -> Result<Checked, String> {
    let target = Target::of(dialect).expect("a known dialect");
    let mut all = Sources::new();
    let ids: Vec<_> = sources.iter().map(|(name, text)| all.add(name, text.as_bytes())).collect();
    let library = target.library(sources[0].0.as_ref(), &[], None);
    let made = target.assemble(&mut all, &ids, library.as_ref());
    let made = made.map_err(|messages| messages[0].message.clone())?;
    let mut machine = target.machine();
    machine.load(&made.image).map_err(|error| error.to_string())?;
    let mut host = Host::with_input(input.as_bytes());
    machine.run(&mut host, 0, &mut ());
    let program = Program { target: &target, image: &made.image, sources: &all };
    let mut checker = Checker::new(program, &machine).ok_or("not available")?;
    let stop = checker.run(&mut machine, &mut host, most);
    let report = checker.finish(&machine, &host, stop);
    let output = String::from_utf8_lossy(host.output.bytes()).into_owned();
    Ok(Checked { report, output, stop })
}

/// Everything that a report says, one line each.
pub(crate) fn lines(report: &CheckReport) -> Vec<String> {
    let findings = report.cause.iter().chain(&report.findings);
    let findings = findings.map(|finding| {
        let line = finding.place.as_ref().map_or(0, |place| place.line);
        format!("{line}: {} ({})", finding.sentence(), finding.help)
    });
    findings.chain(report.notes.iter().cloned()).collect()
}
