//! Named commands, definitions, and the help text.
//!
//! Source: ITS, *DDT ORDER*: colon commands.

use machine::Machine as _;

use super::jobs::NO_LOGIN;
use super::reader::{Command, CommandError};
use super::symbols::cut;
use super::{Ddt, Next};
use targets::escape::grouped;

const HELP: &str = "\
$ is altmode, and so is ESC. ^J is line feed; by lines ^J, ^N and the like are two characters.
FOO/   FOO[   FOO]   open a word and type it; as a number; as an instruction
VALUE                then return: deposit in the open word; return alone: close it
^J   ^   TAB         next word, the one before, the one the last value points to
$/   $$/             as /, using the left half; the effective address
VALUE=   $=   $10.=  type a number; floating; in this radix.  _ ' \" ; & # in other modes
$S $C $H $F $7T      type instructions, numbers, halves, floating, bytes; $\" $' $& text
FOO$?   $?   $0?     type bits by names that begin with FOO; again; by those before.  5?  types 5 so
$A $R   $O $D $nR    addresses as numbers, as symbols; radix.  $$ instead of $: permanently
.   $Q $1Q   $.      the address opened last, the last values, the program counter
FOO:   5 FOO:   5<FOO:   define a symbol; FOO$K no longer types it, FOO$$K deletes it
$1'TEXT$  $1\"TEXT$   SIXBIT and ASCII
5$W  5$N  5$E        open all words equal to 5; not equal; with this effective address
777777$M  GO<END>5$W compare only these bits; search from GO to END
$G   FOO$G   $0G     start; at FOO; set the program counter only
$P   5$P   ^N   5^N  continue; pass a breakpoint until the fifth time; one step; five
$^N   FOO$^N   P,$^N step over a call; run to FOO; out of a subroutine whose stack is P
FOO$B   0$2B   $$B   set a breakpoint; clear number 2; clear all.  $B clears this one
FOO$2I   $I          stop when this word is written; stop watching
MOVEI 1,5$X          execute an instruction
:BACK   :BACK 5      go back one instruction; five.  :REVERSE  to the last breakpoint or write
:LISTB :LISTS        breakpoints, symbols
:COUNTS              instructions executed so far
:NAME LINE           load the program of this name again, or TS NAME from the disk, and start it
                     with this command line; :JCLPRT types the line
$L   $L DIR;FN1 FN2  load the program again; another one from the disk
FOO$J   $J   $1J     select the job FOO, or make it; the next job; the one before.  $$J  $$V  list
$^X.   :FORGET       kill the job; forget it until FOO$J.  FOO$$J  give it another name
FOO$V   FOO$0V   $V  type FOO at each stop; no longer; type all now.  $0V  off and on. :RAIDFLUSH
$Y DIR;FN1 FN2       write the program with its changes to the disk, as :PDUMP does
^F DIR;   ^R FILE    list a directory; type a file; also :LISTF and :PRINT
:COPY A B,C D        copy a file; :RENAME A B,C D   :DELETE A B   :JCL LINE
:XFILE FILE          execute the lines of a file;  :SYMLOD FILE  add the symbols of a program
:START :GO :PROCEED  as $G and $P
^Z                   stop the program.  On a terminal: rubout, ^D erase a key, all; ^L shows them
:KILL                kill the job; the last one ends the session.  :LOGOUT $$U  leave";

