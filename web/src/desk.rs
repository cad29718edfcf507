//! A program on a machine: how it begins, how it goes, and where it stands.

use std::any::Any;
use std::collections::BTreeMap;
use std::path::PathBuf;

use architecture::World;
use data_encoding::BASE64;
use debuggers::session::{Came, Session, Whole};
use debuggers::{Going, Halt, Kind};
use lanes::root::Root;
use machine::{Fault, Files, Host, Input, Limit, Machine as _, Work};
use machines::{diagnose, its_disk};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::check::Message;
use crate::output::Stream;
use crate::place::Spot;
use crate::refused::Refused;
use crate::work::{self, Source};

/// A program on its machine, or none yet.
#[derive(Debug)]
pub struct Desk {
    /// Where the lanes and examples are; none where nobody gave them yet.
    root: Option<Root>,
    held: Option<Held>,
    /// What is being graded. Only what grades knows it, so that it is no part of a module that does not.
    pub(crate) graded: Option<Box<dyn Any>>,
}

/// What lies on a desk.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) session: Session,
    streams: [Stream; 2],
    /// The files before the program began.
    before: Files,
    /// The registers when the program was last let go.
    pub(crate) last: Vec<(&'static str, u64)>,
    /// The race that is under way, which only what answers about puzzles knows.
    pub(crate) race: Option<Box<dyn Any>>,
}

/// How a program begins.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct Start {
    /// The sources.
    pub work: work::Work,
    /// All of its input; null where it is typed while the program runs.
    pub input: Option<String>,
    /// Its arguments; under ITS its command line.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// The files it can open; under ITS, its disk.
    #[serde(default)]
    pub files: Vec<Source>,
}

/// A way a program can go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// On and on.
    On,
    /// To the next source line.
    Line,
    /// To the next source line, calls counted as none.
    OverLine,
    /// One instruction.
    Instruction,
    /// One instruction, a call counted as one.
    OverInstruction,
    /// Behind the line it is in, also where that is a loop.
    Beyond,
    /// Out of the subroutine it is in.
    Out,
    /// To the next instruction that asks the system for something, before it does.
    ToSystemCall,
    /// What was broken off, when [`Why::Going`] or [`Why::Waits`] was said.
    Resume,
}

/// Why a program stands still.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Why {
    /// It has not begun, or was put where it is.
    Ready,
    /// The slice is used up: `resume` goes on.
    Going,
    /// It went where it was to go.
    Done,
    /// It came back from a subroutine.
    Returned,
    /// It is before the instruction of a breakpoint.
    Breakpoint {
        /// The number of the breakpoint.
        number: u32,
    },
    /// A watched value changed.
    Watch {
        /// The number of the watchpoint.
        number: u32,
        /// What is watched.
        text: String,
        /// The value before, as the manual prints it.
        old: String,
        /// The value now.
        new: String,
    },
    /// It waits for input: `feed` it, and `resume`.
    Waits,
    /// It ended.
    Ended {
        /// The status it gave; none where it ran past its last instruction.
        status: Option<i32>,
    },
    /// It wanted more of something than it may have.
    Limit {
        /// More of what.
        text: String,
    },
    /// It made a mistake; one can go back from here.
    Fault {
        /// The code, which `explain` tells more of.
        code: String,
        /// What is wrong.
        text: String,
        /// The message about its source line, where there is one.
        message: Option<Message>,
        /// How it came about, in sentences, where there is no such message that says so in its notes.
        story: Vec<String>,
    },
    /// It is back at the beginning of what is recorded.
    Beginning,
}

/// Where a program stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Status {
    /// Why it stands still.
    pub why: Why,
    /// Instructions until now: the position in the run.
    pub now: u64,
    /// The position it ever came to.
    pub end: u64,
    /// The position one can go back to.
    pub start: u64,
    /// The instruction that runs next.
    pub spot: Spot,
    /// The same as the manual spells it; none where there is none.
    pub instruction: Option<String>,
    /// What it wrote since the last status.
    pub output: String,
    /// The same to standard error.
    pub errors: String,
    /// How much of all that it ever wrote was written at this point, as text: in units of UTF-16.
    pub written: Written,
    /// Mistakes that its system let pass meanwhile.
    pub told: Vec<String>,
}

/// How much a program wrote until a moment, in units of UTF-16 of what was told as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
pub struct Written {
    /// To standard output.
    pub output: u64,
    /// To standard error.
    pub errors: u64,
}

/// What a point stops a program at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PointKind {
    /// An instruction that is come to: a breakpoint.
    Break,
    /// A value that changes: a watchpoint.
    Watch,
}

/// A breakpoint or watchpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Point {
    /// Its number.
    pub number: u32,
    /// Which of the two it is.
    pub kind: PointKind,
    /// What was given: a place, or an expression.
    pub text: String,
    /// The expression that must not be zero.
    pub condition: Option<String>,
    /// Of a breakpoint: where it is.
    pub spot: Option<Spot>,
    /// How often it was come to.
    pub hits: u64,
}

