//! Whole programs: puzzles go in, and what comes out is compared with the solution; where the
//! assignment asks for an algorithm, its decisions are compared one by one.

mod replay;
pub(crate) mod variants;

use lanes::decisions::{Difference, Places, Step, Watcher};
use lanes::lane::{Algorithm, TWIN_BUDGET_NODES};
use machine::{Host, Image, Machine as _, Output, Stop};
use machines::{diagnose, escape};
use reference::{Grid, Outcome as Answer, Puzzle, Random, Size, generate_with_givens, solve};

use crate::assignment::{Assignment, CasesOf, Decisions, Program};
use crate::checks;
use crate::grade::{Choice, Prepared, error};
use crate::graded::{Figure, Function, Graded, Group, Kind, Of, Points, State};
use crate::link::{read, whole};
use crate::rules::broken_words;
use crate::run::{Found, Spot};

pub(crate) use replay::Whole;

/// What a program is called among functions.
pub(crate) const NAME: &str = "program";

/// Bytes a program may print.
const OUTPUT_BYTES: u64 = 1 << 20;

/// Instructions a reference may take for a puzzle.
const REFERENCE_INSTRS: u64 = 200_000_000;

/// Puzzles that did not end, after which the rest are not tried.
const MOST_ENDLESS: u32 = 2;

/// A puzzle with its solution.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) id: String,
    group: usize,
    puzzle: Puzzle,
    solution: Grid,
    /// Instructions a program may take for it.
    budget: u64,
}

/// Makes the cases.
///
/// # Errors
/// A sentence about a puzzle that has not one solution.
pub(crate) fn cases(assignment: &Assignment, work: &Program) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (group, row) in work.groups.iter().enumerate() {
        let puzzles: Vec<Puzzle> = match &row.cases {
            CasesOf::Puzzles(texts) => texts.iter().filter_map(|text| text.parse().ok()).collect(),
            CasesOf::Draw { count, .. } => {
                draw(work.size, *count, assignment.seed ^ (group as u64 + 1) << 32)
            }
            CasesOf::Every | CasesOf::Rows(_) => Vec::new(),
        };
        for (at, puzzle) in puzzles.into_iter().enumerate() {
            let id = format!("{NAME}:{}.{}", group + 1, at + 1);
            let Answer::One(solution) = solve(&puzzle, 2) else {
                return Err(format!("case {id} has not exactly one solution"));
            };
            cases.push(Case { id, group, puzzle, solution, budget: REFERENCE_INSTRS });
        }
    }
    Ok(cases)
}

/// Runs the reference on a case, and gives the case its budget.
///
/// # Errors
/// A sentence about a reference that does not solve it.
pub(crate) fn prepare(
    assignment: &Assignment,
    work: &Program,
    image: &Image,
    case: &mut Case,
) -> Result<(), String> {
    let ran = run(assignment, work, image, case)?;
    if let Some(spot) = wrong(assignment, work, case, &ran, image) {
        return Err(format!("the reference fails in case {}: {}", case.id, spot.message));
    }
    if let Some(difference) = decisions(assignment, work, image, case)? {
        return Err(format!(
            "the reference takes other decisions in case {}: {difference}",
            case.id
        ));
    }
    case.budget = budget_of(work, ran.instructions);
    Ok(())
}

/// What a program may take for a puzzle that the reference took so many instructions for.
fn budget_of(work: &Program, instructions: u64) -> u64 {
    let usual = instructions.saturating_mul(20).saturating_add(100_000);
    work.instructions.unwrap_or(usual)
}

/// Givens of puzzles that are drawn.
fn givens(size: Size) -> usize {
    if size == Size::Four { 5 } else { 28 }
}

/// Nodes that plain backtracking may need for a puzzle that is drawn.
const MOST_NODES: u64 = 5_000;

