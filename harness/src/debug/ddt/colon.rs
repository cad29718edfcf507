//! Commands with names, definitions, and the list of all there are.

use machine::Machine as _;

use super::reader::{Command, Complaint};
use super::{Ddt, Next};
use crate::escape::grouped;

const HELP: &str = "\
$ is altmode, or type ESC; ^J, ^N and the like may be typed as two characters.
FOO/   FOO[   FOO]   open a word and type it; as a number; as an instruction
VALUE                end of line: deposit in the open word; alone: close it
^J   ^   TAB         next word, the one before, the one the last value points to
$/   $$/             as /, by the left half; by the effective address
VALUE=   $=   $10.=  type a number; floating; in this radix.  _ ' \" ; & # in other modes
$S $C $H $F $7T      type instructions, numbers, halves, floating, bytes; $\" $' $& text
$A $R   $O $D $nR    addresses as numbers, as symbols; radix.  $$ instead of $: for good
.   $Q $1Q   $.      the address opened last, the last values, the program counter
FOO:   5 FOO:        define a symbol; FOO$K types it no more, FOO$$K forgets it
$1'TEXT$  $1\"TEXT$   SIXBIT and ASCII
5$W   5$N   777777$M open all words that are 5; that are not; compare only these bits
$G   FOO$G   $0G     start; at FOO; set the program counter only
$P   5$P   ^N   5^N  go on; past a breakpoint till the fifth time; one step; five
$^N   FOO$^N         step over a call; go on to FOO
FOO$B   0$2B   $$B   set a breakpoint; clear number 2; clear all.  $B clears this one
FOO$2I   $I          stop when this word is written; no more
MOVEI 1,5$X          do an instruction
:LISTB :LISTS        breakpoints, symbols
:COUNTS              instructions done so far
:START :PROCEED      as $G and $P
:KILL :LOGOUT $$U    leave";

impl Ddt<'_> {
    /// Obeys `:NAME` and what is behind it.
    pub(super) fn colon(&mut self, typed: &str) -> Result<Next, Complaint> {
        let mut words = typed.split_whitespace();
        let name = words.next().unwrap_or_default().to_ascii_uppercase();
        if let Some(rest) = words.next() {
            let sentence = format!("`:{name}` takes nothing behind it, and here is `{rest}`");
            return Err(Complaint::operation(sentence));
        }
        match name.as_str() {
            "HELP" | "?" => self.help(),
            "KILL" | "LOGOUT" => return Ok(Next::Leave),
            "START" => return self.obey("$G"),
            "PROCEED" | "CONTIN" => return self.obey("$P"),
            "LISTB" => self.list_breakpoints(),
            "LISTS" => self.list_symbols(),
            "COUNTS" => {
                let counts = self.machine.counts();
                let count = grouped(counts.instructions);
                self.console.say(&format!("{count} machine instructions retired by the program"));
            }
            _ => {
                let sentence =
                    format!("there is no command `:{name}` here; :HELP lists those there are");
                return Err(Complaint::operation(sentence));
            }
        }
        Ok(Next::Go)
    }

    pub(super) fn help(&mut self) {
        self.console.say(HELP);
    }

    fn list_symbols(&mut self) {
        let listed = self.symbols.listed();
        let lines = listed.iter().map(|(name, value)| format!("{name:<6} {:o}", value.bits()));
        let lines: Vec<String> = lines.collect();
        self.console.say(&if lines.is_empty() {
            "no symbols".to_owned()
        } else {
            lines.join("\n")
        });
    }

    /// `FOO:` gives FOO the address opened last, `5 FOO:` another value.
    pub(super) fn define(&mut self, command: &Command) -> Result<(), Complaint> {
        let name = command.name.as_deref();
        let name = name.ok_or_else(|| Complaint::operation("`:` wants a symbol before it"))?;
        let value = command.argument.unwrap_or(self.point().into());
        self.symbols.define(name, value);
        Ok(())
    }

    /// `FOO$K` half-kills a symbol, `FOO$$K` kills it, `$$K` all.
    pub(super) fn kill(&mut self, command: &Command) -> Result<(), Complaint> {
        let known = match (command.symbol.as_deref(), command.altmodes) {
            (Some(name), 1) => self.symbols.half_kill(name),
            (Some(name), _) => self.symbols.kill(name),
            (None, 2) if command.argument.is_none() => {
                self.symbols.kill_all();
                true
            }
            (None, _) => {
                return Err(Complaint::operation("`$K` wants a symbol before it"));
            }
        };
        match known {
            true => Ok(()),
            false => Err(Complaint::refused("only the program's own symbols can be killed")),
        }
    }
}
