//! Commands for breakpoints and watchpoints.

use machine::Machine as _;
use targets::diagnose;

use super::{Arguments, CommandDebugger, CommandResult, Next};
use crate::engine::{Point, Trigger};

impl CommandDebugger<'_, '_> {
    /// `break PLACE if CONDITION`.
    pub(super) fn set_break(&mut self, arguments: Arguments<'_>) -> CommandResult {
        self.new_break(arguments.rest, false)
    }

    pub(super) fn set_temporary(&mut self, arguments: Arguments<'_>) -> CommandResult {
        self.new_break(arguments.rest, true)
    }

    fn new_break(&mut self, text: &str, is_temporary: bool) -> CommandResult {
        let (place, condition) = conditional(text);
        let point = self.drive.set_break(place, condition)?;
        point.is_temporary = is_temporary;
        let number = point.number;
        let address = self.drive.place(place)?;
        let run = &self.drive.run;
        let at = diagnose::place(run.program.image, address, run.machine().spec());
        let what = if is_temporary { "temporary breakpoint" } else { "breakpoint" };
        self.console.say(&format!("{what} {number} at {at}"));
        Ok(Next::Go)
    }

    /// `watch EXPRESSION`.
    pub(super) fn watch(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let (text, condition) = conditional(arguments.rest);
        let text = text.strip_prefix("-l ").unwrap_or(text).trim();
        let point = self.drive.set_watch(text, condition)?;
        let is_slow = point.kind == Trigger::Expression;
        let slow = if is_slow { ", checked after every instruction" } else { "" };
        let said = format!("watchpoint {}: {}{slow}", point.number, asmkit::plain_name(text));
        self.console.say(&said);
        Ok(Next::Go)
    }

    /// `delete`: all, or those with these numbers or at these places.
    pub(super) fn delete(&mut self, arguments: Arguments<'_>) -> CommandResult {
        if let Some(numbers) = arguments.rest.strip_prefix("display") {
            return self.undisplay(Arguments { rest: numbers.trim(), ..arguments });
        }
        let rest = arguments.rest.strip_prefix("breakpoints").unwrap_or(arguments.rest).trim();
        let deleted = match rest {
            "" | "all" | "all breakpoints" => self.drive.points.delete(|_| true),
            _ => {
                let chosen = self.chosen(rest)?;
                self.drive.points.delete(|point| chosen.contains(&point.number))
            }
        };
        self.console.say(&match deleted {
            1 => "1 breakpoint deleted".to_owned(),
            _ => format!("{deleted} breakpoints deleted"),
        });
        Ok(Next::Go)
    }

    pub(super) fn enable(&mut self, arguments: Arguments<'_>) -> CommandResult {
        self.switch(arguments.rest, true)
    }

    pub(super) fn disable(&mut self, arguments: Arguments<'_>) -> CommandResult {
        self.switch(arguments.rest, false)
    }

    fn switch(&mut self, text: &str, is_enabled: bool) -> CommandResult {
        let text = text.strip_prefix("breakpoints").unwrap_or(text).trim();
        let chosen = match text {
            "" => self.drive.points.iter().map(|point| point.number).collect(),
            text => self.chosen(text)?,
        };
        for point in self.drive.points.iter_mut() {
            if chosen.contains(&point.number) {
                point.is_enabled = is_enabled;
            }
        }
        self.list_points();
        Ok(Next::Go)
    }

    /// Numbers of breakpoints, also given by place.
    fn chosen(&self, text: &str) -> Result<Vec<u32>, String> {
        let mut chosen = Vec::new();
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            let points = || self.drive.points.iter();
            if let Ok(number) = word.parse::<u32>() {
                let found = points().find(|point| point.number == number);
                let missing = || format!("there is no breakpoint {number}");
                chosen.push(found.ok_or_else(missing)?.number);
                continue;
            }
            let address = self.drive.place(word)?;
            let here = points().filter(|point| point.kind == Trigger::Break(address));
            let here: Vec<u32> = here.map(|point| point.number).collect();
            if here.is_empty() {
                return Err(format!("there is no breakpoint at `{}`", asmkit::plain_name(word)));
            }
            chosen.extend(here);
        }
        Ok(chosen)
    }

    /// `condition NUMBER EXPRESSION`; without an expression it always stops.
    pub(super) fn condition(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let (number, condition) = arguments.rest.split_once(' ').unwrap_or((arguments.rest, ""));
        let condition = Some(condition.trim()).filter(|condition| !condition.is_empty());
        let condition = condition.map(|text| text.strip_prefix("if ").unwrap_or(text));
        self.drive.check_condition(condition)?;
        self.point(number)?.condition = condition.map(str::to_owned);
        self.list_points();
        Ok(Next::Go)
    }

    /// `ignore NUMBER COUNT`.
    pub(super) fn ignore(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let (number, count) = arguments.rest.split_once(' ').unwrap_or((arguments.rest, ""));
        let count = count.trim().parse::<u64>();
        let count = count.map_err(|_| "give a count, such as `ignore 1 5`".to_owned())?;
        self.point(number)?.ignore = count;
        self.list_points();
        Ok(Next::Go)
    }

    fn point(&mut self, number: &str) -> Result<&mut Point, String> {
        let found = number.parse().ok().and_then(|number| self.drive.points.get(number));
        found.ok_or_else(|| {
            format!(
                "`{}` is not a breakpoint number; `info breakpoints` lists them",
                asmkit::plain_name(number)
            )
        })
    }

    /// `info breakpoints`.
    pub(super) fn list_points(&mut self) {
        let run = &self.drive.run;
        let (image, spec) = (run.program.image, run.machine().spec());
        let line = |point: &Point| {
            let what = match &point.kind {
                Trigger::Break(address) => {
                    let what = if point.is_temporary { "once" } else { "break" };
                    format!("{what:<6} {}", diagnose::place(image, *address, spec))
                }
                Trigger::Memory(_) | Trigger::Expression => {
                    format!("watch  {}", asmkit::plain_name(&point.text))
                }
            };
            let condition = point.condition.as_ref();
            let condition =
                condition.map_or(String::new(), |text| format!(" if {}", asmkit::plain_name(text)));
            let off = if point.is_enabled { "" } else { ", disabled" };
            let ignored = match point.ignore {
                0 => String::new(),
                times => format!(", ignored {times} more times"),
            };
            let hits = match point.hits {
                0 => String::new(),
                1 => ", hit once".to_owned(),
                times => format!(", hit {times} times"),
            };
            format!("{:<3} {what}{condition}{off}{ignored}{hits}\n", point.number)
        };
        let lines: String = self.drive.points.iter().map(line).collect();
        self.console.say(if lines.is_empty() { "no breakpoints" } else { &lines });
    }
}

/// Splits a place and its condition.
fn conditional(text: &str) -> (&str, Option<&str>) {
    if let Some(condition) = text.strip_prefix("if ") {
        return ("", Some(condition.trim()));
    }
    match text.split_once(" if ") {
        Some((place, condition)) => (place.trim(), Some(condition.trim())),
        None => (text.trim(), None),
    }
}