fn draw(size: Size, count: u32, seed: u64) -> Vec<Puzzle> {
    let mut random = Random::new(seed);
    let drawn = std::iter::repeat_with(|| {
        generate_with_givens(size, random.next_u64(), givens(size)).puzzle
    });
    let is_quick = |puzzle: &Puzzle| Algorithm::Backtrack.digest(puzzle, MOST_NODES).is_some();
    drawn.filter(is_quick).take(count as usize).collect()
}

/// The program with no points.
pub(crate) fn nothing(work: &Program, state: State) -> Function {
    let kinds = work.points.iter().map(|(&of, &out_of)| {
        let summary = match state {
            State::NotAttempted => "not attempted",
            State::NotAssembled => "does not assemble",
            State::Attempted | State::Missing => "",
        };
        Kind { of, points: Points(0), out_of, summary: summary.to_owned() }
    });
    Function {
        name: NAME.to_owned(),
        line: None,
        state,
        kinds: kinds.collect(),
        groups: Vec::new(),
        findings: Vec::new(),
    }
}

/// What a run came to.
struct Ran {
    stop: Stop,
    output: Vec<u8>,
    instructions: u64,
}

fn host(work: &Program, puzzle: &Puzzle) -> Host {
    Host { output: Output::with_cap(OUTPUT_BYTES), ..work.feed.host(puzzle) }
}

fn run(assignment: &Assignment, work: &Program, image: &Image, case: &Case) -> Result<Ran, String> {
    let mut machine = assignment.target.machine();
    machine.load(image).map_err(|why| why.to_string())?;
    let mut host = host(work, &case.puzzle);
    let stop = machine.run(&mut host, case.budget, &mut ());
    let instructions = machine.counts().instructions;
    Ok(Ran { stop, output: host.output.bytes().to_vec(), instructions })
}

/// The first decision that is not the algorithm's, if any is asked for.
fn decisions(
    assignment: &Assignment,
    work: &Program,
    image: &Image,
    case: &Case,
) -> Result<Option<Difference>, String> {
    let Some(Decisions { algorithm, node, grid }) = &work.decisions else { return Ok(None) };
    let places = Places::at(std::slice::from_ref(node), grid, work.size, image)
        .map_err(|label| format!("there is no label `{label}`"))?;
    let mut machine = assignment.target.machine();
    machine.load(image).map_err(|why| why.to_string())?;
    machine.watch(places.base, places.end());
    let mut host = host(work, &case.puzzle);
    let radix = assignment.target.spec().radix;
    Ok(Step::along(*algorithm, &case.puzzle, radix, TWIN_BUDGET_NODES, |step| {
        let mut watcher = Watcher::new(places, &case.puzzle, step);
        machine.run(&mut host, case.budget, &mut watcher);
        watcher.sink.finish()
    }))
}

/// A program while it is graded.
struct Grading<'p> {
    prepared: &'p Prepared,
    work: &'p Program,
    cases: &'p [Case],
    found: Found,
    /// Cases that were right, and of them those with the decisions wanted; by case.
    right: Vec<bool>,
    decided: Vec<bool>,
    instructions: u64,
}

