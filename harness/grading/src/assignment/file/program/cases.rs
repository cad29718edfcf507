//! Groups of cases of a whole program.

use std::collections::BTreeMap;
use std::ops::Range;

use reference::symmetry::Kind;
use reference::{Outcome, Puzzle, Size, solve};
use serde::Deserialize;
use toml::Spanned;

use super::Context;
use super::places::{ExpectRow, FileRow, Many, PutRow};
use crate::assignment::file::Reader;
use crate::assignment::file::cases::{MOST_DRAWN, is_date};
use crate::assignment::{Argument, Output, ProgramCase, ProgramCases, ProgramGroup, Status, Vary};
use crate::graded::Points;
use crate::program::compare;
use crate::program::template::Template;
use crate::program::values;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ProgramCasesRow {
    name: String,
    share: Option<u32>,
    points: Option<Spanned<f64>>,
    hidden_until: Option<Spanned<String>>,
    vary: Option<Spanned<VaryRow>>,
    switches: Option<Spanned<Vec<String>>>,
    draw: Option<Spanned<u32>>,
    puzzles: Option<Vec<Spanned<String>>>,
    rows: Option<Spanned<Vec<Spanned<TextRow>>>>,
    values: Option<Spanned<Vec<Spanned<String>>>>,
    template: Option<Spanned<String>>,
    compare: Option<Spanned<String>>,
    exact: Option<Spanned<bool>>,
    tolerance: Option<Spanned<f64>>,
    // Defaults for its cases.
    arguments: Option<Spanned<Vec<String>>>,
    files: Option<Spanned<BTreeMap<String, FileRow>>>,
    place: Option<Spanned<Many<PutRow>>>,
    expect: Option<Spanned<Many<ExpectRow>>>,
    status: Option<Spanned<StatusRow>>,
    max_instructions: Option<u64>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct TextRow {
    input: Option<Spanned<String>>,
    input_file: Option<Spanned<String>>,
    output: Option<Spanned<String>>,
    output_file: Option<Spanned<String>>,
    arguments: Option<Spanned<Vec<String>>>,
    files: Option<Spanned<BTreeMap<String, FileRow>>>,
    place: Option<Spanned<Many<PutRow>>>,
    expect: Option<Spanned<Many<ExpectRow>>>,
    status: Option<Spanned<StatusRow>>,
    max_instructions: Option<u64>,
    points: Option<Spanned<f64>>,
}

/// Variation of cases for each submission.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum VaryRow {
    Relabel,
    Full,
    Draw,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "`status` is a number, or \"reference\" for the reference's status")]
enum StatusRow {
    Number(i32),
    Word(String),
}

/// The keys that say how outputs are compared.
#[derive(Clone, Copy, Default)]
pub(super) struct CompareKeys<'c> {
    pub(super) compare: Option<&'c Spanned<String>>,
    pub(super) exact: Option<&'c Spanned<bool>>,
    pub(super) tolerance: Option<&'c Spanned<f64>>,
}

/// A group as the file has it, with the points that are given to it.
pub(super) struct ParsedGroup {
    pub(super) group: ProgramGroup,
    pub(super) points: Option<Points>,
    pub(super) at: Range<usize>,
}

