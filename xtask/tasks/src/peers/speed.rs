//! Measures speed: programs for Linux compared with QEMU, bare PDP-10 programs with SIMH's KS10.
//!
//! All run in turn, so that other load on the computer slows all of them. The fastest run of each
//! counts, in CPU seconds as bash measures them, from the start of the command to its end: this
//! includes loading and making native code. Both sides run the same file and so the same
//! instructions, which are counted here; their results must be equal. QEMU does not count by itself:
//! if there is a C compiler, it also runs each program with a plugin that counts, and must count the
//! same. Speed is never a failure.

mod compiled;
mod programs;
mod search;

pub(crate) use search::search;

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Peers, installed, output, shown, tool};
/// Runs of each program.
const RUNS: usize = 5;

/// Our engines, by their names for `--engine`.
const ENGINES: [&str; 2] = ["auto", "plain"];

/// Limit that no program here reaches.
const MOST_INSTRUCTIONS: &str = "100000000000";

/// Plugin of QEMU that counts instructions.
const PLUGIN: &str = include_str!("speed/count.c");

/// Script of bash that runs a command and prints its user and system seconds, with the command's errors
/// in a file.
///
/// A program that does not end is killed after ten minutes.
const TIMED: &str = r#"ulimit -t 600; TIMEFORMAT='%3U %3S'; time "$@" 2> "$0""#;

/// The other program, and how results are compared.
enum Peer {
    /// Command of an emulator of Linux programs; the output is compared.
    Qemu(&'static str),
    /// `pdp10`; `words` words from [`programs::RESULT`] on and the count are compared.
    Simh { words: usize },
}

impl Peer {
    fn command(&self) -> &'static str {
        match self {
            Peer::Qemu(command) => command,
            Peer::Simh { .. } => "pdp10",
        }
    }
}

/// A program that both sides run.
struct Program {
    name: &'static str,
    file: PathBuf,
    /// Options of `isagrid run`.
    switches: &'static [&'static str],
    input: Vec<u8>,
    peer: Peer,
}

/// Result of one run.
struct Run {
    /// Output or, of a bare program, words of memory in octal.
    left: Vec<u8>,
    /// Instructions, if they were counted.
    count: Option<u64>,
    seconds: f64,
}

/// Measures everything whose programs are installed, or the programs in C with these names; returns 0
/// unless results differ.
pub(crate) fn measure(root: &Path, isagrid: &Path, names: &[String]) -> Result<u8, String> {
    let peers = Peers::new(root, isagrid, "speed")?;
    if !installed(&["bash"]) {
        return Ok(0);
    }
    let mut differences = if names.is_empty() { by_hand(&peers)? } else { 0 };
    differences += compiled::measure(&peers, names)?;
    println!("\npeers: {differences} differences");
    Ok(u8::from(differences > 0))
}

/// Measures solvers and loops; returns the number of differences.
fn by_hand(peers: &Peers<'_>) -> Result<usize, String> {
    let plugin = plugin(peers)?;
    println!(
        "Million instructions per CPU second, the best of {RUNS} runs\n\n\
         {:<34} {:>11} {:>6} {:>6} {:>6} {:>8}  {:<14} {:>10} {:>11} {:>13}",
        "program",
        "instructions",
        "auto",
        "plain",
        "theirs",
        "counting",
        "",
        "auto/their",
        "plain/their",
        "auto/counting"
    );
    let mut differences = 0;
    for program in programs::all(peers)? {
        differences += row(peers, &program, plugin.as_deref())?;
    }
    Ok(differences)
}

/// Compiled plugin of QEMU, if there is a compiler.
pub(super) fn plugin(peers: &Peers<'_>) -> Result<Option<PathBuf>, String> {
    if !installed(&["cc"]) {
        return Ok(None);
    }
    let (source, file) = (peers.scratch.join("count.c"), peers.scratch.join("count.so"));
    std::fs::write(&source, PLUGIN).map_err(|error| format!("{}: {error}", source.display()))?;
    let mut command = Command::new("cc");
    tool(command.args(["-O2", "-shared", "-fPIC", "-o"]).arg(&file).arg(&source))?;
    Ok(Some(file))
}

