//! Likeness of submissions: pairs whose functions compute the same of the same.
//!
//! A function is read as what it computes (module `graph`), which has no registers, labels, comments, frames or order
//! of independent lines, and gives fingerprints (module `prints`) that weigh more the fewer submissions have them. Two
//! functions are as alike as their shared weight is to their total weight. The threshold of likeness follows from the
//! reference (module `threshold`), which is like a submission only because it does the same.

mod code;
mod graph;
mod lines;
mod prints;
mod threshold;
mod values;

use std::collections::BTreeMap;

use lanes::compare::statistics::median;
use rayon::iter::{IntoParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};

use crate::class::Submission;
use crate::grade::PreparedAssignment;
use code::SubmissionCode;
use prints::Prints;

pub use code::SkipReason;
pub use lines::AlignedLines;

/// Pairs of a class that are alike.
#[derive(Debug)]
pub struct Similar {
    /// Submissions that were compared.
    pub compared: usize,
    /// Submissions that were not, by their numbers, with the reason.
    pub left: Vec<(usize, SkipReason)>,
    /// From which likeness on a pair is listed: of the whole, and of each function.
    pub thresholds: Vec<Threshold>,
    /// The pairs, most alike first.
    pub pairs: Vec<Pair>,
}

/// Likeness from which pairs are listed.
#[derive(Debug, Clone)]
pub struct Threshold {
    /// The function; none for the submission as a whole.
    pub function: Option<String>,
    /// Median likeness of the class to the reference.
    pub usual: f64,
    /// The likeness; none if no likeness is significant.
    pub from: Option<f64>,
}

/// Two submissions that are alike.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The submissions, by their numbers.
    pub submissions: [usize; 2],
    /// Likeness as a whole, from 0 to 1.
    pub likeness: f64,
    /// Functions both have, in the assignment's order.
    pub functions: Vec<Alike>,
}

/// A function of two submissions.
#[derive(Debug, Clone)]
pub struct Alike {
    /// Its name.
    pub function: String,
    /// Likeness, from 0 to 1.
    pub likeness: f64,
    /// The weight of what both have, in bits.
    pub shared: f64,
    /// Whether it is above its own threshold.
    pub is_listed: bool,
}

/// A submission, prepared for comparison.
#[derive(Debug, Clone)]
struct Member {
    /// Fingerprints by function.
    functions: Vec<Prints>,
}

/// A class, prepared for comparison: the reference first.
#[derive(Debug)]
pub struct ComparedClass {
    names: Vec<String>,
    members: Vec<Member>,
    /// Numbers of the submissions that are compared.
    numbers: Vec<usize>,
    left: Vec<(usize, SkipReason)>,
    texts: Vec<String>,
    /// By function, how much a fingerprint weighs.
    weights: Vec<BTreeMap<u64, f64>>,
}

impl ComparedClass {
    /// Reads all submissions.
    #[must_use]
    pub fn read(prepared: &PreparedAssignment, submissions: &[Submission]) -> ComparedClass {
        let scaffold = member(prepared, &prepared.assignment.scaffold, None).ok();
        let read = |submission: &Submission| {
            let bytes = submission.bytes().map_err(|_| SkipReason::Unreadable)?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let member = member(prepared, &text, scaffold.as_ref())?;
            let is_empty = member.functions.iter().all(|prints| prints.all.is_empty());
            if is_empty { Err(SkipReason::Nothing) } else { Ok((member, text)) }
        };
        let read: Vec<Result<(Member, String), SkipReason>> =
            submissions.par_iter().map(read).collect();
        let reference = member(prepared, &prepared.assignment.reference, scaffold.as_ref());
        let mut class = ComparedClass {
            names: names(prepared),
            members: reference.into_iter().collect(),
            numbers: Vec::new(),
            left: Vec::new(),
            texts: Vec::new(),
            weights: Vec::new(),
        };
        for (number, read) in read.into_iter().enumerate() {
            match read {
                Ok((member, text)) => {
                    class.members.push(member);
                    class.texts.push(text);
                    class.numbers.push(number);
                }
                Err(why) => class.left.push((number, why)),
            }
        }
        class.weights = (0..class.names.len()).map(|at| weights(&class.members, at)).collect();
        class
    }