/// Grades a whole program.
pub(crate) fn grade(
    prepared: &Prepared,
    work: &Program,
    graded: &mut Graded,
    text: &str,
    choice: &Choice,
) {
    let assignment = &prepared.assignment;
    let statements = |text: &str| {
        let read = read(text, assignment).into_iter();
        read.map(|statement| format!("{:?} {:?}", statement.labels, statement.words))
            .collect::<Vec<_>>()
    };
    if statements(text) == statements(&assignment.scaffold) {
        graded.functions = prepared.nothing(State::NotAttempted);
        return;
    }
    let mut found = Found::default();
    let (image, sources) = match whole(&assignment.target, &graded.file, text) {
        Ok(made) => made,
        Err(refused) => {
            crate::grade::not_assembled(&refused, &mut found);
            let findings = found.findings(&graded.file, &refused.sources, refused.student);
            graded.functions = vec![Function { findings, ..nothing(work, State::NotAssembled) }];
            return;
        }
    };
    let cases = prepared.puzzles_of(work, text);
    let count = cases.len();
    let mut grading = Grading {
        prepared,
        work,
        cases: &cases,
        found,
        right: vec![false; count],
        decided: vec![false; count],
        instructions: 0,
    };
    let is_allowed = grading.look_at_rules(&image, text);
    let has_points = work.points.contains_key(&Of::Rules);
    if let Err(why) = grading.run_cases(&image, choice) {
        grading.found.add(error(&checks::FAULT, why), None, false);
    }
    if work.leaderboard
        && is_allowed
        && choice.case.is_none()
        && grading.right.iter().all(|right| *right)
    {
        let name = "instructions".to_owned();
        graded.leaderboard.push(Figure { name, value: grading.instructions, less_is_better: true });
    }
    let Grading { found, right, decided, .. } = grading;
    let kinds = work.points.iter().map(|(&of, &out_of)| {
        let passed = if of == Of::Decisions { &decided } else { &right };
        let is_lost = !is_allowed && (of == Of::Rules || !has_points);
        let share = if is_lost { 0.0 } else { share(&cases, work, passed) };
        let earned = (f64::from(out_of.0) * share).floor() as u32;
        let all = passed.iter().filter(|passed| **passed).count();
        let summary = match of {
            Of::Rules if is_allowed => "kept".to_owned(),
            Of::Rules => "broken".to_owned(),
            Of::Decisions => format!("{all} of {count} puzzles with the algorithm's decisions"),
            _ => format!("{all} of {count} puzzles right"),
        };
        Kind { of, points: Points(earned), out_of, summary }
    });
    let groups = work.groups.iter().enumerate().map(|(at, group)| {
        let of_group = || cases.iter().zip(&right).filter(move |(case, _)| case.group == at);
        Group {
            name: group.name.clone(),
            right: of_group().filter(|(_, right)| **right).count() as u32,
            not_run: 0,
            cases: of_group().count() as u32,
            hidden: prepared.is_hidden(group.hidden_until.as_deref()),
        }
    });
    let mut findings = found.findings(&graded.file, &sources, asmkit::FileId(0));
    // A puzzle that varies is had again only with the secret; the finding says which it was.
    let varies = |name: &&String| {
        let case = cases.iter().find(|case| case.id == **name);
        case.is_some_and(|case| work.groups[case.group].vary.is_some())
    };
    for finding in findings.iter_mut().filter(|finding| !finding.hidden) {
        let again = |case: &String| format!("{} --trace", assignment.again(&graded.file, case));
        finding.replay = finding.case.as_ref().filter(|case| !varies(case)).map(again);
    }
    graded.functions = vec![Function {
        line: None,
        name: NAME.to_owned(),
        state: State::Attempted,
        kinds: kinds.collect(),
        groups: groups.collect(),
        findings,
    }];
}

impl Grading<'_> {
    /// Whether no rule of the course is broken.
    fn look_at_rules(&mut self, image: &Image, text: &str) -> bool {
        let assignment = &self.prepared.assignment;
        let mut spots = broken_words(assignment, &read(text, assignment));
        let first = self.cases.first().filter(|_| !self.work.rules.is_empty());
        if let Some(case) = first {
            let mut host = host(self.work, &case.puzzle);
            let rules = &self.work.rules;
            let found = rules.broken_by_program(NAME, &assignment.target, image, &mut host);
            spots.extend(found.unwrap_or_default());
        }
        let is_allowed = spots.is_empty();
        spots.into_iter().for_each(|spot| self.found.add(spot, None, false));
        is_allowed
    }

    fn run_cases(&mut self, image: &Image, choice: &Choice) -> Result<(), String> {
        let (prepared, work) = (self.prepared, self.work);
        let assignment = &prepared.assignment;
        let mut endless = 0;
        for (at, case) in self.cases.iter().enumerate() {
            if choice.case.as_ref().is_some_and(|wanted| *wanted != case.id) {
                continue;
            }
            if endless >= MOST_ENDLESS || choice.suspect.is_some() && self.found.has_errors() {
                break;
            }
            let is_hidden = prepared.is_hidden(work.groups[case.group].hidden_until.as_deref());
            let ran = run(assignment, work, image, case)?;
            endless += u32::from(ran.stop == Stop::Budget);
            // Of puzzles that are others for others there is nothing to compare.
            if work.groups[case.group].vary.is_none() {
                self.instructions += ran.instructions;
            }
            if let Some(spot) = wrong(assignment, work, case, &ran, image) {
                self.found.add(spot, Some(&case.id), is_hidden);
                continue;
            }
            self.right[at] = true;
            let spot = match decisions(assignment, work, image, case) {
                Ok(None) => {
                    self.decided[at] = true;
                    continue;
                }
                Ok(Some(difference)) => other_way(work, case, &difference),
                Err(why) => {
                    error(&checks::DECISIONS, format!("{why}, so nobody can see how it decides"))
                }
            };
            self.found.add(spot, Some(&case.id), is_hidden);
        }
        Ok(())
    }
}

