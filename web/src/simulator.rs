//! A program on a machine: start, run, stop and status.

use std::any::Any;
use std::collections::BTreeMap;
use std::path::PathBuf;

use architecture::World;
use data_encoding::BASE64;
use debuggers::ddt::DdtState;
use debuggers::headless::{LoadedProgram, MoveResult, Session};
use debuggers::{Halt, Movement, Trigger};
use lanes::root::Root;
use machine::{Fault, Files, Host, Image, Input, Limit, Machine as _, Screen, Work};
use serde::{Deserialize, Serialize};
use targets::{diagnose, its_disk};
use ts_rs::TS;

use crate::call_error::CallError;
use crate::check::Message;
use crate::disk;
use crate::output::Stream;
use crate::place::Spot;
use crate::work::{self, Source};

/// A program on its machine, or none yet.
#[derive(Debug)]
pub struct Simulator {
    /// Lanes and examples; `None` until the page sends them.
    root: Option<Root>,
    held: Option<Held>,
    /// Submission being graded. Its type is hidden, so that modules without grading do not contain the grader.
    pub(crate) graded: Option<Box<dyn Any>>,
}

/// Program of a simulator.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) session: Session,
    streams: [Stream; 2],
    /// Files before the first instruction.
    before: Files,
    /// Registers when the program last started to run.
    pub(crate) last: Vec<(&'static str, u64)>,
    /// The current race. Its type is hidden, so that modules without puzzles do not contain it.
    pub(crate) race: Option<Box<dyn Any>>,
    /// Image without lines and labels, while DDT has selected a job with another program.
    other: Option<Image>,
}

/// Setup of a program.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct Start {
    /// The sources.
    pub work: work::Work,
    /// All of its input; null if it is typed while the program runs.
    pub input: Option<String>,
    /// Its arguments; under ITS, the command line.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// Files it can open; under ITS, its disk.
    #[serde(default)]
    pub files: Vec<Source>,
    /// Lines and columns of a display terminal, to which ITS writes with control sequences of ECMA-48; null for
    /// a printing one.
    #[serde(default)]
    #[ts(optional)]
    pub screen: Option<(u16, u16)>,
}

/// How far a program runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RunMode {
    /// Until something stops it.
    On,
    /// To the next source line.
    Line,
    /// To the next source line, over calls.
    OverLine,
    /// One instruction.
    Instruction,
    /// One instruction, over calls.
    OverInstruction,
    /// Past the current line, even if that is a loop.
    Beyond,
    /// Until the current subroutine returns.
    Out,
    /// To the next system call, before it.
    ToSystemCall,
    /// Continues after [`StopReason::Going`] or [`StopReason::Waits`].
    Resume,
}

/// Reason why a program has stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum StopReason {
    /// It has not started, or was moved here.
    Ready,
    /// The slice is used up: `resume` continues.
    Going,
    /// It reached its destination.
    Done,
    /// It returned from a subroutine.
    Returned,
    /// It is before the instruction of a breakpoint.
    Breakpoint {
        /// Breakpoint number.
        number: u32,
    },
    /// A watched value changed.
    Watch {
        /// Watchpoint number.
        number: u32,
        /// Watched expression.
        text: String,
        /// Old value, as the manual prints it.
        old: String,
        /// New value.
        new: String,
    },
    /// It waits for input: `feed` it, and `resume`.
    Waits,
    /// It ended.
    Ended {
        /// Exit status; null if it ran past its last instruction.
        status: Option<i32>,
    },
    /// It reached a limit.
    Limit {
        /// Description of the limit.
        text: String,
    },
    /// It made a mistake; going back from here is possible.
    Fault {
        /// Message code, which `explain` explains.
        code: String,
        /// Text of the message.
        text: String,
        /// Message about its source line, if there is one.
        message: Option<Message>,
        /// Causes, in sentences, if there is no message with them in its notes.
        story: Vec<String>,
    },
    /// It is back at the beginning of the recording.
    Beginning,
}

