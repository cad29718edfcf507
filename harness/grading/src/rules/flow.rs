//! Control flow of assembled code.

use std::collections::{BTreeMap, BTreeSet};

use architecture::{Back, Convention};
use machine::{Machine as _, Role};

use super::AssembledCode;
use super::calls::Calls;

/// Code that can be reached from an entry without leaving the submission.
pub(super) struct FlowWalk {
    /// The instructions.
    pub(super) reached: BTreeSet<u64>,
    /// Backward edges, from and to: each closes a loop.
    pub(super) back: Vec<(u64, u64)>,
}

/// Successors of an instruction.
#[derive(Debug, Default)]
struct Edges {
    /// In the same function.
    on: Vec<u64>,
    /// To the beginning of another, which comes back.
    calls: Vec<u64>,
}

impl FlowWalk {
    /// Walks from an entry through functions and helpers; executed code is also reached.
    pub(super) fn of(code: &AssembledCode<'_>, entry: u64, calls: &Calls) -> FlowWalk {
        let mut walk = FlowWalk { reached: BTreeSet::new(), back: Vec::new() };
        let mut open: BTreeMap<u64, bool> = BTreeMap::new();
        let mut roots = vec![entry];
        roots.extend(calls.ran.iter().rev());
        roots.push(entry);
        while let Some(root) = roots.pop() {
            if !walk.enter(code, root) {
                continue;
            }
            let mut path = vec![(root, ways(code, root), 0_usize)];
            open.insert(root, true);
            while let Some((at, ways, next)) = path.last_mut() {
                let Some(&to) = ways.on.get(*next) else {
                    roots.extend(&ways.calls);
                    open.insert(*at, false);
                    path.pop();
                    continue;
                };
                *next += 1;
                if open.get(&to) == Some(&true) {
                    walk.back.push((*at, to));
                } else if walk.enter(code, to) {
                    open.insert(to, true);
                    path.push((to, self::ways(code, to), 0));
                }
            }
        }
        walk.back.sort_unstable();
        walk
    }

    /// Whether an instruction of the submission is reached for the first time.
    fn enter(&mut self, code: &AssembledCode<'_>, at: u64) -> bool {
        (code.line)(at).is_some() && self.reached.insert(at)
    }
}

/// Successors of the instruction at an address.
fn ways(code: &AssembledCode<'_>, at: u64) -> Edges {
    let Some(role) = code.machine.role(at) else { return Edges::default() };
    let after = |at: u64| {
        let lines = &code.image.lines;
        let next = lines.get(lines.partition_point(|line| line.address <= at));
        next.map_or(at + code.step, |next| next.address.min(at + code.step))
    };
    let next = after(at);
    let convention = code.convention;
    let mut ways = Edges::default();
    if is_call(&role, convention) {
        ways.calls.extend(role.target);
        ways.on.push(next);
        if code.step == 1 {
            // A call may come back with a skip.
            ways.on.push(after(next));
        }
        return ways;
    }
    if role.falls {
        ways.on.push(next);
    }
    if role.skips {
        ways.on.push(after(next));
    }
    ways.on.extend(role.target);
    ways
}

/// Whether an instruction is a call: it stores a return address.
fn is_call(role: &Role, convention: Option<&Convention>) -> bool {
    if !role.turns || role.falls || role.writes.is_empty() {
        return false;
    }
    let Some(convention) = convention else { return false };
    let is_stack = role.writes.contains(&convention.stack);
    match (convention.back, role.target) {
        // A return takes from the stack what a call put there.
        (Back::Pushed, None) => !is_stack,
        (Back::Pushed, Some(_)) => {
            is_stack || !role.writes.iter().any(|name| role.reads.contains(name))
        }
        (Back::Register(_), _) => true,
    }
}
