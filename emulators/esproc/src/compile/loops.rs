//! Functions after a point; most of them evaluate an expression for every member.

use super::records::has_fields;
use super::{Compiler, Result, no_expression};
use crate::code::{Each, Op, StoredResults};
use crate::functions::{self, ArgumentMode, Function, OptionLetters};
use crate::syntax::{Argument, Call, Node};

impl Compiler<'_> {
    /// `x.f(a,b)`, with x on the stack.
    pub(super) fn member_call(&mut self, call: &Call, at: usize) -> Result {
        let found: Vec<&Function> = functions::find(&call.name, true).collect();
        let Some(function) = found.first() else {
            return Err(self.unknown(call, at, true));
        };
        self.check_options(call, &found, at)?;
        self.check_count(call, &found, at)?;
        match (function.takes, function.name) {
            (_, "insert") if has_fields(call) => return self.insert_fields(call, at),
            (ArgumentMode::Special, "new" | "derive") => return self.records(call, found, at),
            (ArgumentMode::Special, "groups") => return self.groups(call, found, at),
            (ArgumentMode::Special, "top" | "ptop") => return self.top_of(call, found, at),
            (ArgumentMode::Special, "align") => return self.align(call, found, at),
            (ArgumentMode::Special, "enum") => return self.enumeration(call, found, at),
            (ArgumentMode::Special, "run") => return self.run_all(call, found, at),
            _ => {}
        }
        match function.takes {
            ArgumentMode::Special => self.iteration(call, found, at),
            ArgumentMode::Keys | ArgumentMode::Orders => self.keyed(call, found, at),
            ArgumentMode::Each | ArgumentMode::EachToFirst | ArgumentMode::EachToFirstWith1
                if !call.arguments.is_empty() =>
            {
                let to_first = match function.takes {
                    ArgumentMode::EachToFirst => !call.options.contains(['a', 'z']),
                    ArgumentMode::EachToFirstWith1 => {
                        call.options.contains('1') && !call.options.contains('z')
                    }
                    _ => false,
                };
                let Some(Argument::Value(body)) = call.arguments.first() else {
                    return Err(no_expression(at));
                };
                let each = self.begin_each(0, function.name, StoredResults::All);
                self.program.each[each].to_first = to_first;
                self.each_body(each, &[body], false)?;
                self.native(found, OptionLetters::of(&call.options), 2);
                self.end_each(each);
                Ok(())
            }
            _ => {
                self.arguments(call, function, at)?;
                self.native(found, OptionLetters::of(&call.options), call.arguments.len() + 1);
                Ok(())
            }
        }
    }

    /// `A.sort(x,y:-1)`: by several keys, each ascending or descending.
    ///
    /// The function receives the directions and, for each member, the sequence of its keys.
    fn keyed(&mut self, call: &Call, found: Vec<&'static Function>, at: usize) -> Result {
        let (function, options) = (found[0], OptionLetters::of(&call.options));
        let mut keys = Vec::new();
        for argument in &call.arguments {
            keys.push(match argument {
                Argument::Value(key) => (key, None),
                Argument::Range(Some(key), Some(order))
                    if function.takes == ArgumentMode::Orders =>
                {
                    (key, Some(order))
                }
                _ => return Err(no_expression(at)),
            });
        }
        let is_one = matches!(keys[..], [(_, None)]);
        if keys.is_empty() {
            self.native(found, options, 1);
            return Ok(());
        }
        if !is_one {
            for (_, order) in &keys {
                self.given(*order, Op::Int(1))?;
            }
            self.emit(Op::Sequence(keys.len() as u32));
        }
        let bodies: Vec<&Node> = keys.into_iter().map(|(key, _)| key).collect();
        let each = self.begin_each(u32::from(!is_one), function.name, StoredResults::All);
        self.each_body(each, &bodies, !is_one)?;
        self.native(found, options, if is_one { 2 } else { 3 });
        self.end_each(each);
        Ok(())
    }

    /// `A.iterate(x,a,c)`: x for each member, initially a, until c is true.
    fn iteration(&mut self, call: &Call, found: Vec<&'static Function>, at: usize) -> Result {
        let (options, mut parts) = (OptionLetters::of(&call.options), [None; 3]);
        for (part, argument) in parts.iter_mut().zip(&call.arguments) {
            *part = match argument {
                Argument::Value(node) => Some(node),
                Argument::Absent => None,
                Argument::Range(..) => return Err(no_expression(at)),
            };
        }
        let [Some(body), first, until] = parts else { return Err(no_expression(at)) };
        self.given(first, Op::Null)?;
        let keeps = if options.has('a') { StoredResults::AllAndFirst } else { StoredResults::Last };
        let each = self.begin_each(1, found[0].name, keeps);
        self.loops += 1;
        self.iterations.push(self.loops);
        if let Some(until) = until {
            self.expression(until)?;
            self.emit(Op::Until(each as u32));
        }
        self.loops -= 1;
        self.each_body(each, &[body], false)?;
        self.iterations.pop();
        self.native(found, options, 3);
        self.end_each(each);
        Ok(())
    }

    /// Begins a loop over the members of the value below `above` arguments.
    pub(super) fn begin_each(
        &mut self,
        above: u32,
        what: &'static str,
        keeps: StoredResults,
    ) -> usize {
        let number = self.program.each.len();
        let to_first = false;
        self.program.each.push(Each { above, skip: 0, body: 0, after: 0, to_first, keeps, what });
        self.emit(Op::Loop(number as u32));
        self.program.each[number].body = self.here();
        number
    }

    /// Compiles the body of a loop: one value, or a sequence of several.
    pub(super) fn each_body(&mut self, each: usize, body: &[&Node], several: bool) -> Result {
        self.loops += 1;
        for node in body {
            self.expression(node)?;
        }
        self.loops -= 1;
        if several {
            self.emit(Op::Sequence(body.len() as u32));
        }
        self.emit(Op::Again(each as u32));
        self.program.each[each].after = self.here();
        Ok(())
    }

    pub(super) fn end_each(&mut self, each: usize) {
        self.program.each[each].skip = self.here();
    }
}
