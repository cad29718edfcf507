//! The job: its names, command line, and the variables ITS keeps for it.

use machine::Host;

use crate::Word36;
use crate::text::{self, CHARS_PER_WORD, sixbit};

use super::interrupt_bits;
use super::timers::Timers;

/// Numbers of user variables, as `.SUSET` takes them.
///
/// Source: *ITS USETS*; ITS 1652, `USETBN`.
pub(super) mod variable {
    pub(crate) const UPC: usize = 0o0;
    pub(crate) const VAL: usize = 0o1;
    pub(crate) const TTY: usize = 0o2;
    pub(crate) const UNAME: usize = 0o4;
    pub(crate) const JNAME: usize = 0o5;
    pub(crate) const MASK: usize = 0o6;
    pub(crate) const USTP: usize = 0o7;
    pub(crate) const PIRQC: usize = 0o10;
    pub(crate) const INTB: usize = 0o11;
    pub(crate) const SV40: usize = 0o13;
    pub(crate) const SNAME: usize = 0o16;
    pub(crate) const PICLR: usize = 0o17;
    pub(crate) const UUOH: usize = 0o22;
    pub(crate) const UIND: usize = 0o23;
    pub(crate) const MSK2: usize = 0o25;
    pub(crate) const IFPIR: usize = 0o26;
    pub(crate) const APRC: usize = 0o27;
    pub(crate) const CNSL: usize = 0o30;
    pub(crate) const RTMR: usize = 0o42;
    pub(crate) const HSNAME: usize = 0o43;
    pub(crate) const MPVA: usize = 0o45;
    pub(crate) const DF1: usize = 0o52;
    pub(crate) const DF2: usize = 0o53;
    pub(crate) const OPTION: usize = 0o54;
    pub(crate) const ADDR40: usize = 0o55;
    pub(crate) const TVCREG: usize = 0o56;
    pub(crate) const SUPPRO: usize = 0o65;
    pub(crate) const TR1INS: usize = 0o66;
    pub(crate) const TR2INS: usize = 0o67;
    pub(crate) const XUNAME: usize = 0o74;
    pub(crate) const XJNAME: usize = 0o75;
    pub(crate) const FTL1: usize = 0o76;
    /// Number of variables; paging variables are at 600 for `.SUSET` and at 100 here.
    pub(crate) const COUNT: usize = 0o103;
    pub(crate) const SERVER: usize = 0o102;
}

/// Bits of the left half of `.OPTION`.
pub(super) mod option {
    /// Monitor calls go to the superior.
    pub(crate) const TRAP: u32 = 0o400000;
    /// Calls 40, 41 and 47 belong to the program, as on TOPS-10.
    pub(crate) const DEC: u32 = 0o100000;
    /// A command line exists.
    pub(crate) const COMMAND: u32 = 0o040000;
    /// The superior handles every `.BREAK`.
    pub(crate) const BREAKS: u32 = 0o020000;
    /// The superior is DDT.
    pub(crate) const DDT: u32 = 0o010000;
    /// Interrupts use a table and a stack.
    pub(crate) const VECTORED: u32 = 0o004000;
    /// The PC of an aborted instruction is the instruction's address.
    pub(crate) const OLD_PC: u32 = 0o000200;
}

/// Number of the program's job in the system.
pub(super) const INDEX: u32 = 0o6;
/// Number of DDT, its superior.
pub(super) const SUPERIOR: u32 = 0o5;
/// Number of its terminal.
pub(super) const CONSOLE: u32 = 0o1;
/// Inferiors of a job, at most.
pub(super) const MOST_INFERIORS: u32 = 8;

/// The system's data about the job.
#[derive(Debug, Clone)]
pub(super) struct Job {
    /// Numbered variables, followed by the paging variables.
    pub(super) variables: [Word36; variable::COUNT],
    /// Command line in words, followed by a zero word.
    pub(super) command: Vec<Word36>,
    /// File names that `.BREAK 12` keeps: the loaded file, then the one to print.
    pub(super) file_names: [[Word36; 4]; 2],
    /// Start address as known to DDT.
    pub(super) start: Word36,
    /// Channel of the current call, which receives its error.
    pub(super) channel_in_hand: u8,
    /// Channel with the last error.
    pub(super) bad_channel: u8,
    /// Clock at the start of the job, in nanoseconds since 1970.
    pub(super) began_nanos: u64,
    /// Count of names from `.GENSYM` and numbers from `.GENNUM`.
    pub(super) generated: u64,
    /// Clocks that interrupt it.
    pub(super) timers: Timers,
    /// Whether it executes instructions for input and output.
    pub(super) does_io: bool,
}