    /// Compares all with all; `from` is the likeness as a whole from which a pair is listed, where the caller
    /// chooses it.
    #[must_use]
    pub fn compare(&self, from: Option<f64>) -> Similar {
        let parts: Vec<FunctionComparison> =
            (0..self.names.len()).map(|at| self.part(at)).collect();
        let (first, count) = (self.members.len() - self.numbers.len(), self.members.len());
        let mut all = threshold(|a, b| whole(&parts, a, b), first, count, false);
        all.from = from.or(all.from);
        let mut thresholds = vec![all];
        for (name, part) in self.names.iter().zip(&parts).filter(|_| parts.len() > 1) {
            let found = threshold(|a, b| part.likeness(a, b), first, count, true);
            thresholds.push(Threshold { function: Some(name.clone()), ..found });
        }
        let mut pairs = Vec::new();
        for a in first..count {
            for b in a + 1..count {
                pairs.extend(self.pair(&parts, &thresholds, first, [a, b]));
            }
        }
        let most = |pair: &Pair| {
            let listed = pair.functions.iter().filter(|alike| alike.is_listed);
            listed.map(|alike| alike.likeness).fold(pair.likeness, f64::max)
        };
        pairs.sort_by(|a, b| most(b).total_cmp(&most(a)).then(a.submissions.cmp(&b.submissions)));
        Similar { compared: self.numbers.len(), left: self.left.clone(), thresholds, pairs }
    }

    fn pair(
        &self,
        parts: &[FunctionComparison],
        thresholds: &[Threshold],
        first: usize,
        [a, b]: [usize; 2],
    ) -> Option<Pair> {
        let is_above = |number: usize, likeness: f64| {
            let from = thresholds.get(number).and_then(|threshold| threshold.from);
            from.is_some_and(|from| likeness >= from)
        };
        let likeness = whole(parts, a, b);
        let is_whole = is_above(0, likeness);
        let alike =
            |(at, part): (usize, &FunctionComparison)| is_above(at + 1, part.likeness(a, b));
        if !is_whole && !parts.iter().enumerate().any(alike) {
            return None;
        }
        let functions = self.names.iter().zip(parts).enumerate();
        let functions = functions.map(|(at, (name, part))| Alike {
            function: name.clone(),
            likeness: part.likeness(a, b),
            shared: part.shared[a.max(b)][a.min(b)],
            is_listed: is_above(at + 1, part.likeness(a, b)),
        });
        let numbers = [a, b].map(|member| self.numbers[member - first]);
        Some(Pair { submissions: numbers, likeness, functions: functions.collect() })
    }

    /// The lines of a function of a pair, by their number among its functions.
    #[must_use]
    pub fn aligned(&self, pair: &Pair, function: usize) -> Vec<AlignedLines> {
        let first = self.members.len() - self.numbers.len();
        let found = pair.submissions.map(|number| self.numbers.binary_search(&number).ok());
        let [Some(a), Some(b)] = found else { return Vec::new() };
        let prints = [a, b].map(|at| self.members[at + first].functions.get(function));
        let [Some(one), Some(other)] = prints else { return Vec::new() };
        lines::aligned([one, other], [&self.texts[a], &self.texts[b]])
    }

    fn part(&self, at: usize) -> FunctionComparison {
        let weights = &self.weights[at];
        let prints = |member: &Member| member.functions[at].all.clone();
        let all: Vec<Vec<u64>> = self.members.iter().map(prints).collect();
        let weight = |print: &u64| weights.get(print).copied().unwrap_or(0.0);
        let totals = all.iter().map(|prints| prints.iter().map(weight).sum()).collect::<Vec<f64>>();
        let usual = median(&totals).unwrap_or(0.0);
        FunctionComparison { shared: shared(&all, weights), totals, usual }
    }
}

