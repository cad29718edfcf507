//! Cases of a whole program: rows of the file, puzzles, or values that are drawn.

use lanes::lane::Algorithm;
use machine::{Host, Image, Output as Printed, Stop, Work};
use reference::{Grid, Outcome, Puzzle, Random, Size, generate_with_givens, solve};
use regex_lite::Regex;
use targets::target::Target;

use super::NAME;
use super::compare::{Compare, MOST_MATCHED_BYTES};
use super::explain::Explainer;
use super::memory::MemoryValue;
use super::run::{run, status};
use super::values::{content, drawn, drawn_as};
use super::verdict::judge;
use crate::assignment::{
    AnswerPlace, Assignment, InitialValue, Output, PlaceContent, Program, ProgramCase,
    ProgramCases, ProgramGroup, ProgramPlace, Status, Sudoku,
};
use crate::value::Value;

/// Bytes that a program may print.
pub(super) const OUTPUT_BYTES: u64 = 1 << 20;

/// Instructions that a reference may take for a case.
pub(super) const REFERENCE_INSTRS: u64 = 200_000_000;

/// A case: what a program is given, and what is right.
#[derive(Debug, Clone)]
pub(crate) struct GivenCase {
    pub(crate) id: String,
    /// Its group, by index, and its weight within the group.
    pub(super) group: usize,
    pub(super) weight: u32,
    /// The line of the assignment's file that it is from.
    line: Option<usize>,
    /// Environment of the program.
    pub(super) host: Host,
    /// Values to store in memory and registers.
    pub(super) place: Vec<InitialValue>,
    pub(super) expected: Expected,
    /// The puzzle and its solution, where the program solves puzzles.
    pub(super) puzzle: Option<(Puzzle, Grid)>,
    /// Instructions that a program may take.
    pub(super) budget: u64,
    /// Those of them that the assignment's file says.
    pub(super) max_instructions: Option<u64>,
}

/// Expected outcome.
#[derive(Debug, Clone)]
pub(super) struct Expected {
    pub(super) output: ExpectedOutput,
    pub(super) compare: Compare,
    status: Status,
    pub(super) answers: Vec<(AnswerPlace, Option<MemoryValue>)>,
    /// The reference's output and end.
    pub(super) reference: (Vec<u8>, Stop),
}

/// Expected output.
#[derive(Debug, Clone)]
pub(super) enum ExpectedOutput {
    Anything,
    Text(Vec<u8>),
    Pattern(Regex),
    /// The reference's output, not known yet.
    Reference,
}

impl Expected {
    /// Expected exit status; none if any is right.
    pub(super) fn status(&self) -> Option<i32> {
        match self.status {
            Status::Any => None,
            Status::Reference => status(self.reference.1),
            Status::Is(status) => Some(status),
        }
    }
}

/// Makes the cases.
///
/// # Errors
/// An error message about a puzzle without exactly one solution.
pub(crate) fn cases(assignment: &Assignment, work: &Program) -> Result<Vec<GivenCase>, String> {
    let mut cases = Vec::new();
    for (group, row) in work.groups.iter().enumerate() {
        let seed = assignment.seed ^ (group as u64 + 1) << 32;
        let id = |at: usize| format!("{NAME}:{}.{}", group + 1, at + 1);
        let of_puzzles = |puzzles: Vec<Puzzle>| -> Result<Vec<GivenCase>, String> {
            let Some(sudoku) = &work.sudoku else { return Ok(Vec::new()) };
            let puzzles = puzzles.into_iter().enumerate();
            puzzles.map(|(at, puzzle)| of_puzzle(work, sudoku, (id(at), group), puzzle)).collect()
        };
        cases.extend(match &row.cases {
            ProgramCases::DrawnPuzzles(count) => {
                let size = work.sudoku.as_ref().map_or(Size::Nine, |sudoku| sudoku.size);
                of_puzzles(draw_puzzles(size, *count, seed))?
            }
            ProgramCases::Puzzles(texts) => {
                of_puzzles(texts.iter().filter_map(|text| text.parse().ok()).collect())?
            }
            ProgramCases::Rows(rows) => {
                let rows = rows.iter().enumerate();
                rows.map(|(at, row)| of_row(work, (id(at), group), row, &[])).collect()
            }
            ProgramCases::Drawn { count, values, row } => {
                let drawn = drawn(values, *count, seed).into_iter().enumerate();
                drawn.map(|(at, drawn)| of_row(work, (id(at), group), row, &drawn)).collect()
            }
        });
    }
    Ok(cases)
}