/// A file that a program left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Kept {
    /// Its name.
    pub name: String,
    /// Its bytes as text, those that are no letters as U+FFFD.
    pub text: String,
    /// How many bytes it has.
    pub bytes: u64,
    /// The bytes in base64, where they are no text.
    pub base64: Option<String>,
}

impl Default for Desk {
    fn default() -> Self {
        // Nothing comes along with a module of a page.
        let root = (!cfg!(target_family = "wasm")).then_some(Root::Bundled);
        Desk { root, held: None, graded: None }
    }
}

impl Desk {
    /// Nothing on it.
    #[must_use]
    pub fn new() -> Self {
        Desk::default()
    }

    /// Takes files for those that came with the machines.
    pub(crate) fn give(&mut self, files: &[Source]) -> Result<(), String> {
        let file = |file: &Source| Ok((file.name.clone().into(), file.bytes()?));
        let files: BTreeMap<PathBuf, Vec<u8>> =
            files.iter().map(file).collect::<Result<_, String>>()?;
        self.root = Some(Root::Given(files.into()));
        Ok(())
    }

    /// Where the files are that came with the machines.
    pub(crate) fn root(&self) -> Result<&Root, Refused> {
        self.root.as_ref().ok_or(Refused::Files)
    }

    pub(crate) fn held(&mut self) -> Result<&mut Held, String> {
        self.held.as_mut().ok_or_else(|| "no program was started".to_owned())
    }

    /// Puts a program on the desk; it stands before its first instruction.
    pub(crate) fn start(&mut self, start: &Start) -> Result<Status, Refused> {
        self.clear();
        let whole = start.work.program()?;
        let target = &whole.target;
        let name = &start.work.sources[0].name;
        let mut host = start.host(target.world(), target.polls_input(), name)?;
        if !start.arguments.is_empty() && !target.takes_arguments() {
            let title = target.architecture().title();
            return Err(format!("programs of {title} take no arguments").into());
        }
        host.arguments = start.arguments.iter().map(|text| text.clone().into_bytes()).collect();
        Ok(self.put(whole, host)?)
    }

    /// Takes the program from the desk.
    pub(crate) fn clear(&mut self) {
        self.held = None;
    }

    pub(crate) fn put(&mut self, whole: Whole, mut host: Host) -> Result<Status, String> {
        // A machine stops at the end of a slice, however many calls of the system a program makes; a cell of
        // a script has no end of a slice within it.
        if whole.target.spec().syntax.place.is_none() {
            host.work = Work::limited(u64::MAX);
        }
        let before = host.files.clone();
        let session = Session::new(whole, host).map_err(|error| error.to_string())?;
        let last = session.machine(machine::Machine::registers);
        let held = Held { session, streams: Default::default(), before, last, race: None };
        Ok(self.held.insert(held).status(Why::Ready, Default::default(), Vec::new()))
    }
}

impl Start {
    /// What lies around the program, as `isagrid run` has it.
    fn host(&self, world: World, polls: bool, name: &str) -> Result<Host, String> {
        let input = match &self.input {
            Some(input) => Input::closed(input.as_bytes()),
            None if polls => Input::closed(b""),
            None => Input::open(),
        };
        let mut host = Host { input, program: name.as_bytes().to_vec(), ..Host::default() };
        if world == World::Disk {
            host.program = its_disk::job_name(std::path::Path::new(name)).into_bytes();
        }
        for file in &self.files {
            let key = match world {
                World::Disk => its_disk::key(&file.name)?,
                World::Asked | World::Beside => file.name.clone().into_bytes(),
            };
            host.files.give(key, file.bytes()?);
        }
        Ok(host)
    }
}

impl Held {
    /// Lets the program go for a slice.
    ///
    /// # Errors
    /// A sentence when it cannot go this way.
    pub(crate) fn go(&mut self, way: Way, slice: u64) -> Result<Status, String> {
        if way != Way::Resume {
            self.last = self.session.machine(machine::Machine::registers);
        }
        let going = match way {
            Way::On => Going::On,
            Way::Line => Going::Lines(1, false),
            Way::OverLine => Going::Lines(1, true),
            Way::Instruction => Going::Instructions(1, false),
            Way::OverInstruction => Going::Instructions(1, true),
            Way::Beyond => Going::Beyond,
            Way::Out => Going::Out,
            Way::ToSystemCall if !self.session.asks_system() => {
                return Err("nothing in this program asks its system for something".to_owned());
            }
            Way::ToSystemCall => Going::ToSystemCall,
            Way::Resume => {
                let came = self.session.resume(slice);
                return Ok(self.came(came));
            }
        };
        let came = self.session.go(going, slice);
        Ok(self.came(came))
    }