/// The functions' names; a program has one.
fn names(prepared: &PreparedAssignment) -> Vec<String> {
    let tasks = prepared.assignment.tasks();
    if tasks.is_empty() {
        return vec!["program".to_owned()];
    }
    tasks.iter().map(|task| task.contract.name.clone()).collect()
}

/// A text, prepared for comparison, without the scaffold's code.
fn member(
    prepared: &PreparedAssignment,
    text: &str,
    scaffold: Option<&Member>,
) -> Result<Member, SkipReason> {
    let code = SubmissionCode::of(prepared, text)?;
    let entries = names(prepared).into_iter().map(|name| {
        let named = code.entries.iter().find(|(_, known)| **known == name);
        let own = named.map(|(&address, _)| address).filter(|at| code.rows.contains_key(at));
        if prepared.assignment.tasks().is_empty() { Some(code.start) } else { own }
    });
    let prints = entries.enumerate().map(|(at, entry)| {
        let Some(entry) = entry else { return Prints::default() };
        let prints = Prints::of(&code, &graph::graph(&code, entry));
        match scaffold.map(|scaffold| &scaffold.functions[at]) {
            Some(scaffold) => prints.without(scaffold),
            None => prints,
        }
    });
    Ok(Member { functions: prints.collect() })
}

/// Weight of each fingerprint: the bits of knowing that a member has it.
fn weights(members: &[Member], at: usize) -> BTreeMap<u64, f64> {
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    for member in members {
        for &print in &member.functions[at].all {
            *counts.entry(print).or_default() += 1;
        }
    }
    let all = members.len() as f64 + 1.0;
    counts.into_iter().map(|(print, count)| (print, (all / f64::from(count)).log2())).collect()
}

/// A function of all members, compared.
#[derive(Debug)]
struct FunctionComparison {
    /// The weight that two share, as a triangle.
    shared: Vec<Vec<f64>>,
    /// The weight that each has.
    totals: Vec<f64>,
    /// The weight that half of them do not reach.
    usual: f64,
}

impl FunctionComparison {
    /// The share of their weight that two have both.
    fn likeness(&self, a: usize, b: usize) -> f64 {
        let (low, high) = (a.min(b), a.max(b));
        let total = self.totals[a] + self.totals[b];
        if total > 0.0 { 2.0 * self.shared[high][low] / total } else { 0.0 }
    }
}

/// Likeness of two as a whole: the mean of their functions, each weighted by its usual weight.
fn whole(parts: &[FunctionComparison], a: usize, b: usize) -> f64 {
    let (mut alike, mut all) = (0.0, 0.0);
    for part in parts.iter().filter(|part| part.totals[a] + part.totals[b] > 0.0) {
        let usual = part.usual;
        alike += usual * part.likeness(a, b);
        all += usual;
    }
    if all > 0.0 { alike / all } else { 0.0 }
}

/// A threshold that follows from how alike members are.
fn threshold(
    likeness: impl Fn(usize, usize) -> f64,
    first: usize,
    members: usize,
    is_part: bool,
) -> Threshold {
    let row = |at: usize| -> Vec<f64> {
        let others = (first..members).filter(|&other| other != at);
        others.map(|other| likeness(at, other)).collect()
    };
    let rows: Vec<Vec<f64>> = (0..members).map(row).collect();
    let found = threshold::of(&rows, members - first, is_part);
    Threshold { function: None, usual: found.usual, from: found.from }
}

/// The weight that any two share, found by an index of who has what.
fn shared(all: &[Vec<u64>], weights: &BTreeMap<u64, f64>) -> Vec<Vec<f64>> {
    let mut who: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
    for (number, prints) in (0..).zip(all) {
        for &print in prints {
            who.entry(print).or_default().push(number);
        }
    }
    let row = |number: usize| {
        let mut row = vec![0.0; number];
        for print in &all[number] {
            let weight = weights.get(print).copied().unwrap_or(0.0);
            let others = who[print].iter().map(|&other| other as usize);
            others.take_while(|&other| other < number).for_each(|other| row[other] += weight);
        }
        row
    };
    (0..all.len()).into_par_iter().map(row).collect()
}
