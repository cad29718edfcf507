//! `execute`: an instruction of the user's while the program is stopped.

use machine::Machine as _;

use super::running::TerminalFrontend;
use super::{Arguments, CommandDebugger, CommandResult, Next};
use crate::engine::Executed;
use crate::look;

impl CommandDebugger<'_, '_> {
    /// `execute INSTRUCTION`, and the registers that it changes.
    pub(super) fn execute(&mut self, arguments: Arguments<'_>) -> CommandResult {
        let before = self.drive.run.machine().registers();
        let CommandDebugger { drive, console, .. } = self;
        let executed = drive.execute(arguments.rest, &mut TerminalFrontend { console })?;
        let (program, machine) = (&self.drive.run.program, self.drive.run.machine());
        let registers = machine.registers().into_iter().zip(before);
        let changed = registers.filter(|(now, before)| now != before);
        let line = |((name, value), _)| look::register_line(name, value, program, machine);
        let changed: String = changed.map(line).collect();
        match executed {
            Executed::Ends(halt) => return self.report_halt(&halt),
            Executed::Undone(why) => self.console.say(&why),
            Executed::Skips => self.console.say(&format!("{changed}it skips")),
            Executed::Stays if changed.is_empty() => {
                self.console.say("executed; no register has changed");
            }
            Executed::Stays => self.console.say(&changed),
            Executed::Turns => {
                self.show_place(&changed);
                return Ok(Next::Go);
            }
        }
        self.show_displays();
        Ok(Next::Go)
    }
}