/// Measures one program and prints its row; returns its number of differences.
fn row(peers: &Peers<'_>, program: &Program, plugin: Option<&Path>) -> Result<usize, String> {
    let mut best = [f64::INFINITY; ENGINES.len()];
    let (mut theirs_best, mut counting_best) = (f64::INFINITY, f64::INFINITY);
    let (mut count, mut different) = (0, None);
    let mut plugin = plugin.filter(|_| matches!(program.peer, Peer::Qemu(_)));
    for _ in 0..RUNS {
        let theirs = theirs(peers, program, None)?;
        theirs_best = theirs_best.min(theirs.seconds);
        let mut all = vec![theirs];
        match plugin.map(|_| self::theirs(peers, program, plugin)).transpose() {
            Ok(counting) => all.extend(counting),
            Err(why) => {
                println!("peers: QEMU rejects the plugin, so counting is not measured\n{why}");
                plugin = None;
            }
        }
        counting_best = all.get(1).map_or(counting_best, |run| counting_best.min(run.seconds));
        for (engine, best) in ENGINES.into_iter().zip(&mut best) {
            let ours = ours(peers, program, engine)?;
            *best = best.min(ours.seconds);
            count = ours.count.unwrap_or_default();
            let differs = |theirs: &&Run| {
                theirs.left != ours.left || theirs.count.is_some_and(|it| Some(it) != ours.count)
            };
            if let Some(theirs) = all.iter().find(differs) {
                different = Some(difference(&ours, theirs));
            }
        }
    }
    // No program here ends within a millisecond, but the number must not be divided by 0.
    let speed = |seconds: f64| count as f64 / 1e6 / seconds.max(0.001);
    let [auto, plain] = best.map(speed);
    let theirs = speed(theirs_best);
    let (counting, by_counting) = match plugin {
        Some(_) => {
            let counting = speed(counting_best);
            (format!("{counting:.0}"), format!("{:.2}", auto / counting))
        }
        None => ("-".to_owned(), "-".to_owned()),
    };
    let (name, peer) = (program.name, program.peer.command());
    println!(
        "{name:<34} {count:>12} {auto:>6.0} {plain:>6.0} {theirs:>6.0} {counting:>8}  {peer:<14} \
         {:>10.2} {:>11.2} {by_counting:>13}",
        auto / theirs,
        plain / theirs,
    );
    let Some(difference) = different else { return Ok(0) };
    println!("peers: {name} differs from {peer}\n{difference}");
    Ok(1)
}

fn difference(ours: &Run, theirs: &Run) -> String {
    let count = |run: &Run| run.count.map(|count| format!("{count} instructions, "));
    let line = |run: &Run| format!("{}{}", count(run).unwrap_or_default(), shown(&run.left));
    format!("  theirs: {}\n  ours:   {}", line(theirs), line(ours))
}

/// Command that runs a program in Isagrid.
fn ours_command(peers: &Peers<'_>, program: &Program, engine: &str) -> Vec<String> {
    let mut arguments = vec![peers.isagrid.display().to_string()];
    let run = ["run", "--counts", "--engine", engine, "--max-instructions", MOST_INSTRUCTIONS];
    arguments.extend(run.into_iter().chain(program.switches.iter().copied()).map(str::to_owned));
    if let Peer::Simh { words } = program.peer {
        let from = programs::RESULT;
        arguments.push(format!("--dump={from}..{from}+{words}.:words"));
    }
    arguments.push(program.file.display().to_string());
    arguments
}