    /// Lets the program go to a place.
    pub(crate) fn go_to_place(&mut self, place: &str, slice: u64) -> Result<Status, String> {
        let address = self.session.place(place)?;
        self.last = self.session.machine(machine::Machine::registers);
        let came = self.session.go(Going::To(address), slice);
        Ok(self.came(came))
    }

    /// Goes back; [`Why::Going`] where asking again goes on.
    pub(crate) fn back(&mut self, by: Back, slice: u64) -> Status {
        self.last = self.session.machine(machine::Machine::registers);
        let came = match by {
            Back::Line => self.session.back_line(slice),
            Back::Instruction => self.session.back_instructions(1, slice),
            Back::Stop => self.session.back_to_stop(slice),
        };
        self.came(came)
    }

    /// Goes to a position of the run; [`Why::Going`] where asking again goes on.
    pub(crate) fn seek(&mut self, position: u64, slice: u64) -> Status {
        self.last = self.session.machine(machine::Machine::registers);
        let is_there = self.session.go_to_in_parts(position, slice);
        let why = if is_there { Why::Ready } else { Why::Going };
        self.status(why, Default::default(), Vec::new())
    }

    pub(crate) fn came(&mut self, came: Came) -> Status {
        let spec = self.session.whole().target.spec();
        let why = match came.halt {
            Halt::Done => Why::Done,
            Halt::Returned => Why::Returned,
            Halt::Breakpoint(number) => Why::Breakpoint { number },
            Halt::Watch { number, text, old, new } => {
                let [old, new] = [old, new].map(|value| spec.show_word(value));
                Why::Watch { number, text: asmkit::plain(&text), old, new }
            }
            Halt::Interrupted | Halt::Spent => Why::Going,
            Halt::Waits => Why::Waits,
            Halt::Ended(status) => Why::Ended { status: Some(status) },
            Halt::RanOff => Why::Ended { status: None },
            Halt::Limit(limit) => Why::Limit { text: self.limit(limit) },
            Halt::Fault(fault) => self.fault(&fault),
            Halt::Beginning => Why::Beginning,
        };
        self.status(why, came.output, came.told)
    }

    fn limit(&self, limit: Limit) -> String {
        match limit {
            Limit::Output => {
                let cap = self.session.host(|host| host.output.cap_bytes()) >> 20;
                format!("the program printed more than {cap} MiB")
            }
            Limit::Work => {
                "the program's calls of its system did more than a program may".to_owned()
            }
            Limit::Files => diagnose::limit(limit),
        }
    }

    fn fault(&mut self, fault: &Fault) -> Why {
        let (detail, mut story) = self.session.story(fault);
        let whole = self.session.whole();
        let spec = whole.target.spec();
        let line = self.session.host(|host| host.input.refused().map(|(_, last)| last.clone()));
        let advice = diagnose::refused_input(&fault.cause, line.as_ref())
            .or_else(|| self.session.machine(|machine| machine.advice(fault)));
        let told = diagnose::fault(fault, &whole.image, &whole.sources, spec, detail);
        let message = told.map(|mut told| {
            told.help = advice.or(told.help);
            told.notes.append(&mut story);
            Message::of(&told, &whole.sources)
        });
        Why::Fault {
            story: story.iter().map(|line| asmkit::plain(line)).collect(),
            code: fault.cause.id().to_owned(),
            text: asmkit::plain(&diagnose::told(fault, &whole.image, spec)),
            message,
        }
    }

    fn status(&mut self, why: Why, output: [Vec<u8>; 2], told: Vec<String>) -> Status {
        let written = self.session.written();
        let text = |at: usize| self.streams[at].text(&output[at], written[at]);
        let [mut output, mut errors] = [0, 1].map(text);
        if matches!(why, Why::Ended { .. } | Why::Limit { .. } | Why::Fault { .. }) {
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
        Status { why, now, end, start, spot, instruction, output, errors, written, told }
    }

    /// Gives a register or memory a value.
    pub(crate) fn assign(&mut self, target: &str, value: &str) -> Result<Status, String> {
        self.race = None;
        self.session.assign(target, value)?;
        Ok(self.status(Why::Ready, Default::default(), Vec::new()))
    }

    pub(crate) fn spot(&self, address: u64) -> Spot {
        let whole = self.session.whole();
        Spot::of(address, &whole.image, whole.target.spec())
    }

    /// All breakpoints and watchpoints.
    pub(crate) fn points(&self) -> Vec<Point> {
        let point = |point: debuggers::Point| {
            let (kind, spot) = match point.kind {
                Kind::Break(address) => (PointKind::Break, Some(self.spot(address))),
                Kind::Memory(_) | Kind::Expression => (PointKind::Watch, None),
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
    pub(crate) fn kept(&self) -> Vec<Kept> {
        self.session.host(|host| {
            let changed = its_disk::changed(&self.before, &host.files).into_iter();
            let kept = changed.map(|name| {
                let bytes = host.files.get(name).unwrap_or_default();
                Kept {
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

/// A way back.
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