/// Status of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Status {
    /// Reason for the stop.
    pub why: StopReason,
    /// Instructions so far: the position in the run.
    pub now: u64,
    /// Last position reached.
    pub end: u64,
    /// First position that can be restored.
    pub start: u64,
    /// Next instruction.
    pub spot: Spot,
    /// The instruction as the manual spells it; null if there is none.
    pub instruction: Option<String>,
    /// Standard output since the last status.
    pub output: String,
    /// Standard error since the last status.
    pub errors: String,
    /// Length of the output up to this position, in UTF-16 units of its text.
    pub written: Written,
    /// Mistakes since the last status that its system tolerated, and remarks at its end.
    pub notes: Vec<String>,
    /// The program's clock in milliseconds, which advances when it sleeps.
    pub clock_ms: u64,
}

/// Length of a program's output up to a position, in UTF-16 units of its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
pub struct Written {
    /// To standard output.
    pub output: u64,
    /// To standard error.
    pub errors: u64,
}

/// What DDT did with keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct DdtStatus {
    /// Text typed by DDT and by the program since the last call.
    pub typed: String,
    /// Whether DDT loaded a program, so that the run began again.
    pub is_loaded: bool,
    /// Whether DDT has ended; the next call starts another one.
    pub has_left: bool,
    /// Status of the program: `going` while DDT runs it, `waits` for a key.
    pub status: Status,
}

/// Kind of a point: breakpoint or watchpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PointKind {
    /// A breakpoint: stops before an instruction.
    Break,
    /// A watchpoint: stops when a value changes.
    Watch,
}

/// A breakpoint or watchpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Point {
    /// Its number.
    pub number: u32,
    /// Breakpoint or watchpoint.
    pub kind: PointKind,
    /// Place or expression, as entered.
    pub text: String,
    /// Condition: stop only if this expression is not zero.
    pub condition: Option<String>,
    /// Address of a breakpoint.
    pub spot: Option<Spot>,
    /// Hit count.
    pub hits: u64,
}

/// A file that a program wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct WrittenFile {
    /// Its name.
    pub name: String,
    /// Its bytes as text; invalid UTF-8 becomes U+FFFD.
    pub text: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Its bytes in base64, if they are not text.
    pub base64: Option<String>,
}

impl Default for Simulator {
    fn default() -> Self {
        // Modules of a page do not contain the files.
        let root = (!cfg!(target_family = "wasm")).then_some(Root::Bundled);
        Simulator { root, held: None, graded: None }
    }
}

impl Simulator {
    /// Returns a simulator without a program.
    #[must_use]
    pub fn new() -> Self {
        Simulator::default()
    }

    /// Uses these files as the bundled ones.
    pub(crate) fn give(&mut self, files: &[Source]) -> Result<(), String> {
        let file = |file: &Source| Ok((file.name.clone().into(), file.bytes()?));
        let files: BTreeMap<PathBuf, Vec<u8>> =
            files.iter().map(file).collect::<Result<_, String>>()?;
        self.root = Some(Root::Given(files.into()));
        Ok(())
    }

    /// The bundled files.
    pub(crate) fn root(&self) -> Result<&Root, CallError> {
        self.root.as_ref().ok_or(CallError::Files)
    }

    pub(crate) fn held(&mut self) -> Result<&mut Held, String> {
        self.held.as_mut().ok_or_else(|| "no program was started".to_owned())
    }

    /// Loads a program, before its first instruction.
    pub(crate) fn start(&mut self, start: &Start) -> Result<Status, CallError> {
        self.clear();
        let (whole, host) = start.prepared()?;
        Ok(self.put(whole, host)?)
    }

    /// Removes the program.
    pub(crate) fn clear(&mut self) {
        self.held = None;
    }