fn of_puzzle(
    work: &Program,
    sudoku: &Sudoku,
    (id, group): (String, usize),
    puzzle: Puzzle,
) -> Result<GivenCase, String> {
    let Outcome::One(solution) = solve(&puzzle, 2) else {
        return Err(format!("case {id} does not have exactly one solution"));
    };
    let case = GivenCase {
        id,
        group,
        weight: 1,
        line: None,
        host: Host::default(),
        place: Vec::new(),
        expected: Expected {
            output: ExpectedOutput::Anything,
            compare: sudoku.compare,
            status: Status::Any,
            answers: Vec::new(),
            reference: (Vec::new(), Stop::End),
        },
        puzzle: None,
        budget: REFERENCE_INSTRS,
        max_instructions: work.max_instructions,
    };
    Ok(case.with_puzzle(sudoku, puzzle, solution))
}

fn of_row(
    work: &Program,
    (id, group): (String, usize),
    row: &ProgramCase,
    values: &[Value],
) -> GivenCase {
    let mut host = Host::with_input(&row.input.with(values));
    host.arguments.clone_from(&row.arguments);
    for (name, content) in &row.files {
        host.files.give(name.as_slice(), content.as_slice());
    }
    let output = match &row.output {
        Output::Any => ExpectedOutput::Anything,
        Output::Reference => ExpectedOutput::Reference,
        Output::Text(text) => ExpectedOutput::Text(text.clone()),
        Output::Pattern(pattern) => ExpectedOutput::Pattern(pattern.clone()),
    };
    let most = if matches!(output, ExpectedOutput::Pattern(_)) {
        MOST_MATCHED_BYTES
    } else {
        OUTPUT_BYTES
    };
    host.output = Printed::with_cap(most);
    let answers = row.expect.iter().map(|expect| {
        let held = expect.what.as_ref().map(|content| MemoryValue::of(content, &expect.from));
        (expect.from.clone(), held)
    });
    GivenCase {
        id,
        group,
        weight: row.weight,
        line: Some(row.line),
        host,
        place: row.place.iter().map(|put| filled(put, values)).collect(),
        expected: Expected {
            output,
            compare: row.compare,
            status: row.status,
            answers: answers.collect(),
            reference: (Vec::new(), Stop::End),
        },
        puzzle: None,
        budget: REFERENCE_INSTRS,
        max_instructions: row.max_instructions.or(work.max_instructions),
    }
}

/// Content of a place, with the drawn value.
fn filled(put: &InitialValue, values: &[Value]) -> InitialValue {
    let what = match &put.what {
        PlaceContent::Drawn(at) => values.get(*at).map_or(PlaceContent::Words(Vec::new()), content),
        other => other.clone(),
    };
    InitialValue { at: put.at.clone(), what }
}

