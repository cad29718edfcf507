//! One submission: its functions alone and together, and what they earn.

use std::borrow::Cow;
use std::collections::BTreeMap;

use asmkit::{FileId, Sources};
use machine::Stop;

use super::told::{advice, error, forbidden, misprinted, not_assembled, refusal, weigh, wrong};
use super::{Choice, NATURAL, Prepared, Ready, budget, entry, kinds, name_of};
use crate::assignment::Task;
use crate::cases::Case;
use crate::checks::{self, Check};
use crate::graded::{Covered, Function, Graded, Of, State, Weight};
use crate::link::{NotLinked, Parts, link, read};
use crate::output::{Compared, compare};
use crate::rig::{Fill, Rig};
use crate::run::{Call, End, Found, Ran, Spot, Way};

/// Runs of a function that did not end, after which the rest are not tried.
const MOST_ENDLESS: u32 = 3;

/// Cases of a function that are followed however long they take.
const FEWEST_FOLLOWED: usize = 2;

/// Instructions of a function's cases that are followed at most, besides those few.
const MOST_FOLLOWED_INSTRS: u64 = 2_000_000;

/// Instructions of a run that does not end which are followed.
const MOST_EXPLAINED_INSTRS: u64 = 300_000;

/// A submission while it is graded.
pub(super) struct Grading<'p> {
    prepared: &'p Prepared,
    /// The cases, which may be this submission's own.
    ready: Cow<'p, [Ready]>,
    parts: Parts,
    /// The submission, for messages.
    sources: Sources,
    file: &'p str,
    choice: &'p Choice,
    covered: BTreeMap<u32, u64>,
}

/// What became of a function by itself.
struct Alone {
    state: State,
    /// By case; none where it was not run.
    right: Vec<Option<bool>>,
    found: Found,
    is_clean: bool,
    /// Whether it calls functions of others, or uses names of other parts.
    calls_others: bool,
}

/// How a function did together with the student's others.
struct Together<'w> {
    /// By case; nothing where it was not run.
    right: Vec<Option<bool>>,
    /// Whether all together do not assemble.
    refused: bool,
    /// Names of functions that are not right by themselves.
    wrong: &'w [String],
}

impl<'p> Grading<'p> {
    pub(super) fn new(
        prepared: &'p Prepared,
        file: &'p str,
        text: &str,
        choice: &'p Choice,
    ) -> Self {
        let parts = Parts::of(text, &prepared.assignment);
        let mut sources = Sources::new();
        sources.add(file, parts.text.as_bytes());
        let ready = prepared.ready_of(&parts.text);
        Grading { prepared, ready, parts, sources, file, choice, covered: BTreeMap::new() }
    }

    pub(super) fn grade(mut self, graded: &mut Graded) {
        let assignment = &self.prepared.assignment;
        let mut whole = Found::default();
        self.look_at_separators(&mut whole);
        let tasks = assignment.tasks();
        let alone: Vec<Alone> = (0..tasks.len()).map(|number| self.alone(number)).collect();
        let together: Vec<usize> =
            (0..tasks.len()).filter(|&number| alone[number].state == State::Attempted).collect();
        let calling: Vec<usize> =
            together.iter().copied().filter(|&number| alone[number].calls_others).collect();
        let is_all = self.choice.case.is_none() && self.choice.suspect.is_none();
        let integrated = is_all.then(|| self.together(&together, &calling));
        let refused = match &integrated {
            Some(Err(refused)) => {
                let before = "your functions do not assemble together: ";
                refusal(refused, &checks::TOGETHER, before, &mut whole);
                true
            }
            _ => false,
        };
        let mut integrated = integrated.and_then(Result::ok);
        let is_wrong = |&number: &usize| {
            let (task, ready) = (&tasks[number], &self.ready[number]);
            share(task, ready, &alone[number].right) < 1.0
        };
        let wrong = together.iter().copied().filter(is_wrong);
        let wrong: Vec<String> =
            wrong.map(|number| format!("`{}`", tasks[number].contract.name)).collect();
        for (number, alone) in alone.into_iter().enumerate() {
            // Who calls nobody does together with others what it does alone.
            let is_alone = alone.state == State::Attempted && !alone.calls_others;
            let together = integrated.as_mut().and_then(|all| match all.remove(&number) {
                None => is_alone.then(|| alone.right.clone()),
                found => found,
            });
            let together = Together { right: together.unwrap_or_default(), refused, wrong: &wrong };
            graded.functions.push(self.function(number, alone, &together));
        }
        if graded.functions.iter().all(|function| function.state == State::Missing) {
            graded.functions.iter_mut().for_each(|function| function.findings.clear());
            let names: Vec<String> =
                tasks.iter().map(|task| format!("`{}`", task.contract.name)).collect();
            let message = format!("there are no labels {}: is this the file?", names.join(", "));
            whole = Found::default();
            whole.add(error(&checks::MISSING, message), None, false);
        }
        graded.findings = whole.findings(self.file, &self.sources, FileId(0));
        let covered = self.covered.into_iter();
        graded.coverage = covered.map(|(line, times)| Covered { line, times }).collect();
    }