    pub(crate) fn put(&mut self, whole: LoadedProgram, mut host: Host) -> Result<Status, String> {
        // Slices bound the work of system calls, except in scripts, where a slice cannot end within a cell.
        if whole.target.spec().syntax.place.is_none() {
            host.work = Work::limited(u64::MAX);
        }
        let before = host.files.clone();
        let session = Session::new(whole, host).map_err(|error| error.to_string())?;
        let last = session.machine(machine::Machine::registers);
        let held =
            Held { session, streams: Default::default(), before, last, race: None, other: None };
        Ok(self.held.insert(held).status(StopReason::Ready, Default::default(), Vec::new()))
    }
}

impl Start {
    /// The program and its host.
    pub(crate) fn prepared(&self) -> Result<(LoadedProgram, Host), CallError> {
        let whole = self.work.program()?;
        let target = &whole.target;
        let name = &self.work.sources[0].name;
        let mut host = self.host(target.world(), target.stops_at_polls(), name)?;
        if !self.arguments.is_empty() && !target.takes_arguments() {
            let title = target.architecture().title();
            return Err(format!("programs of {title} take no arguments").into());
        }
        host.screen = self.screen.map(|(lines, columns)| Screen { lines, columns });
        host.arguments = self.arguments.iter().map(|text| text.clone().into_bytes()).collect();
        Ok((whole, host))
    }

    /// Host of the program, as in `isagrid run`.
    fn host(&self, world: World, stops_at_polls: bool, name: &str) -> Result<Host, String> {
        let input = match &self.input {
            Some(input) => Input::closed(input.as_bytes()),
            // A program that polls also does other work.
            None if stops_at_polls => Input::closed(b""),
            None => Input::open(),
        };
        let mut host = Host { input, program: name.as_bytes().to_vec(), ..Host::default() };
        let disk = disk::names(world);
        if let Some(names) = disk {
            host.program = (names.job)(std::path::Path::new(name)).into_bytes();
        }
        for file in &self.files {
            let key = match disk {
                Some(names) => (names.key)(&file.name)?,
                None => file.name.clone().into_bytes(),
            };
            host.files.give(key, file.bytes()?);
        }
        Ok(host)
    }
}

impl Held {
    /// Runs the program for a slice.
    ///
    /// # Errors
    /// An error message if it cannot run this way.
    pub(crate) fn go(&mut self, way: RunMode, slice: u64) -> Result<Status, String> {
        if way != RunMode::Resume {
            self.last = self.session.machine(machine::Machine::registers);
        }
        // Another program has no lines.
        let way = match way {
            RunMode::Line if self.other.is_some() => RunMode::Instruction,
            RunMode::OverLine if self.other.is_some() => RunMode::OverInstruction,
            way => way,
        };
        let going = match way {
            RunMode::On => Movement::On,
            RunMode::Line => Movement::Lines(1, false),
            RunMode::OverLine => Movement::Lines(1, true),
            RunMode::Instruction => Movement::Instructions(1, false),
            RunMode::OverInstruction => Movement::Instructions(1, true),
            RunMode::Beyond => Movement::Beyond,
            RunMode::Out => Movement::Out,
            RunMode::ToSystemCall if !self.session.asks_system() => {
                return Err("this program makes no system calls".to_owned());
            }
            RunMode::ToSystemCall => Movement::ToSystemCall,
            RunMode::Resume => {
                let came = self.session.resume(slice);
                return Ok(self.came(came));
            }
        };
        let came = self.session.go(going, slice);
        Ok(self.came(came))
    }

    /// Runs the program to a place.
    pub(crate) fn go_to_place(&mut self, place: &str, slice: u64) -> Result<Status, String> {
        let address = self.session.place(place)?;
        self.last = self.session.machine(machine::Machine::registers);
        let came = self.session.go(Movement::To(address), slice);
        Ok(self.came(came))
    }

    /// Goes back; after [`StopReason::Going`], the same call continues.
    pub(crate) fn back(&mut self, by: Back, slice: u64) -> Status {
        self.last = self.session.machine(machine::Machine::registers);
        let came = match by {
            Back::Line => self.session.back_line(slice),
            Back::Instruction => self.session.back_instructions(1, slice),
            Back::Stop => self.session.back_to_stop(slice),
        };
        self.came(came)
    }