impl GivenCase {
    /// The machine it runs on: that of its group, or of the assignment.
    pub(super) fn target<'a>(&self, assignment: &'a Assignment) -> &'a Target {
        let target = self.group_in(assignment).and_then(|group| group.target.as_ref());
        target.unwrap_or(&assignment.target)
    }

    /// The switches of its group.
    pub(super) fn switches<'a>(&self, assignment: &'a Assignment) -> &'a [String] {
        self.group_in(assignment).map_or(&[], |group| &group.switches)
    }

    fn group_in<'a>(&self, assignment: &'a Assignment) -> Option<&'a ProgramGroup> {
        assignment.program()?.groups.get(self.group)
    }

    /// The labels that it needs in a program.
    pub(super) fn labels(&self) -> impl Iterator<Item = &str> {
        let put = self.place.iter().filter_map(|put| match &put.at {
            ProgramPlace::Memory(place) => place.label(),
            ProgramPlace::Register(_) => None,
        });
        put.chain(self.expected.answers.iter().filter_map(|(answer, _)| answer.memory()?.label()))
    }

    /// The same with another puzzle.
    pub(super) fn with_puzzle(self, sudoku: &Sudoku, puzzle: Puzzle, solution: Grid) -> GivenCase {
        let output = Printed::with_cap(OUTPUT_BYTES);
        let host = Host { output, ..sudoku.feed.host(&puzzle) };
        let text = sudoku.read.text(&solution).into_bytes();
        let expected = Expected { output: ExpectedOutput::Text(text), ..self.expected };
        let puzzle = Some((puzzle, solution));
        GivenCase { host, expected, puzzle, budget: REFERENCE_INSTRS, ..self }
    }

    /// The same with values from another seed; unchanged if its values are not drawn.
    pub(super) fn drawn_again(&self, work: &Program, seed: u64) -> GivenCase {
        match &work.groups[self.group].cases {
            ProgramCases::Drawn { values, row, .. } => {
                let number = self.id.rsplit('.').next().and_then(|number| number.parse().ok());
                let drawn = drawn_as(values, number.unwrap_or(1_usize).saturating_sub(1), seed);
                of_row(work, (self.id.clone(), self.group), row, &drawn)
            }
            _ => self.clone(),
        }
    }

    /// Runs the reference on it: its results are what is right, and its instructions give the budget.
    ///
    /// # Errors
    /// An error message about a wrong reference, with the line of the case.
    pub(super) fn prepare(&mut self, assignment: &Assignment, image: &Image) -> Result<(), String> {
        let ran = run(assignment, image, self)?;
        let printed = ran.host.output.bytes().to_vec();
        let is_mute = printed.iter().all(u8::is_ascii_whitespace);
        if let ExpectedOutput::Reference = self.expected.output {
            let has_more = self.expected.status().is_some();
            self.expected.output = ExpectedOutput::Text(printed.clone());
            if is_mute && !has_more && ran.has_ended() {
                let why = "the reference prints nothing, and the case has no `output`, `status` or `expect`";
                return Err(self.error_at_case(assignment, why));
            }
        }
        self.expected.reference = (printed, ran.stop);
        for (answer, held) in &mut self.expected.answers {
            if held.is_none() {
                *held = Some(MemoryValue::found(assignment, image, &ran, answer));
            }
        }
        if let Some(wrong) = judge(assignment, image, self, &ran).first() {
            let sources = asmkit::Sources::new();
            let explaining =
                Explainer { assignment, image, sources: &sources, case: self, ran: &ran };
            let issue = explaining.briefly(wrong);
            let notes =
                issue.notes.iter().map(|note| format!("\n  {}", note.replace('\n', "\n  ")));
            let why =
                format!("the reference fails: {}{}", issue.message, notes.collect::<String>());
            return Err(self.error_at_case(assignment, &why));
        }
        let usual = ran.instructions.saturating_mul(TIMES).max(LEAST_INSTRS);
        self.budget = self.max_instructions.unwrap_or(usual).max(1);
        self.host.work = Work::for_budget(self.budget);
        Ok(())
    }

    /// An error message with the line of the assignment file.
    fn error_at_case(&self, assignment: &Assignment, why: &str) -> String {
        let file = targets::files::shown(&assignment.folder.join(crate::assignment::FILE));
        match self.line {
            Some(line) => format!("{file}:{line}: case {}: {why}", self.id),
            None => format!("{file}: case {}: {why}", self.id),
        }
    }
}

/// Budget of a program, as a multiple of the reference's instructions.
pub(super) const TIMES: u64 = 20;

/// Instructions that any program may take: correct ones can be much slower than a good reference.
pub(super) const LEAST_INSTRS: u64 = 50_000_000;

/// Givens of puzzles that are drawn.
fn givens(size: Size) -> usize {
    if size == Size::Four { 5 } else { 28 }
}

/// Nodes that plain backtracking may need for a puzzle that is drawn.
const MOST_NODES: u64 = 5_000;

fn draw_puzzles(size: Size, count: u32, seed: u64) -> Vec<Puzzle> {
    let mut random = Random::new(seed);
    let drawn = std::iter::repeat_with(|| {
        generate_with_givens(size, random.next_u64(), givens(size)).puzzle
    });
    let is_quick = |puzzle: &Puzzle| Algorithm::Backtrack.digest(puzzle, MOST_NODES).is_some();
    drawn.filter(is_quick).take(count as usize).collect()
}