    fn look_at_separators(&self, found: &mut Found) {
        let (wanted, there) = self.parts.separators;
        if there < wanted {
            let message = format!(
                "{there} of {wanted} separator lines are there: functions are told by their labels"
            );
            found.add(advice(&checks::SEPARATORS, message), None, false);
        }
        for &number in &self.parts.misplaced {
            let name = &self.prepared.assignment.tasks()[number].contract.name;
            let message = format!("`{name}` does not lie above its own separator line");
            found.add(advice(&checks::SEPARATORS, message), None, false);
        }
    }

    /// Whether the student has written anything for a function.
    fn is_attempted(&self, number: usize) -> bool {
        let (assignment, scaffold) = (&self.prepared.assignment, &self.prepared.scaffold);
        let written = |parts: &Parts| {
            let text = parts.part(number)?;
            let all = read(&text, assignment);
            let words =
                all.iter().map(|s| s.words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
            Some(words.filter(|words| !words.is_empty()).collect::<Vec<_>>())
        };
        let theirs = written(&self.parts);
        theirs != written(scaffold) && theirs.is_some_and(|statements| !statements.is_empty())
    }

    /// A function, and all others that can be run together with it.
    pub(super) fn together_with(&self, function: usize) -> Vec<usize> {
        let (assignment, reference) = (&self.prepared.assignment, &self.prepared.reference);
        let can_run =
            |number: usize| link(assignment, reference, &self.parts, self.file, &[number]).is_ok();
        let is_there =
            |&number: &usize| number == function || self.is_attempted(number) && can_run(number);
        (0..assignment.tasks().len()).filter(is_there).collect()
    }

    fn alone(&mut self, number: usize) -> Alone {
        let prepared = self.prepared;
        let (assignment, ready) = (&prepared.assignment, &self.ready[number]);
        let task = &assignment.tasks()[number];
        let name = task.contract.name.as_str();
        let mut alone = Alone {
            state: State::Attempted,
            right: vec![None; ready.cases.len()],
            found: Found::default(),
            is_clean: true,
            calls_others: false,
        };
        if !self.choice.has_function(name) {
            alone.state = State::NotAttempted;
            return alone;
        }
        if self.parts.functions[number].is_none() {
            alone.state = State::Missing;
            let message = format!("there is no label `{name}`");
            alone.found.add(error(&checks::MISSING, message), None, false);
            return alone;
        }
        if !self.is_attempted(number) {
            alone.state = State::NotAttempted;
            return alone;
        }
        let linked = match link(assignment, &prepared.reference, &self.parts, self.file, &[number])
        {
            Ok(linked) => linked,
            Err(refused) => {
                alone.state = State::NotAssembled;
                not_assembled(&refused, &mut alone.found);
                return alone;
            }
        };
        self.forbidden(number, &mut alone);
        if !linked.along.is_empty() {
            alone.calls_others = true;
            let message = format!("`{name}` uses names that another part defines");
            alone.found.add(advice(&checks::HELPERS, message), None, false);
        }
        let rig = Rig::new(assignment, linked, &prepared.others);
        let entry = rig.as_ref().ok().and_then(|rig| entry(rig, name));
        let (Ok(mut rig), Some(entry)) = (rig, entry) else {
            alone.state = State::Missing;
            let message = format!("`{name}` has no instructions");
            alone.found.add(error(&checks::MISSING, message), None, false);
            return alone;
        };
        self.run_cases(number, &mut rig, entry, &mut alone);
        for (line, times) in rig.into_coverage() {
            *self.covered.entry(line).or_default() += times;
        }
        alone
    }

    /// Finds instructions that the assignment does not allow.
    fn forbidden(&self, number: usize, alone: &mut Alone) {
        let assignment = &self.prepared.assignment;
        let (Some(text), Some(range)) = (self.parts.part(number), &self.parts.functions[number])
        else {
            return;
        };
        for spot in forbidden(assignment, &text, range.start) {
            alone.found.add(spot, None, false);
            alone.is_clean = false;
        }
    }

    fn run_cases(&self, number: usize, rig: &mut Rig<'_>, entry: u64, alone: &mut Alone) {
        let prepared = self.prepared;
        let (assignment, ready) = (&prepared.assignment, &self.ready[number]);
        let task = &assignment.tasks()[number];
        let (mut endless, mut followed, mut printed) = (0, 0, None);
        let seeds = assignment.garbage();
        for (at, (case, expected)) in ready.cases.iter().zip(&ready.expected).enumerate() {
            if !self.choice.has(&task.contract.name, case) {
                continue;
            }
            if self.choice.suspect.is_some() && alone.found.has_errors() {
                break;
            }
            if endless >= MOST_ENDLESS {
                alone.right[at] = Some(false);
                continue;
            }
            let is_hidden = prepared.is_hidden(task.groups[case.group].hidden_until.as_deref());
            let id = name_of(&task.contract.name, case);
            let budget = budget(task, expected);
            let call = Call {
                assignment,
                contract: &task.contract,
                entry,
                case,
                number: at as u64,
                budget,
            };
            let natural = rig.call(&call, NATURAL);
            let is_right = natural.agrees(expected);
            alone.right[at] = Some(is_right);
            let mut spots = Vec::new();
            let mut others = Vec::new();
            let is_endless = natural.end == End::Stopped(Stop::Budget);
            let is_followed = at < FEWEST_FOLLOWED || followed < MOST_FOLLOWED_INSTRS || !is_right;
            let hostile = |seed| Way { fill: Fill::Garbage(seed), is_hostile: true };
            if is_followed {
                // What does not end is followed for a while, to say what is wrong with it.
                let budget = if is_endless { budget.min(MOST_EXPLAINED_INSTRS) } else { budget };
                let (ran, found) = rig.call_followed(&Call { budget, ..call }, seeds[0]);
                followed += ran.instructions;
                alone.calls_others |= ran.calls_others;
                spots = found;
                others.push(ran);
            } else {
                others.push(rig.call(&call, hostile(seeds[0])));
            }
            // Alone and without a finding, it was followed through all it does.
            let is_told =
                is_followed && spots.is_empty() && !others.iter().any(|ran| ran.calls_others);
            if !is_endless && !is_told {
                others.push(rig.call(&call, hostile(seeds[1])));
            }
            let ends_not = others.iter().any(|ran| ran.end == End::Stopped(Stop::Budget));
            endless += u32::from(is_endless || ends_not);
            let costs = weigh(&mut spots, is_right, &natural, &others);
            let explained = spots.len();
            let is_outside = natural.is_outside || others.iter().any(|ran| ran.is_outside);
            let is_nothing = |spots: &[Spot]| spots.iter().all(|s| s.weight == Weight::Advice);
            if is_nothing(&spots) && is_outside {
                let message =
                    "memory around what the function was given is not as before".to_owned();
                spots.push(error(&checks::OUTSIDE, message));
            }
            if let Some((name, ..)) =
                others.iter().flat_map(|ran| &ran.lost).next().filter(|_| is_nothing(&spots))
            {
                let message = format!(
                    "`{}` returns with another value in `{name}` than it was called with",
                    task.contract.name
                );
                spots
                    .push(Spot { about: (*name).to_owned(), ..error(&checks::PRESERVED, message) });
            }
            self.check_constants(task, &natural, &mut spots);
            let depends = is_right && others.iter().any(|ran| !ran.agrees(expected));
            if depends && spots.is_empty() {
                let message = format!(
                    "`{}` is right with zeros in the registers and on the stack, and wrong with other values there",
                    task.contract.name
                );
                spots.push(error(&checks::GARBAGE, message));
            }
            alone.is_clean &= !costs && spots.len() == explained;
            let mut told: Vec<(&Check, Option<u32>, String)> = Vec::new();
            for spot in spots {
                let key = (spot.check, spot.line, spot.about.clone());
                if told.contains(&key) {
                    continue;
                }
                told.push(key);
                alone.found.add(spot, Some(&id), is_hidden);
            }
            if !natural.does_as(expected) {
                alone.found.add(wrong(task, case, &natural, expected, rig), Some(&id), is_hidden);
            }
            if let Some(mut spot) = misprinted(task, case, &natural, expected) {
                // Which line printed the first wrong byte is looked for once.
                if let Compared::Different(byte) = compare(&expected.output, &natural.output) {
                    spot.line = *printed.get_or_insert_with(|| rig.printed_in(&call, byte));
                }
                alone.found.add(spot, Some(&id), is_hidden);
            }
        }
        // Which line changed what was to stay is looked for once, when it is known what is told.
        alone.found.say_more(|spot, id| {
            let wanted = |case: &&Case| name_of(&task.contract.name, case) == id;
            let at = ready.cases.iter().position(|case| wanted(&case))?;
            let (case, number) = (&ready.cases[at], at as u64);
            let budget = budget(task, &ready.expected[at]);
            let contract = &task.contract;
            let call = Call { assignment, contract, entry, case, number, budget };
            let is_kept = contract.registers.preserved.contains(&spot.about.as_str());
            let is_about = spot.check == &checks::PRESERVED && is_kept;
            let line = is_about.then(|| rig.changed_in(&call, seeds[0], &spot.about))??;
            Some(format!("line {line} was the last to change it"))
        });
    }

    /// Memory that was to be read only.
    fn check_constants(&self, task: &Task, ran: &Ran, spots: &mut Vec<Spot>) {
        if !ran.returned() {
            return;
        }
        for argument in 0..ran.memory.len() {
            let is_kept = !task.contract.writes.contains(&argument);
            if is_kept && ran.memory[argument].is_changed {
                let noun = task.contract.arguments[argument].noun();
                let message = format!(
                    "`{}` changes the {noun} it was given, which must stay as it is",
                    task.contract.name
                );
                let spot = Spot { about: noun.to_owned(), ..error(&checks::CONSTANT, message) };
                spots.push(spot);
            }
        }
    }

    /// Cases of some functions that are right when all of the student's run together, by function.
    ///
    /// # Errors
    /// Why the student's functions are no program together.
    fn together(
        &mut self,
        numbers: &[usize],
        wanted: &[usize],
    ) -> Result<BTreeMap<usize, Vec<Option<bool>>>, NotLinked> {
        let prepared = self.prepared;
        let assignment = &prepared.assignment;
        let mut all = BTreeMap::new();
        let linked = link(assignment, &prepared.reference, &self.parts, self.file, numbers)?;
        let Ok(mut rig) = Rig::new(assignment, linked, &prepared.others) else { return Ok(all) };
        for &number in wanted {
            let (task, ready) = (&assignment.tasks()[number], &self.ready[number]);
            let Some(entry) = entry(&rig, &task.contract.name) else { continue };
            let mut endless = 0;
            let cases = ready.cases.iter().zip(&ready.expected).zip(0..);
            let right = cases.map(|((case, expected), at)| {
                if endless >= MOST_ENDLESS {
                    return Some(false);
                }
                let budget = budget(task, expected);
                let ran = rig.call(
                    &Call { assignment, contract: &task.contract, entry, case, number: at, budget },
                    NATURAL,
                );
                rig.restore();
                endless += u32::from(ran.end == End::Stopped(Stop::Budget));
                Some(ran.agrees(expected))
            });
            all.insert(number, right.collect());
        }
        Ok(all)
    }

    fn function(&self, number: usize, mut alone: Alone, with_others: &Together<'_>) -> Function {
        let together = &with_others.right;
        let prepared = self.prepared;
        let (task, ready) = (&prepared.assignment.tasks()[number], &self.ready[number]);
        let share = |right: &[Option<bool>]| share(task, ready, right);
        let results = share(&alone.right);
        let integration = if together.is_empty() { 0.0 } else { share(together) };
        let does_something = results > 0.0;
        let is_clean = alone.is_clean && does_something;
        let count =
            |right: &[Option<bool>]| right.iter().filter(|right| **right == Some(true)).count();
        if results >= 1.0 && integration < 1.0 && !together.is_empty() {
            let first = ready.cases.iter().zip(together).find(|(_, right)| **right == Some(false));
            let is_hidden =
                |case: &Case| prepared.is_hidden(task.groups[case.group].hidden_until.as_deref());
            let message = format!(
                "`{}` is right by itself, and wrong together with your other functions",
                task.contract.name
            );
            let id = first.map(|(case, _)| name_of(&task.contract.name, case));
            let hidden = first.is_some_and(|(case, _)| is_hidden(case));
            let wrong = with_others.wrong.join(" and ");
            let note = format!("{wrong} by itself is not right: begin there");
            let notes = (!wrong.is_empty()).then_some(note).into_iter().collect();
            let spot = Spot { notes, ..error(&checks::TOGETHER, message) };
            alone.found.add(spot, id.as_deref(), hidden);
        }
        let total = ready.cases.len();
        let kinds = kinds(task, |of| match (alone.state, of) {
            (State::NotAttempted, _) => (0.0, "not attempted".to_owned()),
            (State::NotAssembled, _) => (0.0, "does not assemble".to_owned()),
            (State::Missing, _) => (0.0, "there is no such label".to_owned()),
            (State::Attempted, Of::Results) => {
                (results, format!("{} of {total} cases right", count(&alone.right)))
            }
            (State::Attempted, Of::Convention) if is_clean => (1.0, "kept".to_owned()),
            (State::Attempted, Of::Convention) if does_something => (0.0, "broken".to_owned()),
            (State::Attempted, Of::Convention) => {
                (0.0, "not judged while nothing is earned for results".to_owned())
            }
            // Functions have no decisions: a file that says so is refused.
            (State::Attempted, Of::Integration) if with_others.refused => {
                (0.0, "your functions do not assemble together".to_owned())
            }
            (State::Attempted, Of::Integration | Of::Decisions) => (
                integration,
                format!(
                    "{} of {total} cases right together with your other functions",
                    count(together)
                ),
            ),
        });
        let groups = prepared.groups(task, |group| {
            let in_group =
                ready.cases.iter().zip(&alone.right).filter(|(case, _)| case.group == group);
            let right = in_group.clone().filter(|(_, right)| **right == Some(true)).count();
            (right as u32, in_group.count() as u32)
        });
        let mut findings = alone.found.findings(self.file, &self.sources, FileId(0));
        for finding in findings.iter_mut().filter(|finding| !finding.hidden) {
            let again =
                |case: &String| format!("{} --trace", prepared.assignment.again(self.file, case));
            finding.replay = finding.case.as_ref().map(again);
        }
        let line = self.parts.labels[number].map(|line| line as u32 + 1);
        let name = task.contract.name.clone();
        Function { name, line, state: alone.state, kinds, groups, findings }
    }
}

/// What share of the points right cases earn: by groups, and nothing for what doing nothing passes.
fn share(task: &Task, ready: &Ready, right: &[Option<bool>]) -> f64 {
    let mut earned = 0.0;
    let shares: u32 = task.groups.iter().map(|group| group.share).sum();
    for (number, group) in task.groups.iter().enumerate() {
        let mut counts = [[0u32; 2]; 2];
        for ((case, right), &free) in ready.cases.iter().zip(right).zip(&ready.free) {
            if case.group == number {
                counts[usize::from(free)][0] += 1;
                counts[usize::from(free)][1] += u32::from(*right == Some(true));
            }
        }
        let part =
            |[all, right]: [u32; 2]| if all == 0 { 1.0 } else { f64::from(right) / f64::from(all) };
        let is_all_free = counts[0][0] == 0;
        let part = if is_all_free { 0.0 } else { part(counts[0]) * part(counts[1]) };
        earned += part * f64::from(group.share);
    }
    // A group that nothing can be earned in is nobody's loss.
    let idle = task.groups.iter().enumerate().filter(|(number, _)| {
        let mut of_group =
            ready.cases.iter().zip(&ready.free).filter(|(case, _)| case.group == *number);
        of_group.all(|(_, &free)| free)
    });
    let idle: u32 = idle.map(|(_, group)| group.share).sum();
    let shares = shares.saturating_sub(idle);
    if shares == 0 { 0.0 } else { (earned / f64::from(shares)).min(1.0) }
}