/// What share of the points cases earn, by groups.
fn share(cases: &[Case], work: &Program, passed: &[bool]) -> f64 {
    let shares: u32 = work.groups.iter().map(|group| group.share).sum();
    let earned = work.groups.iter().enumerate().map(|(at, group)| {
        let of_group = || cases.iter().zip(passed).filter(move |(case, _)| case.group == at);
        let all = of_group().count().max(1) as f64;
        f64::from(group.share) * of_group().filter(|(_, passed)| **passed).count() as f64 / all
    });
    earned.sum::<f64>() / f64::from(shares.max(1))
}

/// That a right program decides as another algorithm does.
fn other_way(work: &Program, case: &Case, difference: &Difference) -> Spot {
    let node = work.decisions.as_ref().map_or("", |decisions| decisions.node.as_str());
    let (expected, found) = difference.sides(&format!("calls `{node}`"));
    let message = format!(
        "the grid is right, and the way to it is another: at step {} the algorithm {expected}, and the program {found}",
        difference.number
    );
    Spot { notes: vec![puzzle(case)], ..error(&checks::DECISIONS, message) }
}

fn puzzle(case: &Case) -> String {
    format!("the puzzle is {}", case.puzzle)
}

/// What is wrong with a run; none where nothing is.
fn wrong(
    assignment: &Assignment,
    work: &Program,
    case: &Case,
    ran: &Ran,
    image: &Image,
) -> Option<Spot> {
    let spec = assignment.target.spec();
    let told = |check, message: String| Spot { notes: vec![puzzle(case)], ..error(check, message) };
    match ran.stop {
        Stop::Exit { .. } | Stop::End => {}
        Stop::Budget => {
            let budget = machine::numbers::counted(case.budget, "instruction");
            return Some(told(
                &checks::ENDLESS,
                format!("the program does not end within {budget}"),
            ));
        }
        Stop::Fault(fault) => {
            let line = image.line(fault.pc).map(|line| line.line);
            let message = diagnose::told(&fault, image, spec);
            return Some(Spot { line, ..told(&checks::FAULT, message) });
        }
        Stop::Limit(_) => {
            return Some(told(
                &checks::OUTPUT,
                format!("the program prints more than {OUTPUT_BYTES} bytes"),
            ));
        }
        Stop::Input | Stop::Pause => {
            let message = "the program waits for more input than a puzzle is".to_owned();
            return Some(told(&checks::FAULT, message));
        }
    }
    match work.read.read(&ran.output, work.size) {
        Ok(grid) if grid == case.solution => None,
        Ok(grid) => Some(Spot {
            notes: vec![
                puzzle(case),
                format!("it printed {grid}"),
                format!("and {} is right", case.solution),
            ],
            ..error(&checks::WRONG, "the grid it prints is not the solution".to_owned())
        }),
        Err(unreadable) => Some(Spot {
            notes: vec![puzzle(case), format!("it printed \"{}\"", escape::line(&ran.output, 200))],
            ..error(&checks::WRONG, format!("what it prints is no grid: {}", unreadable.why))
        }),
    }
}