type Done = fn(&mut Ddt<'_>) -> Result<Next, CommandError>;

/// Commands without arguments, by the six significant characters of their names.
#[rustfmt::skip]
const COMMANDS: &[(&[&str], Done)] = &[
    (&["HELP", "?"],                   |ddt| { ddt.help(); Ok(Next::Go) }),
    (&["KILL"],                        |ddt| Ok(ddt.kill_selected())),
    (&["LOGOUT", "MASSAC"],            |_| Ok(Next::Leave)),
    (&["JOB"],                         |ddt| ddt.obey("$J")),
    (&["FORGET"],                      |ddt| { ddt.forget()?; Ok(Next::Go) }),
    (&["RAIDFL"],                      |ddt| { ddt.clear_all_raid(); Ok(Next::Go) }),
    (&["PROCEE", "PROCED", "CONTIN"],  |ddt| ddt.obey("$P")),
    (&["REVERS"],                      |ddt| ddt.back_to_stop()),
    (&["LISTB"],                       |ddt| { ddt.list_breakpoints(); Ok(Next::Go) }),
    (&["LISTS", "SLIST"],              |ddt| { ddt.list_symbols(); Ok(Next::Go) }),
    (&["LISTJ"],                       |ddt| { ddt.list_jobs(); Ok(Next::Go) }),
    (&["JCLPRT"],                      |ddt| { ddt.show_command_line(); Ok(Next::Go) }),
    (&["COUNTS"],                      |ddt| { ddt.show_counts(); Ok(Next::Go) }),
];

/// Commands of ITS's DDT that make no sense here, and why.
#[rustfmt::skip]
const ABSENT: &[(&[&str], &str)] = &[
    (&["SEND", "OSEND", "SHOUT", "OMAIL", "OMAILA", "OMSG", "MSGS", "PRMAIL", "PRSEND", "PMDATE",
       "MAILNT", "GAG", "NOMSG"],
     "there are no other users, no mail and no messages"),
    (&["UJOB", "FJOB", "SNARF", "ATTACH", "DETACH", "DISOWN", "CHUNAM", "INTEST", "OUTTES", "NEWTTY"],
     "there are no other users, and no jobs that run without DDT"),
    (&["ASSIGN", "DESIGN", "FLAP", "UINIT"],
     "there are no tapes"),
    (&["TPL", "TPLN", "WALBEG", "WALEND", "WALLP"],
     "there is no line printer; `script` of your system keeps a session"),
    (&["LINK", "LINKF", "LINKN"],
     "the disk is a folder without links; :COPY copies a file"),
    (&["SFDATE", "SMDATE", "SFAUTH", "SFREAP", "SFDUMP", "REAP"],
     "files keep no date, author or marks of their own"),
    (&["DDTSYM", "SELF", "SSTATU"],
     "this DDT is no job of ITS, and has no memory that could be opened"),
    (&["RATE", "ATB", "RAIDRP"],
     "a job does not run while DDT waits for commands, so no word changes; FOO$V shows FOO at each stop"),
    (&["RAID"],
     "FOO$V sets a raid register, $V types all of them"),
    (&["CWD", "NFDIR", "OFDIR"],
     "the directory is always GUEST; write other ones in a name: DIR;FN1 FN2"),
];

impl Ddt<'_> {
    /// Executes `:NAME` with arguments; an unknown command runs a program, and altmodes before the
    /// `:` always mean a program.
    pub(super) fn colon(&mut self, typed: &str, is_program: bool) -> Result<Next, CommandError> {
        let typed = typed.trim_start();
        let (name, rest) = typed.split_once(' ').unwrap_or((typed, ""));
        let (command, rest) = (cut(name), rest.trim());
        match command.as_str() {
            "" if !is_program => return Ok(Next::Go),
            "NEW" if !rest.is_empty() => return self.run_program(rest, true),
            "RETRY" | "RUN" if !rest.is_empty() => return self.run_program(rest, false),
            _ if is_program => return self.run_program(typed, false),
            "START" | "GO" => return self.obey(&format!("{rest}$G")),
            "JOB" if !rest.is_empty() => return self.select_named(rest).map(|()| Next::Go),
            "LOAD" => return self.obey(&format!("$L{rest}")),
            "BACK" => return self.back(rest),
            "LOGIN" => return Err(CommandError::refused(NO_LOGIN)),
            "LISTF" => return self.list_files(rest).map(|()| Next::Go),
            "PRINT" => return self.print_file(rest).map(|()| Next::Go),
            "DELETE" => return self.delete_file(rest).map(|()| Next::Go),
            "COPY" => return self.copy_file(rest, false).map(|()| Next::Go),
            "RENAME" | "MOVE" => return self.copy_file(rest, true).map(|()| Next::Go),
            "PDUMP" | "DUMP" => return self.dump(rest).map(|()| Next::Go),
            "JCL" => return self.set_command_line(rest).map(|()| Next::Go),
            "XFILE" => return self.execute_file(rest),
            "SYMLOD" => return self.load_symbols(rest).map(|()| Next::Go),
            _ => {}
        }
        let known = COMMANDS.iter().find(|(names, _)| names.contains(&command.as_str()));
        let Some((_, done)) = known else {
            let absent = ABSENT.iter().find(|(names, _)| names.contains(&command.as_str()));
            return match absent {
                Some((_, why)) => {
                    Err(CommandError::refused(format!("`:{command}` is not here: {why}")))
                }
                None => self.run_program(typed, false),
            };
        };
        if !rest.is_empty() {
            let sentence = format!("`:{command}` takes no argument, not `{rest}`");
            return Err(CommandError::operation(sentence));
        }
        done(self)
    }

    fn show_counts(&mut self) {
        let count = grouped(self.job.run.machine().counts().instructions);
        self.console.say(&format!("{count} machine instructions retired by the program"));
    }

    fn show_command_line(&mut self) {
        let line = self.host().arguments.join(&b' ');
        self.console.say(&asmkit::plain(&String::from_utf8_lossy(&line)));
    }

    pub(super) fn help(&mut self) {
        self.console.say(HELP);
    }

    fn list_symbols(&mut self) {
        let listed = self.job.symbols.listed();
        let lines = listed.iter().map(|(name, value)| format!("{name:<6} {:o}", value.bits()));
        let lines: Vec<String> = lines.collect();
        self.console.say(&if lines.is_empty() {
            "no symbols".to_owned()
        } else {
            lines.join("\n")
        });
    }

    /// `FOO:` defines FOO as the last opened address, `5 FOO:` as another value.
    pub(super) fn define(&mut self, command: &Command) -> Result<(), CommandError> {
        let name = command.name.as_deref();
        let name = name.ok_or_else(|| CommandError::operation("`:` needs a symbol before it"))?;
        let value = command.argument.unwrap_or(self.point().into());
        self.job.symbols.define(name, value);
        Ok(())
    }

    /// `FOO$K` half-kills a symbol, `FOO$$K` kills it, `$$K` all.
    pub(super) fn kill(&mut self, command: &Command) -> Result<(), CommandError> {
        let known = match (command.symbol.as_deref(), command.altmodes) {
            (Some(name), 1) => self.job.symbols.half_kill(name),
            (Some(name), _) => self.job.symbols.kill(name),
            (None, 2) if command.argument.is_none() => {
                self.job.symbols.kill_all();
                true
            }
            (None, _) => {
                return Err(CommandError::operation("`$K` needs a symbol before it"));
            }
        };
        if known {
            Ok(())
        } else {
            Err(CommandError::refused("only the program's own symbols can be killed"))
        }
    }
}