impl Job {
    /// A job of this user.
    pub(super) fn new(user: Word36) -> Self {
        let mut variables = [Word36::default(); variable::COUNT];
        for name in [variable::UNAME, variable::SNAME, variable::HSNAME, variable::XUNAME] {
            variables[name] = user;
        }
        let ones = Word36::from_signed(-1);
        for number in [variable::PICLR, variable::RTMR, variable::TVCREG, variable::SERVER] {
            variables[number] = ones;
        }
        variables[variable::TTY] = Word36::from(CONSOLE);
        variables[variable::CNSL] = Word36::from(CONSOLE);
        variables[variable::UIND] = Word36::from(INDEX);
        variables[variable::SUPPRO] = Word36::from(SUPERIOR);
        variables[variable::INTB] = Word36::halves(1, 0);
        variables[variable::APRC] = Word36::from(0o447);
        variables[variable::ADDR40] = Word36::halves(0o20, 0o40);
        variables[variable::OPTION] = Word36::halves(option::BREAKS | option::DDT, 0);
        variables[variable::TR1INS] = interrupt_bits::OVERFLOW;
        variables[variable::TR2INS] = interrupt_bits::PUSHDOWN;
        Job {
            variables,
            command: vec![Word36::default()],
            file_names: Default::default(),
            start: Word36::default(),
            channel_in_hand: 0,
            bad_channel: 0,
            began_nanos: 0,
            generated: 0,
            timers: Timers::default(),
            does_io: false,
        }
    }

    /// A job with this name and number that another one makes: the inferior with this rank.
    ///
    /// Source: *ITS USR*, "Creation"; *ITS USETS*, "Initially".
    pub(super) fn inferior(maker: &Job, name: Word36, number: u32, rank: u32) -> Self {
        let mut job = Job::new(maker.variables[variable::UNAME]);
        for inherited in [variable::SNAME, variable::HSNAME, variable::XUNAME] {
            job.variables[inherited] = maker.variables[inherited];
        }
        (job.variables[variable::JNAME], job.variables[variable::XJNAME]) = (name, name);
        job.variables[variable::UIND] = Word36::from(number);
        job.variables[variable::SUPPRO] = Word36::from(maker.number());
        job.variables[variable::INTB] = Word36::halves(1 << rank, 0);
        job.variables[variable::OPTION] = Word36::default();
        job.file_names = maker.file_names;
        job.began_nanos = maker.began_nanos;
        job
    }

    /// Gives the variables their first values, except those that make the job what it is.
    pub(super) fn reset(&mut self) {
        const KEPT: [usize; 9] = [
            variable::UNAME,
            variable::JNAME,
            variable::SNAME,
            variable::XUNAME,
            variable::XJNAME,
            variable::HSNAME,
            variable::UIND,
            variable::SUPPRO,
            variable::INTB,
        ];
        let kept = KEPT.map(|number| self.variables[number]);
        let terminal = self.variables[variable::TTY];
        *self = Job { generated: self.generated, ..Job::new(kept[0]) };
        KEPT.into_iter().zip(kept).for_each(|(number, word)| self.variables[number] = word);
        self.variables[variable::TTY] = terminal;
        self.variables[variable::OPTION] = Word36::default();
    }

    /// Number of the job in the system.
    pub(super) fn number(&self) -> u32 {
        self.variables[variable::UIND].right()
    }

    /// User and job name.
    pub(super) fn names(&self) -> [Word36; 2] {
        [self.variables[variable::UNAME], self.variables[variable::JNAME]]
    }

    /// Names the job after its program, and gives it the command line.
    ///
    /// Source: ITS 1648 with DDT 1546: `.JNAME` and `.XJNAME` are the name after the colon, and
    /// `.OPTION` says whether there is a line.
    pub(super) fn start(&mut self, host: &Host) {
        let name = sixbit(&String::from_utf8_lossy(&host.program));
        let name = if name == Word36::default() { sixbit("PROG") } else { name };
        (self.variables[variable::JNAME], self.variables[variable::XJNAME]) = (name, name);
        let user = self.variables[variable::UNAME];
        self.file_names = [
            [sixbit("DSK"), user, sixbit("TS"), name],
            [sixbit("DSK"), user, sixbit(".FILE."), sixbit("(DIR)")],
        ];
        self.began_nanos = host.clock_nanos;
        let line = host.arguments.join(&b' ');
        if !line.is_empty() {
            self.set_command(&line);
        }
    }

    /// Sets the command line, without the return at its end.
    pub(super) fn set_command(&mut self, line: &[u8]) {
        let line = [line, b"\r"].concat();
        self.command = line.chunks(CHARS_PER_WORD).map(|part| text::ascii(part, 0)).collect();
        self.command.push(Word36::default());
        self.set_option(option::COMMAND, true);
    }

    /// Clears the command line.
    pub(super) fn clear_command(&mut self) {
        self.command = vec![Word36::default()];
        self.set_option(option::COMMAND, false);
    }

    fn set_option(&mut self, bit: u32, on: bool) {
        let word = &mut self.variables[variable::OPTION];
        let left = if on { word.left() | bit } else { word.left() & !bit };
        *word = Word36::halves(left, word.right());
    }

    /// Whether a bit of the left half of `.OPTION` is set.
    pub(super) fn option(&self, bit: u32) -> bool {
        self.variables[variable::OPTION].left() & bit != 0
    }

    /// First-word interrupts that the program enabled.
    pub(super) fn mask(&self) -> Word36 {
        self.variables[variable::MASK]
    }

    /// Default directory of calls.
    pub(super) fn directory(&self) -> Word36 {
        self.variables[variable::SNAME]
    }

    /// Address of the block that is at 40 unless the program moved it.
    pub(super) fn block40(&self) -> u32 {
        self.variables[variable::ADDR40].right()
    }
}