    /// Goes to a position of the run; after [`StopReason::Going`], the same call continues.
    pub(crate) fn seek(&mut self, position: u64, slice: u64) -> Status {
        self.last = self.session.machine(machine::Machine::registers);
        let is_there = self.session.go_to_in_parts(position, slice);
        let why = if is_there { StopReason::Ready } else { StopReason::Going };
        self.status(why, Default::default(), Vec::new())
    }

    /// Types keys to DDT, and lets it run the program for a slice.
    ///
    /// # Errors
    /// An error message if the machine is not a PDP-10.
    pub(crate) fn ddt(&mut self, keys: &str, slice: u64) -> Result<DdtStatus, String> {
        let target = &self.session.whole().target;
        if target.isa() != "pdp10" {
            return Err(format!(
                "DDT is for the PDP-10, not for {}",
                target.architecture().title()
            ));
        }
        self.last = self.session.machine(machine::Machine::registers);
        let answer = self.session.ddt(keys.as_bytes(), slice).map_err(|error| error.to_string())?;
        if answer.is_loaded {
            self.streams = Default::default();
            self.race = None;
        }
        self.other = answer.is_other.then(Image::default);
        let why = match answer.state {
            DdtState::Runs => StopReason::Going,
            DdtState::Waits => StopReason::Waits,
            DdtState::Reads | DdtState::Left => StopReason::Ready,
        };
        let status = self.status(why, answer.output, Vec::new());
        let has_left = answer.state == DdtState::Left;
        Ok(DdtStatus { typed: answer.typed, is_loaded: answer.is_loaded, has_left, status })
    }

    pub(crate) fn came(&mut self, came: MoveResult) -> Status {
        let spec = self.session.whole().target.spec();
        let why = match came.halt {
            Halt::Done => StopReason::Done,
            Halt::Returned => StopReason::Returned,
            Halt::Breakpoint(number) => StopReason::Breakpoint { number },
            Halt::Watch { number, text, old, new } => {
                let [old, new] = [old, new].map(|value| spec.show_word(value));
                StopReason::Watch { number, text: asmkit::plain(&text), old, new }
            }
            Halt::Interrupted | Halt::Spent | Halt::Finding(_) => StopReason::Going,
            Halt::Waits => StopReason::Waits,
            Halt::Ended(status) => StopReason::Ended { status: Some(status) },
            Halt::RanOff => StopReason::Ended { status: None },
            Halt::Limit(limit) => StopReason::Limit { text: self.limit(limit) },
            Halt::Fault(fault) => self.fault(&fault),
            Halt::Beginning => StopReason::Beginning,
        };
        let mut notes = came.notes;
        if matches!(
            why,
            StopReason::Ended { .. } | StopReason::Limit { .. } | StopReason::Fault { .. }
        ) {
            notes.extend(self.session.machine(|machine| machine.remarks(false)));
        }
        self.status(why, came.output, notes)
    }

    fn limit(&self, limit: Limit) -> String {
        match limit {
            Limit::Output => {
                let cap = self.session.host(|host| host.output.cap_bytes()) >> 20;
                format!("the program printed more than {cap} MiB")
            }
            Limit::Work => {
                "the program did more work than the limit allows, for system calls or for \
                            the members of a script"
                    .to_owned()
            }
            Limit::Files => diagnose::limit(limit, self.session.whole().target.spec()),
        }
    }

    fn fault(&mut self, fault: &Fault) -> StopReason {
        let (detail, mut story) = self.session.story(fault);
        if self.other.is_some() {
            // It names lines and labels.
            story.clear();
        }
        let whole = self.session.whole();
        let spec = whole.target.spec();
        let line = self.session.host(|host| host.input.refused().map(|(_, last)| last.clone()));
        let advice = diagnose::refused_input(&fault.cause, line.as_ref())
            .or_else(|| self.session.machine(|machine| machine.advice(fault)));
        let image = self.image();
        let diagnostic = diagnose::fault(fault, image, &whole.sources, spec, detail);
        let message = diagnostic.map(|mut diagnostic| {
            diagnostic.help = advice.or(diagnostic.help);
            diagnostic.notes.append(&mut story);
            Message::of(&diagnostic, &whole.sources)
        });
        StopReason::Fault {
            story: story.iter().map(|line| asmkit::plain(line)).collect(),
            code: fault.cause.id().to_owned(),
            text: asmkit::plain(&diagnose::summary(fault, image, spec)),
            message,
        }
    }

