//! gdb's `monitor` commands.

use std::fmt::Write as _;

use machine::Machine as _;

use super::session::GdbSession;
use targets::escape::grouped;
use targets::models;

const HELP: &str = "\
monitor counts     instructions and cycles since the start of the program
monitor position   position in the recorded part of the run
monitor help       this text
Only writing can be watched: use watch, not rwatch or awatch.
";

impl GdbSession<'_> {
    /// Answer to a command, in whole lines.
    pub(super) fn monitor(&self, command: &str) -> String {
        match command.trim() {
            "help" | "" => HELP.to_owned(),
            "counts" => self.counts(),
            "position" => self.position(),
            other => {
                format!("unknown command `monitor {}`: see monitor help\n", asmkit::plain(other))
            }
        }
    }

    fn counts(&self) -> String {
        let machine = self.run.timeline.machine();
        let counts = machine.counts();
        let retired = grouped(counts.instructions);
        let mut text = format!("instructions {retired:>16}  machine instructions retired\n");
        if counts.supervisor_instructions > 0 {
            let retired = grouped(counts.supervisor_instructions);
            let _ = writeln!(text, "in the kernel {retired:>15}");
        }
        for cycles in &counts.cycles {
            let label = format!("cycles {}", cycles.model);
            let _ = writeln!(text, "{label:<13}{:>16}", grouped(cycles.cycles));
        }
        machine.spec().models.iter().for_each(|model| text.push_str(&models::definition(model)));
        text
    }

    fn position(&self) -> String {
        let (now, farthest, start) = self.run.timeline.window();
        let [now, farthest, start] = [now, farthest, start].map(grouped);
        format!("after {now} instructions; recorded from {start} to {farthest}\n")
    }
}
