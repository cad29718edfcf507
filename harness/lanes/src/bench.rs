//! Speed of a machine: million guest instructions per CPU second.

pub mod solvers;

use std::fs;

use architecture::Choices;
use machine::{Host, Image, Machine as _, Observer, Stop};
use reference::Puzzle;
use targets::target::{AnyMachine, Target};

use crate::decisions::{Places, RunDigest, Watcher};
use crate::lane::Lane;

/// Benchmark loop of arithmetic, loads, stores and a branch, with its dialect.
///
/// # Errors
/// An error message if its machine cannot be set up for that dialect.
pub fn loop_of(target: &Target) -> Result<(&'static str, Target), String> {
    let machine = target.architecture();
    let (dialect, text) = machine.benchmark();
    Ok((text, machine.set_up(dialect, &Choices::default())?.into()))
}

/// Speed of one program.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speed {
    /// Instructions per run.
    pub instructions: u64,
    /// Seconds of the fastest run.
    pub seconds: f64,
}

impl Speed {
    /// Million instructions per second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.instructions as f64 / self.seconds / 1e6
    }
}

/// Runs a program several times and returns the fastest run, without loading.
///
/// Every run has a fresh machine, which compiles its own native code, and a fresh observer.
///
/// # Errors
/// An error message if the program does not load or does not exit.
pub fn measure<O: Observer>(
    target: &Target,
    image: &Image,
    host: &Host,
    runs: u32,
    observer: impl Fn(&mut AnyMachine) -> O,
) -> Result<Speed, String> {
    let mut best: Option<Speed> = None;
    for _ in 0..runs {
        let mut machine = target.alone().machine();
        machine.load(image).map_err(|error| error.to_string())?;
        let mut host = host.clone();
        let mut observer = observer(&mut machine);
        let clock = Clock::start();
        let stop = machine.run(&mut host, u64::MAX, &mut observer);
        let seconds = clock.seconds();
        if !matches!(stop, Stop::Exit { .. } | Stop::End) {
            return Err("the benchmark program did not exit".to_owned());
        }
        let speed = Speed { instructions: machine.counts().instructions, seconds };
        if best.is_none_or(|best| speed.seconds < best.seconds) {
            best = Some(speed);
        }
    }
    best.ok_or_else(|| "nothing was run".to_owned())
}

/// Observer that verification uses, for a lane's program and puzzle.
///
/// # Errors
/// An error message if the program lacks a label that the lane names.
pub fn watcher(
    lane: &Lane,
    image: &Image,
    puzzle: &Puzzle,
) -> Result<impl Fn(&mut AnyMachine) -> Watcher<RunDigest>, String> {
    let places = Places::of(lane, image)?;
    let puzzle = puzzle.clone();
    Ok(move |machine: &mut AnyMachine| {
        machine.watch(places.base, places.end());
        Watcher::new(places.clone(), &puzzle, RunDigest::default())
    })
}

/// CPU time of this thread, or elapsed time if the system does not report CPU time.
struct Clock {
    cpu_nanos: Option<u64>,
    elapsed: std::time::Instant,
}

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "measuring is what a benchmark is for")]
    fn start() -> Self {
        Clock { cpu_nanos: cpu_nanos(), elapsed: std::time::Instant::now() }
    }

    fn seconds(&self) -> f64 {
        match (self.cpu_nanos, cpu_nanos()) {
            (Some(start), Some(end)) if end > start => (end - start) as f64 / 1e9,
            _ => self.elapsed.elapsed().as_secs_f64(),
        }
    }
}

/// Calls a function and returns its result with the seconds of [`clock_name`] it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let clock = Clock::start();
    let done = work();
    (done, clock.seconds())
}

/// Name of the clock of [`measure`].
#[must_use]
pub fn clock_name() -> &'static str {
    match cpu_nanos() {
        Some(_) => "CPU seconds of the thread",
        None => "elapsed seconds (CPU time is not available on this system)",
    }
}

/// Nanoseconds this thread has run, on Unix.
///
/// Source: POSIX.1-2024, clock_gettime, `CLOCK_THREAD_CPUTIME_ID`.
#[cfg(unix)]
fn cpu_nanos() -> Option<u64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanos = seconds * 1_000_000_000 + u64::try_from(time.tv_nsec).ok()?;
    (nanos > 0).then_some(nanos)
}

#[cfg(not(unix))]
fn cpu_nanos() -> Option<u64> {
    None
}

/// Name of the processor, if the system reports it.
#[must_use]
pub fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name"));
    let name = name.map(|name| name.trim_start_matches(['\t', ' ', ':']).to_owned());
    name.unwrap_or_else(|| format!("unknown processor ({})", std::env::consts::ARCH))
}
