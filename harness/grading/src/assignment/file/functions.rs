//! Functions in the file `assignment.toml`: what they are given, what they give, and what they may do.

use std::collections::BTreeMap;

use architecture::Convention;
use machine::calls::CallPurpose;
use targets::target::Target;
use toml::Spanned;

use super::{FunctionRow, Reader, register_of, rules_of};
use crate::assignment::{Argument, Contract, Gives, NAMES, Registers, Task, carriers};
use crate::graded::PointsCategory;

/// Names that a source gives registers, with the machine's.
type Names = BTreeMap<String, &'static str>;

/// Name of a word on the stack in `in`.
const ON_STACK: &str = "stack";

impl Reader<'_> {
    pub(super) fn task(
        &mut self,
        row: &Spanned<FunctionRow>,
        target: &Target,
        names: &Names,
    ) -> Task {
        let contract = self.contract(row, target, names);
        let points = self.points(&row.get_ref().points, &row.span());
        if points.contains_key(&PointsCategory::Decisions) {
            self.wrong(row.span(), "decisions belong to whole programs, not to functions");
        }
        if row.get_ref().cases.is_empty() {
            let why = format!("`{}` has no cases: nothing would be tested", contract.name);
            self.wrong(row.span(), why);
        }
        let word_bits = target.spec().word_bits;
        let cases = row.get_ref().cases.iter();
        let groups = cases.map(|cases| self.group(cases, &contract, word_bits)).collect();
        Task { contract, points, rules: rules_of(row.get_ref().rules.as_ref()), groups }
    }

    pub(super) fn contract(
        &mut self,
        row: &Spanned<FunctionRow>,
        target: &Target,
        names: &Names,
    ) -> Contract {
        let function = row.get_ref();
        let arguments = self.arguments(&function.arguments, target);
        let gives = self.gives(row, target);
        let writes = self.writes(row, &arguments);
        let reads = function.input.as_ref().map(|names| self.input(names));
        let registers = self.registers(row, target, names, &arguments, gives);
        let mut system_calls = function.system_calls.clone();
        let wanted = [
            (function.prints, CallPurpose::Print),
            (function.input.is_some(), CallPurpose::Read),
            (function.heap, CallPurpose::Heap),
        ];
        for (_, purpose) in wanted.into_iter().filter(|(is_wanted, _)| *is_wanted) {
            let calls = target.architecture().calls(target.dialect(), purpose);
            if purpose == CallPurpose::Heap && calls.is_empty() {
                let title = target.architecture().title();
                self.wrong(row.span(), format!("programs of {title} have no heap"));
            }
            system_calls.extend(calls);
        }
        if let Some(exact) = function.exact.as_ref().filter(|_| !function.prints) {
            self.wrong(exact.span(), "`exact` compares outputs: also set `prints = true`");
        }
        let tolerance = function.tolerance.unwrap_or(0.0);
        if !(0.0..=1e300).contains(&tolerance) {
            self.wrong(row.span(), format!("a tolerance must be 0 or more, not {tolerance}"));
        }
        Contract {
            name: function.name.clone(),
            arguments,
            gives,
            writes,
            calls: function.calls.clone().filter(|calls| !calls.iter().any(|name| name == "*")),
            system_calls,
            prints: function.prints,
            exact: function.exact.as_ref().is_some_and(|exact| *exact.get_ref()),
            reads,
            heap: function.heap,
            tolerance,
            instructions: function.instructions,
            registers,
            skips: function.skips,
        }
    }

    /// The kinds of the arguments.
    fn arguments(&mut self, names: &[Spanned<String>], target: &Target) -> Vec<Argument> {
        let mut arguments = Vec::new();
        for name in names {
            match Argument::named(name.get_ref()) {
                Some(argument) => {
                    if argument.is_of_bytes() && target.spec().unit_bits != 8 {
                        let title = target.architecture().title();
                        let why = format!(
                            "`{}`: memory of {title} has only words, for `int`, `float`, `words` and `floats`",
                            name.get_ref()
                        );
                        self.wrong(name.span(), why);
                    }
                    arguments.push(argument);
                }
                None => {
                    let why =
                        format!("no argument is called `{}`: there are {NAMES}", name.get_ref());
                    self.wrong(name.span(), why);
                }
            }
        }
        for (name, argument) in names.iter().zip(&arguments) {
            if let Argument::Size(side, of) = *argument
                && !arguments.get(of).is_some_and(|other| other.has(side))
            {
                let why = format!(
                    "`{}`: argument {} has none; arguments are counted from 1",
                    name.get_ref(),
                    of + 1
                );
                self.wrong(name.span(), why);
            }
        }
        arguments
    }

    fn gives(&mut self, row: &Spanned<FunctionRow>, target: &Target) -> Gives {
        let Some(name) = &row.get_ref().result else { return Gives::Nothing };
        let Some(gives) = Gives::named(name.get_ref()) else {
            self.wrong(name.span(), format!("a result is {}", Gives::NAMES));
            return Gives::Nothing;
        };
        if gives.words() == 2 && target.spec().unit_bits != 8 {
            let title = target.architecture().title();
            let why = format!("`{}`: a result of {title} is one word", name.get_ref());
            self.wrong(name.span(), why);
        }
        gives
    }

    /// The arguments that it may change: by their kind, or by their number from 1.
    fn writes(&mut self, row: &Spanned<FunctionRow>, arguments: &[Argument]) -> Vec<usize> {
        let mut writes = Vec::new();
        for name in &row.get_ref().writes {
            let kind = Argument::named(name.get_ref());
            let rank = name.get_ref().trim().parse::<usize>().ok();
            let found = arguments.iter().enumerate().position(|(at, &argument)| {
                (Some(argument) == kind || Some(at + 1) == rank) && argument.is_memory()
            });
            match found {
                Some(found) => writes.push(found),
                None => self.wrong(
                    name.span(),
                    format!("it has no argument `{}` with memory to write", name.get_ref()),
                ),
            }
        }
        writes
    }

    /// The lines of input where cases are drawn.
    fn input(&mut self, names: &[Spanned<String>]) -> Vec<Argument> {
        let mut lines = Vec::new();
        for name in names {
            match Argument::named(name.get_ref()) {
                Some(line @ (Argument::Number(_) | Argument::Text(_))) => lines.push(line),
                _ => self.wrong(
                    name.span(),
                    "a line of input is `int LOW..HIGH`, `float LOW..HIGH`, `double LOW..HIGH` or `text MOST`",
                ),
            }
        }
        lines
    }

    fn registers(
        &mut self,
        row: &Spanned<FunctionRow>,
        target: &Target,
        names: &Names,
        arguments: &[Argument],
        gives: Gives,
    ) -> Registers {
        // A call passes arguments and results as the convention says.
        let says = |convention: &&Convention| !convention.is_free;
        let Some(convention) = target.architecture().convention().filter(says) else {
            let title = target.architecture().title();
            let why = format!(
                "functions of {title} cannot be called one by one: grade a whole program, with [program]"
            );
            self.wrong(row.span(), why);
            return Registers::none();
        };
        let function = row.get_ref();
        let mut registers = Registers::of(convention, arguments, gives);
        let machine = target.machine();
        let mut register = |name: &Spanned<String>| {
            let found = names.get(name.get_ref()).copied();
            let found = found.or_else(|| register_of(&machine, name.get_ref()));
            if found.is_none() {
                self.wrong(name.span(), format!("no register is called `{}`", name.get_ref()));
            }
            found
        };
        if let Some(out) = &function.out {
            registers.results = register(out).into_iter().collect();
        }
        if let Some(clobbers) = &function.clobbers {
            let clobbers: Vec<&'static str> = clobbers.iter().filter_map(&mut register).collect();
            let all = registers.preserved.iter().chain(&registers.volatile).copied();
            let results = registers.results.iter().copied();
            let results = results.filter(|name| !clobbers.contains(name));
            let volatile: Vec<&'static str> = clobbers.iter().copied().chain(results).collect();
            registers.preserved = all.filter(|name| !volatile.contains(name)).collect();
            registers.volatile = volatile;
        }
        let mut words = Vec::new();
        for name in &function.inward {
            match name.get_ref().as_str() {
                ON_STACK => words.push(None),
                _ => words.extend(register(name).map(Some)),
            }
        }
        if !words.is_empty() {
            let carriers = carriers::named(registers.back, arguments, &words);
            registers = registers.carrying(carriers.unwrap_or_default());
        }
        self.are_enough(row, &registers, arguments, gives, words.len());
        registers
    }

    /// Whether there is a carrier for every argument and for the result.
    fn are_enough(
        &mut self,
        row: &Spanned<FunctionRow>,
        registers: &Registers,
        arguments: &[Argument],
        gives: Gives,
        named: usize,
    ) {
        let name = &row.get_ref().name;
        if registers.carriers.len() != arguments.len() {
            let why = format!(
                "`{name}` has {} arguments, and registers for {named}: give `in`",
                arguments.len()
            );
            self.wrong(row.span(), why);
        }
        let wanted = if gives.is_real() { 1 } else { gives.words() };
        if registers.results.len() < wanted {
            let why = format!("`{name}` returns a result in an unknown register: give `out`");
            self.wrong(row.span(), why);
        }
    }
}