    fn status(&mut self, why: StopReason, output: [Vec<u8>; 2], notes: Vec<String>) -> Status {
        let written = self.session.written();
        let text = |at: usize| self.streams[at].text(&output[at], written[at]);
        let [mut output, mut errors] = [0, 1].map(text);
        if matches!(
            why,
            StopReason::Ended { .. } | StopReason::Limit { .. } | StopReason::Fault { .. }
        ) {
            output += self.streams[0].rest();
            errors += self.streams[1].rest();
        }
        let units = |at: usize| self.streams[at].units(written[at]);
        let written = Written { output: units(0), errors: units(1) };
        let window = self.session.window();
        let pc = self.session.machine(machine::Machine::pc);
        let spot = self.spot(pc);
        let instruction = self.session.instruction(pc);
        let (now, end, start) = (window.now, window.end, window.start);
        let clock_ms = self.session.host(|host| host.clock_nanos) / 1_000_000;
        Status { why, now, end, start, spot, instruction, output, errors, written, notes, clock_ms }
    }

    /// Assigns a value to a register or memory.
    pub(crate) fn assign(&mut self, target: &str, value: &str) -> Result<Status, String> {
        self.race = None;
        self.session.assign(target, value)?;
        Ok(self.status(StopReason::Ready, Default::default(), Vec::new()))
    }

    /// Executes a typed instruction.
    pub(crate) fn execute(&mut self, text: &str) -> Result<Status, String> {
        self.race = None;
        self.last = self.session.machine(machine::Machine::registers);
        let came = self.session.execute(text)?;
        Ok(self.came(came))
    }

    pub(crate) fn spot(&self, address: u64) -> Spot {
        Spot::of(address, self.image(), self.session.whole().target.spec())
    }

    /// The program, for lines and labels of its addresses; without any while another one is selected.
    pub(crate) fn image(&self) -> &Image {
        self.other.as_ref().unwrap_or(&self.session.whole().image)
    }

    /// All breakpoints and watchpoints.
    pub(crate) fn points(&self) -> Vec<Point> {
        let point = |point: debuggers::Point| {
            let (kind, spot) = match point.kind {
                Trigger::Break(address) => (PointKind::Break, Some(self.spot(address))),
                Trigger::Memory(_) | Trigger::Expression => (PointKind::Watch, None),
            };
            Point {
                number: point.number,
                kind,
                spot,
                text: asmkit::plain(&point.text),
                condition: point.condition.as_deref().map(asmkit::plain),
                hits: point.hits,
            }
        };
        self.session.points().into_iter().map(point).collect()
    }

    /// The files that the program made or changed.
    pub(crate) fn kept(&self) -> Vec<WrittenFile> {
        self.session.host(|host| {
            let changed = its_disk::changed(&self.before, &host.files).into_iter();
            let kept = changed.map(|name| {
                let bytes = host.files.get(name).unwrap_or_default();
                WrittenFile {
                    name: asmkit::plain_name(&String::from_utf8_lossy(name)),
                    text: String::from_utf8_lossy(bytes).into_owned(),
                    bytes: bytes.len() as u64,
                    base64: std::str::from_utf8(bytes).is_err().then(|| BASE64.encode(bytes)),
                }
            });
            kept.collect()
        })
    }
}

/// How far to go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Back {
    /// To the beginning of a source line.
    Line,
    /// By one instruction.
    Instruction,
    /// To the last breakpoint or watchpoint, or to the beginning.
    Stop,
}