impl Reader<'_> {
    pub(super) fn program_group(
        &mut self,
        row: &Spanned<ProgramCasesRow>,
        context: &Context<'_>,
    ) -> ParsedGroup {
        let (at, cases) = (row.span(), row.get_ref());
        if let Some(date) = cases.hidden_until.as_ref().filter(|date| !is_date(date.get_ref())) {
            let why = format!("`{}` is not a date such as 2026-12-01", super::plain(date));
            self.wrong(date.span(), why);
        }
        let vary = self.vary(cases, context.size.is_some());
        let (from, points) = match context.size {
            Some(size) => (self.puzzles(row, size), None),
            None => self.texts(row, context),
        };
        let own = cases.points.as_ref().and_then(|points| self.points_of(points));
        if let (Some(points), Some(_)) = (&cases.points, points) {
            let why = "give points to the group or to each of its rows, not to both";
            self.wrong(points.span(), why);
        }
        if let (Some(points), Some(_)) = (&cases.points, cases.share) {
            self.wrong(points.span(), "give the group `points` or a `share`, not both");
        }
        let target = cases.switches.as_ref().and_then(|own| {
            let all = [context.file.switches.as_slice(), own.get_ref()].concat();
            self.switched(context.file, &all, &own.span())
        });
        let group = ProgramGroup {
            name: cases.name.clone(),
            share: cases.share.unwrap_or(1),
            hidden_until: cases.hidden_until.as_ref().map(|date| date.get_ref().clone()),
            vary,
            target,
            switches: cases.switches.iter().flat_map(|own| own.get_ref().clone()).collect(),
            cases: from,
        };
        ParsedGroup { group, points: own.or(points), at }
    }

    fn vary(&mut self, cases: &ProgramCasesRow, is_sudoku: bool) -> Option<Vary> {
        let row = cases.vary.as_ref()?;
        let vary = match row.get_ref() {
            VaryRow::Relabel => Vary::Puzzle(Kind::Relabel),
            VaryRow::Full => Vary::Puzzle(Kind::Full),
            VaryRow::Draw => Vary::Draw,
        };
        if matches!(vary, Vary::Puzzle(_)) != is_sudoku {
            let why = "puzzles vary by \"relabel\" or \"full\", drawn values by \"draw\"";
            self.wrong(row.span(), why);
        } else if vary == Vary::Draw && cases.draw.is_none() {
            self.wrong(row.span(), "only drawn cases vary by \"draw\": give `draw = COUNT`");
        }
        Some(vary)
    }

    /// Puzzles: each must be of the size, and have one solution.
    fn puzzles(&mut self, row: &Spanned<ProgramCasesRow>, size: Size) -> ProgramCases {
        let (at, cases) = (row.span(), row.get_ref());
        let is_text = [
            cases.rows.is_some(),
            cases.values.is_some(),
            cases.template.is_some(),
            cases.compare.is_some(),
            cases.exact.is_some(),
            cases.tolerance.is_some(),
            cases.max_instructions.is_some(),
            cases.arguments.is_some(),
            cases.files.is_some(),
            cases.place.is_some(),
            cases.expect.is_some(),
            cases.status.is_some(),
        ];
        if is_text.contains(&true) {
            let why =
                "a program that solves puzzles needs `draw = COUNT` or `puzzles = [..]` as cases";
            self.wrong(at.clone(), why);
        }
        for text in cases.puzzles.iter().flatten() {
            if let Some(why) = wrong_puzzle(text.get_ref(), size) {
                self.wrong(text.span(), why);
            }
        }
        match (&cases.draw, &cases.puzzles) {
            (Some(count), None) => ProgramCases::DrawnPuzzles(self.count(count)),
            (None, Some(all)) => {
                let all = all.iter().map(|puzzle| puzzle.get_ref().clone());
                ProgramCases::Puzzles(all.collect())
            }
            _ => {
                let why = format!(
                    "`{}` needs one of: draw = COUNT, puzzles = [..]",
                    asmkit::plain_name(&cases.name)
                );
                self.wrong(at, why);
                ProgramCases::Puzzles(Vec::new())
            }
        }
    }

    fn count(&mut self, count: &Spanned<u32>) -> u32 {
        let number = *count.get_ref();
        if number == 0 || number > MOST_DRAWN {
            let why = format!("1 to {MOST_DRAWN} cases can be drawn, not {number}");
            self.wrong(count.span(), why);
        }
        number.min(MOST_DRAWN)
    }

    /// Cases of text, and the points that are given to rows.
    fn texts(
        &mut self,
        row: &Spanned<ProgramCasesRow>,
        context: &Context<'_>,
    ) -> (ProgramCases, Option<Points>) {
        let (at, cases) = (row.span(), row.get_ref());
        let none = (ProgramCases::Rows(Vec::new()), None);
        match (&cases.rows, &cases.draw) {
            (Some(rows), None) => {
                let of_drawn = [
                    cases.values.as_ref().map(|values| ("values", values.span())),
                    cases.template.as_ref().map(|template| ("template", template.span())),
                ];
                for (key, at) in of_drawn.into_iter().flatten() {
                    self.wrong(at, format!("`{key}` needs drawn cases: give `draw = COUNT`"));
                }
                if rows.get_ref().is_empty() {
                    self.wrong(rows.span(), "there are no rows: nothing would be tested");
                }
                let (all, points) = self.rows(rows.get_ref(), cases, context);
                (ProgramCases::Rows(all), points)
            }
            (None, Some(count)) => {
                let Some(names) = &cases.values else {
                    let why = "drawn cases need `values`, such as [\"int 0..1000\"]";
                    self.wrong(count.span(), why);
                    return none;
                };
                let values = self.values(names);
                let is_whole = values.len() == names.get_ref().len();
                let template = match &cases.template {
                    None => Template::lines(values.len()),
                    Some(text) => Template::read(text.get_ref(), &values).unwrap_or_else(|why| {
                        if is_whole {
                            self.wrong(text.span(), why);
                        }
                        Template::default()
                    }),
                };
                let empty = TextRow::default();
                let row = self.text(&empty, at, (cases, context), &values);
                let row = Box::new(ProgramCase { input: template, ..row });
                (ProgramCases::Drawn { count: self.count(count), values, row }, None)
            }
            _ => {
                let name = asmkit::plain_name(&cases.name);
                let why = format!(
                    "`{name}` needs one of: rows = [{{ input = \"..\", output = \"..\" }}], draw = COUNT with `values`"
                );
                self.wrong(at, why);
                none
            }
        }
    }

    fn values(&mut self, names: &Spanned<Vec<Spanned<String>>>) -> Vec<Argument> {
        let mut values = Vec::new();
        for name in names.get_ref() {
            let value = Argument::named(name.get_ref()).filter(values::is_printable);
            if value.is_none() {
                let why = format!(
                    "`{}` is not a value that can be drawn: there are `int LOW..HIGH`, `words COUNT LOW..HIGH` and `text MOST`",
                    super::plain(name)
                );
                self.wrong(name.span(), why);
            }
            values.extend(value);
        }
        if names.get_ref().is_empty() {
            self.wrong(names.span(), "`values` is empty: nothing would be drawn");
        }
        values
    }

    /// Rows, and the points that are given to them together.
    fn rows(
        &mut self,
        rows: &[Spanned<TextRow>],
        cases: &ProgramCasesRow,
        context: &Context<'_>,
    ) -> (Vec<ProgramCase>, Option<Points>) {
        let mut all = Vec::new();
        let with_points = rows.iter().filter(|row| row.get_ref().points.is_some()).count();
        let mut sum = None;
        for row in rows {
            let mut read = self.text(row.get_ref(), row.span(), (cases, context), &[]);
            if let Some(points) = &row.get_ref().points {
                let points = self.points_of(points).unwrap_or_default();
                read.weight = points.0;
                sum = Some(Points(sum.unwrap_or(Points(0)).0 + points.0));
            } else if with_points > 0 {
                let why = "this row has no points, but other rows have: give `points` to all rows or to none";
                self.wrong(row.span(), why);
            }
            all.push(read);
        }
        (all, sum)
    }

    fn points_of(&mut self, points: &Spanned<f64>) -> Option<Points> {
        let number = *points.get_ref();
        let is_right = (0.0..=10_000.0).contains(&number);
        if !is_right {
            let why = format!("points must be from 0 to 10000, not {number}");
            self.wrong(points.span(), why);
        }
        is_right.then(|| Points((number * 100.0).round() as u32))
    }

    /// One case, which takes from its group what it does not say.
    fn text(
        &mut self,
        row: &TextRow,
        at: Range<usize>,
        (group, context): (&ProgramCasesRow, &Context<'_>),
        values: &[Argument],
    ) -> ProgramCase {
        let own = CompareKeys {
            compare: group.compare.as_ref(),
            exact: group.exact.as_ref(),
            tolerance: group.tolerance.as_ref(),
        };
        let compare = self.compare(&own, &context.comparing);
        let input = self.one_of(("input", &row.input), ("input-file", &row.input_file));
        let expect = row.expect.as_ref().or(group.expect.as_ref());
        let expect = expect.map(|rows| self.expects(rows, context)).unwrap_or_default();
        let output = self.output(row, &at, compare.is_none(), expect.is_empty());
        let arguments = row.arguments.as_ref().or(group.arguments.as_ref());
        let arguments = arguments.map(|all| {
            let taken = context.target.arguments(all.get_ref());
            taken.unwrap_or_else(|why| {
                self.wrong(all.span(), why);
                Vec::new()
            })
        });
        let files = row.files.as_ref().or(group.files.as_ref());
        let place = row.place.as_ref().or(group.place.as_ref());
        let status = row.status.as_ref().or(group.status.as_ref());
        ProgramCase {
            line: self.line(&at),
            weight: 1,
            input: Template::plain(input.unwrap_or_default()),
            arguments: arguments.unwrap_or_default(),
            files: files.map(|files| self.program_files(files, context)).unwrap_or_default(),
            place: place.map(|rows| self.puts(rows, context, values)).unwrap_or_default(),
            output,
            compare: compare.unwrap_or_default(),
            status: status.map_or(Status::Any, |status| self.status(status)),
            expect,
            max_instructions: row.max_instructions.or(group.max_instructions),
        }
    }

    /// What a case must print: a text, a file's content, or what the reference prints; anything where
    /// only something else is expected.
    fn output(
        &mut self,
        row: &TextRow,
        at: &Range<usize>,
        is_pattern: bool,
        is_alone: bool,
    ) -> Output {
        let text = self.one_of(("output", &row.output), ("output-file", &row.output_file));
        match text {
            Some(text) if is_pattern => match compare::pattern(&String::from_utf8_lossy(&text)) {
                Ok(pattern) => Output::Pattern(pattern),
                Err(why) => {
                    let key = row.output.as_ref().or(row.output_file.as_ref());
                    self.wrong(key.map_or(at.clone(), Spanned::span), why);
                    Output::Any
                }
            },
            Some(text) => Output::Text(text),
            None if is_pattern => {
                let why = "a case that is compared by `regex` needs the pattern as its `output`";
                self.wrong(at.clone(), why);
                Output::Any
            }
            None if is_alone => Output::Reference,
            None => Output::Any,
        }
    }

    /// A text, or the content of a file.
    fn one_of(
        &mut self,
        (key, text): (&str, &Option<Spanned<String>>),
        (of_file, file): (&str, &Option<Spanned<String>>),
    ) -> Option<Vec<u8>> {
        match (text, file) {
            (Some(text), None) => Some(text.get_ref().clone().into_bytes()),
            (None, Some(file)) => Some(self.data(file.get_ref(), &file.span())),
            (None, None) => None,
            (Some(_), Some(file)) => {
                self.wrong(file.span(), format!("give the case `{key}` or `{of_file}`, not both"));
                None
            }
        }
    }

    fn status(&mut self, status: &Spanned<StatusRow>) -> Status {
        match status.get_ref() {
            StatusRow::Number(number) => Status::Is(*number),
            StatusRow::Word(word) if word == "reference" => Status::Reference,
            StatusRow::Word(_) => {
                let why = "`status` is a number, or \"reference\" for the reference's status";
                self.wrong(status.span(), why);
                Status::Any
            }
        }
    }
}

fn wrong_puzzle(text: &str, size: Size) -> Option<String> {
    let puzzle: Result<Puzzle, _> = text.parse();
    match puzzle {
        Err(why) => Some(why.to_string()),
        Ok(puzzle) if puzzle.size() != size => {
            Some(format!("it is not a {0}x{0} puzzle", size.side()))
        }
        Ok(puzzle) if !matches!(solve(&puzzle, 2), Outcome::One(_)) => {
            Some("it does not have exactly one solution".to_owned())
        }
        Ok(_) => None,
    }
}
