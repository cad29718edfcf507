//! Whole programs: puzzles go in, and what comes out is compared with the solution.

use lanes::exchange::Read;
use machine::{Host, Machine as _, Output, Stop};
use machines::{diagnose, escape};
use reference::{Grid, Outcome as Answer, Puzzle, Random, generate, solve};

use crate::assignment::{CasesOf, Program};
use crate::checks;
use crate::grade::{Choice, Prepared};
use crate::graded::{Figure, Function, Graded, Group, Kind, Of, Outcome, Points, State, Weight};
use crate::link::whole;
use crate::run::{Found, Spot};

/// What a program is called among functions.
const NAME: &str = "program";

/// Bytes a program may print.
const OUTPUT_BYTES: u64 = 1 << 20;

/// Instructions for a puzzle.
const BUDGET_INSTRS: u64 = 200_000_000;

/// A puzzle with its solution.
struct Case {
    id: String,
    group: usize,
    puzzle: Puzzle,
    solution: Grid,
}

/// The program with no points.
pub(crate) fn nothing(work: &Program, state: State) -> Function {
    let kind =
        Kind { of: Of::Results, points: Points(0), out_of: work.points, summary: String::new() };
    Function {
        name: NAME.to_owned(),
        state,
        kinds: vec![kind],
        groups: Vec::new(),
        findings: Vec::new(),
    }
}

fn cases(work: &Program, seed: u64) -> Vec<Case> {
    let mut cases = Vec::new();
    for (group, row) in work.groups.iter().enumerate() {
        let puzzles: Vec<Puzzle> = match &row.cases {
            CasesOf::Puzzles(texts) => texts.iter().filter_map(|text| text.parse().ok()).collect(),
            CasesOf::Draw { count, .. } => {
                let mut random = Random::new(seed ^ (group as u64 + 1) << 32);
                (0..*count).map(|_| generate(work.size, random.next_u64()).puzzle).collect()
            }
            CasesOf::Every | CasesOf::Rows(_) => Vec::new(),
        };
        for (at, puzzle) in puzzles.into_iter().enumerate() {
            if let Answer::One(solution) = solve(&puzzle, 2) {
                let id = format!("{NAME}:{}.{}", group + 1, at + 1);
                cases.push(Case { id, group, puzzle, solution });
            }
        }
    }
    cases
}

/// Grades a whole program.
pub(crate) fn grade(
    prepared: &Prepared,
    work: &Program,
    graded: &mut Graded,
    text: &str,
    choice: &Choice,
) {
    let target = &prepared.assignment.target;
    let mut found = Found::default();
    let (image, sources) = match whole(target, &graded.file, text) {
        Ok(made) => made,
        Err(refused) => {
            let shown = refused
                .messages
                .iter()
                .map(|message| asmkit::render(message, &refused.sources, false));
            graded.outcome = Outcome::NotGradable(shown.collect::<Vec<_>>().join("\n"));
            graded.functions = prepared.nothing(State::NotAssembled);
            return;
        }
    };
    let cases = cases(work, prepared.assignment.seed);
    let mut machine = target.machine();
    let (mut right, mut instructions) = (vec![0u32; work.groups.len()], 0);
    let mut all = vec![0u32; work.groups.len()];
    for case in &cases {
        all[case.group] += 1;
        if choice.case.as_ref().is_some_and(|wanted| *wanted != case.id) {
            continue;
        }
        let is_hidden = prepared.is_hidden(work.groups[case.group].hidden_until.as_deref());
        if let Err(why) = machine.load(&image) {
            graded.outcome = Outcome::NotGradable(why.to_string());
            return;
        }
        let mut host =
            Host { output: Output::with_cap(OUTPUT_BYTES), ..work.feed.host(&case.puzzle) };
        let stop = machine.run(&mut host, BUDGET_INSTRS, &mut ());
        instructions += machine.counts().instructions;
        match wrong(prepared, work.read, case, stop, host.output.bytes(), &image) {
            None => right[case.group] += 1,
            Some(spot) => found.add(spot, Some(&case.id), is_hidden),
        }
    }
    let shares: u32 = work.groups.iter().map(|group| group.share).sum();
    let earned: f64 = work
        .groups
        .iter()
        .enumerate()
        .map(|(at, group)| {
            f64::from(group.share) * f64::from(right[at]) / f64::from(all[at].max(1))
        })
        .sum();
    let points =
        Points((f64::from(work.points.0) * earned / f64::from(shares.max(1))).floor() as u32);
    let (count, total) = (right.iter().sum::<u32>(), all.iter().sum::<u32>());
    let kind = Kind {
        of: Of::Results,
        points,
        out_of: work.points,
        summary: format!("{count} of {total} puzzles right"),
    };
    let groups = work.groups.iter().enumerate().map(|(at, group)| Group {
        name: group.name.clone(),
        right: right[at],
        cases: all[at],
        hidden: prepared.is_hidden(group.hidden_until.as_deref()),
    });
    let findings = found.findings(&graded.file, &sources, asmkit::FileId(0));
    graded.functions = vec![Function {
        name: NAME.to_owned(),
        state: State::Attempted,
        kinds: vec![kind],
        groups: groups.collect(),
        findings,
    }];
    if work.leaderboard && count == total && choice.case.is_none() {
        let name = "instructions".to_owned();
        graded.leaderboard.push(Figure { name, value: instructions, less_is_better: true });
    }
}

/// What is wrong with a run; none where nothing is.
fn wrong(
    prepared: &Prepared,
    read: Read,
    case: &Case,
    stop: Stop,
    output: &[u8],
    image: &machine::Image,
) -> Option<Spot> {
    let spec = prepared.assignment.target.spec();
    let plain = |check, message: String, notes: Vec<String>| Spot {
        check,
        line: None,
        about: String::new(),
        message,
        notes,
        weight: Weight::Error,
        is_outcome: false,
    };
    let puzzle = vec![format!("the puzzle is {}", case.puzzle)];
    match stop {
        Stop::Exit { .. } | Stop::End => {}
        Stop::Budget => {
            return Some(plain(
                &checks::ENDLESS,
                "the program does not end within its budget of instructions".to_owned(),
                puzzle,
            ));
        }
        Stop::Fault(fault) => {
            let line = image.line(fault.pc).map(|line| line.line);
            let message = diagnose::told(&fault, image, spec);
            return Some(Spot { line, ..plain(&checks::FAULT, message, puzzle) });
        }
        Stop::Limit(_) => {
            return Some(plain(
                &checks::OUTPUT,
                format!("the program prints more than {OUTPUT_BYTES} bytes"),
                puzzle,
            ));
        }
        Stop::Input | Stop::Pause => {
            return Some(plain(
                &checks::FAULT,
                "the program waits for more input than a puzzle is".to_owned(),
                puzzle,
            ));
        }
    }
    match read.read(output, prepared_size(prepared)) {
        Ok(grid) if grid == case.solution => None,
        Ok(grid) => Some(plain(
            &checks::WRONG,
            "the grid it prints is not the solution".to_owned(),
            vec![
                puzzle[0].clone(),
                format!("it printed {grid}"),
                format!("and {} is right", case.solution),
            ],
        )),
        Err(unreadable) => Some(plain(
            &checks::WRONG,
            format!("what it prints is no grid: {}", unreadable.why),
            vec![puzzle[0].clone(), format!("it printed {}", escape::line(output, 200))],
        )),
    }
}

fn prepared_size(prepared: &Prepared) -> reference::Size {
    match &prepared.assignment.work {
        crate::assignment::Work::Program(work) => work.size,
        crate::assignment::Work::Functions { .. } => reference::Size::Nine,
    }
}
