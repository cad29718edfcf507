//! How a program came to where it went wrong: what called it, what set the registers that matter,
//! what goes round and round, and where one subroutine ran on into the next.

mod fault;
mod round;

use std::collections::{HashMap, HashSet};

use machine::{Executed, Machine as _};

use crate::calls::{Map, Rules};
use crate::diagnose;
use crate::target::{AnyMachine, Program};

pub use fault::{Came, End, Set};
pub use round::Round;

/// One subroutine that the program went into without a call, out of the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fall {
    /// The last instruction of the one before.
    pub from: u64,
    /// The first instruction of the next.
    pub into: u64,
    /// How often.
    pub times: u64,
}

impl Program<'_> {
    /// Where the program ran from the end of a subroutine into the next, by what was executed.
    ///
    /// An instruction that may go elsewhere tells nothing, but one that asks the system does: it came
    /// back, or the run would be over.
    #[must_use]
    pub fn falls(&self, map: &Map, machine: &AnyMachine) -> Vec<Fall> {
        let executed = machine.executed();
        let times = |address: u64| times(&executed, address);
        let slots = Rules::of(self.target, machine).slots;
        let sent = self.sent(machine, &executed);
        let symbols = self.image.symbols.iter().filter(|symbol| symbol.address);
        let names: HashSet<u64> = symbols.map(|symbol| symbol.value).collect();
        // The instruction before another, where nothing lies between them.
        let before = |address: u64| {
            let before = self.image.lines.partition_point(|line| line.address < address);
            let before = self.image.lines.get(before.checked_sub(1)?)?.address;
            let units = self.target.instruction(self.image, before)?.units;
            (before + units == address).then_some(before)
        };
        let runs_on = |from: u64| {
            let role = machine.role(from);
            let on = role.is_some_and(|role| role.falls && (!role.turns || role.is_open()));
            let jumps = |at| machine.role(at).is_some_and(|role| role.turns && !role.is_open());
            on && !(slots > 0 && before(from).is_some_and(jumps))
        };
        let fall = |into: u64| {
            let from = before(into)?;
            let times = if runs_on(from) {
                times(from)
            } else if map.call(from).is_some_and(|frame| frame.back == into) {
                // What it calls comes back to behind it.
                let sent = sent.get(&into).copied().unwrap_or(Some(0))?;
                times(into).checked_sub(sent)?
            } else {
                0
            };
            Some(Fall { from, into, times })
        };
        let named = |into: &u64| *into != self.image.entry && names.contains(into);
        let falls = map.entries().filter(named).filter_map(fall);
        falls.filter(|fall| fall.times > 0 && times(fall.into) > 0).collect()
    }

    /// How often calls and jumps went to each place that instructions name; `None` where a branch
    /// may have gone there, too.
    fn sent(&self, machine: &AnyMachine, executed: &[Executed]) -> HashMap<u64, Option<u64>> {
        let mut sent = HashMap::new();
        for line in &self.image.lines {
            let Some(role) = machine.role(line.address) else { continue };
            let Some(target) = role.target else { continue };
            let times = (!role.falls).then(|| times(executed, line.address));
            let all = sent.entry(target).or_insert(Some(0));
            *all = all.zip(times).map(|(all, times)| all + times);
        }
        sent
    }

    /// That the program began elsewhere than at its `main`, which never ran and nothing calls.
    #[must_use]
    pub fn passed_main(&self, map: &Map, machine: &AnyMachine) -> Option<String> {
        // Where the program begins is among the entries, so it is no `main` that was passed.
        let main = self.image.symbol("main").filter(|main| !map.entries().any(|at| at == *main))?;
        let ran = times(&machine.executed(), main);
        let is_code = machine.disassemble(main).is_some();
        let begun = self.label(self.image.entry).map(|name| format!(", `{name}`"));
        let line = self.line(self.image.entry);
        let switches = self.target.architecture().switches();
        let help = switches.iter().find(|switch| switch.name == "start-at-main");
        let help = help.map_or("", |_| "; --start-at-main begins there, where it is global");
        (ran == 0 && is_code).then(|| {
            let begun = begun.unwrap_or_default();
            format!("the program began at {line}{begun}, and its `main` never ran{help}")
        })
    }

    /// In words.
    #[must_use]
    pub fn fall_told(&self, map: &Map, fall: &Fall) -> String {
        let (from, into) = (self.line(fall.from), self.line(fall.into));
        let name = self.label(fall.into).unwrap_or_default();
        let whose = match map.subroutine(fall.from).and_then(|entry| self.label(entry)) {
            Some(whose) => format!(", the end of `{whose}`,"),
            None => String::new(),
        };
        let times = match fall.times {
            1 => String::new(),
            times => format!(" {} times", crate::escape::grouped(times)),
        };
        format!(
            "the program ran on{times} from {from}{whose} into `{name}` at {into} without a call; \
             where that is not meant, a return, a jump or the call that ends a program is missing"
        )
    }

    /// The name of an address, where it has one of its own.
    fn label(&self, address: u64) -> Option<String> {
        let named = self.image.nearest_symbol(address).filter(|(_, distance)| *distance == 0);
        named.map(|(symbol, _)| asmkit::plain_name(&symbol.name))
    }

    /// The line of an address, or where there is none the address.
    fn line(&self, address: u64) -> String {
        let Some(line) = diagnose::line(self.image, address) else {
            return self.target.spec().show_address(address);
        };
        let used = self.image.line(address).and_then(|line| line.used_at);
        let used = used.map(|(file, line)| (self.image.files.get(file as usize), line));
        match used {
            Some((Some(file), used)) => {
                format!("{line} (used at {}:{used})", asmkit::plain_name(file))
            }
            _ => line,
        }
    }

    /// The line of an address and the subroutine it is in.
    fn spot(&self, map: &Map, address: u64) -> String {
        let line = self.line(address);
        match map.subroutine(address).and_then(|entry| self.label(entry)) {
            Some(name) => format!("{line} in `{name}`"),
            None => line,
        }
    }
}

/// How often the instruction at an address ran.
fn times(executed: &[Executed], address: u64) -> u64 {
    let at = executed.binary_search_by_key(&address, |entry| entry.address);
    at.map_or(0, |at| executed[at].times)
}