/// Runs a program in Isagrid.
fn ours(peers: &Peers<'_>, program: &Program, engine: &str) -> Result<Run, String> {
    let arguments = ours_command(peers, program, engine);
    let (printed, said, seconds) = timed(peers, &arguments, &program.input)?;
    let counted = said.lines().find_map(|line| line.strip_prefix("instructions"));
    let counted = counted.and_then(|line| line.split_whitespace().next());
    let count = counted.and_then(|count| count.replace(',', "").parse().ok());
    if count.is_none() {
        return Err(format!("{arguments:?} printed no count:\n{said}"));
    }
    let left = match program.peer {
        Peer::Qemu(_) => printed,
        Peer::Simh { .. } => dumped(&said),
    };
    Ok(Run { left, count, seconds })
}

/// Words of a dump, whose lines are `ADDRESS <LABEL>: WORD WORD`.
fn dumped(said: &str) -> Vec<u8> {
    let is_word = |word: &&str| word.len() == 12 && word.bytes().all(|b| b.is_ascii_digit());
    let lines = said.lines().filter_map(|line| line.split_once(':'));
    let words: Vec<&str> =
        lines.flat_map(|(_, words)| words.split_whitespace()).filter(is_word).collect();
    words.join(" ").into_bytes()
}

/// Runs a program in the other program, or in QEMU with the plugin.
fn theirs(peers: &Peers<'_>, program: &Program, plugin: Option<&Path>) -> Result<Run, String> {
    let command = program.peer.command().to_owned();
    let Peer::Simh { words } = program.peer else {
        let mut arguments = vec![command];
        if let Some(plugin) = plugin {
            arguments.extend(["-plugin".to_owned(), plugin.display().to_string()]);
        }
        arguments.push(program.file.display().to_string());
        let (left, said, seconds) = timed(peers, &arguments, &program.input)?;
        let mut counts = said.lines().filter_map(|line| line.strip_prefix("counted "));
        let count = counts.next().and_then(|count| count.parse().ok());
        if plugin.is_some() && count.is_none() {
            return Err(format!("{arguments:?} printed no count:\n{said}"));
        }
        return Ok(Run { left, count, seconds });
    };
    // The script is a file, because a running program would read it from the console.
    let (script, file) = (peers.scratch.join("script"), program.file.display());
    let (from, to) = (programs::RESULT_ADDRESS, programs::RESULT_ADDRESS + words - 1);
    let text = format!("load -s {file}\ngo\nshow time\ne {from:o}-{to:o}\nquit\n");
    std::fs::write(&script, text).map_err(|error| format!("{}: {error}", script.display()))?;
    let (printed, _, seconds) = timed(peers, &[command, script.display().to_string()], b"")?;
    let printed = String::from_utf8_lossy(&printed).into_owned();
    let mut values = printed.lines().filter_map(|line| line.split_once(":\t"));
    let time = values.find(|(what, _)| *what == "Time");
    let count = time.and_then(|(_, time)| time.trim().parse().ok());
    let asked = words;
    let words: Vec<&str> = values.map(|(_, word)| word.trim()).collect();
    if count.is_none() || words.len() != asked {
        return Err(format!("pdp10 of SIMH cannot run {file}:\n{printed}"));
    }
    Ok(Run { left: words.join(" ").into_bytes(), count, seconds })
}

/// Output of a command, its errors, and its CPU seconds.
fn timed(
    peers: &Peers<'_>,
    arguments: &[String],
    input: &[u8],
) -> Result<(Vec<u8>, String, f64), String> {
    let said = peers.scratch.join("said");
    let mut command = Command::new("bash");
    command.env("LC_ALL", "C").args(["-c", TIMED]).arg(&said).args(arguments);
    let done = output(&mut command, input)?;
    let said = std::fs::read(&said).unwrap_or_default();
    let said = String::from_utf8_lossy(&said).into_owned();
    let time = String::from_utf8_lossy(&done.stderr).into_owned();
    let seconds: Option<Vec<f64>> = time
        .lines()
        .last()
        .and_then(|line| line.split_whitespace().map(|number| number.parse().ok()).collect());
    match seconds.map(|both| both.iter().sum()) {
        Some(seconds) if done.status.success() => Ok((done.stdout, said, seconds)),
        _ => Err(format!("{arguments:?}: {}\n{said}{time}", done.status)),
    }
}
