//! Comparison of the machines and assemblers with real simulators, QEMU, and GNU's tools.
//!
//! Outputs must be equal byte for byte. Programs that are not installed are named, never skipped
//! silently. Other steps check workflows with the usual linters, run jobs on a real Slurm, test the
//! check of HTML pages, and check the page of a report.

mod compiled;
mod conventions;
mod linux;
mod mos6502;
mod outside;
mod pages;
mod random;
mod reports;
mod simh;
mod simulators;
mod sizes;
mod slurm;
mod sources;
mod speed;
mod suites;
mod tables;
mod virt;
mod workflows;

pub(crate) use speed::{measure, search};
pub(crate) use suites::suites;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use xtask::repository;

use crate::{browser, metadata};

/// Differences shown of one comparison; the others are only counted.
const SHOWN: usize = 20;

/// Input of a comparison.
#[derive(Clone)]
struct Peers<'a> {
    root: &'a Path,
    /// The built command.
    isagrid: &'a Path,
    /// Folder for temporary files of this comparison.
    scratch: PathBuf,
    /// Folder of the odd solutions of assignments as whole programs. Comparisons that run at the same time
    /// write them one after the other.
    odd: Arc<Mutex<PathBuf>>,
    /// Every file of the repository.
    files: Arc<[String]>,
}

/// Folders of solvers without input and output, and the folder of their input and output, by the same names.
const SOLVERS: [&str; 3] = ["asm/candidates/", "asm/constraint/", "asm/links/"];
const AROUND: &str = "asm/line/";

impl<'a> Peers<'a> {
    /// Comparisons with files in a folder of the target.
    fn new(root: &'a Path, isagrid: &'a Path, folder: &str) -> Result<Self, String> {
        let scratch = metadata::target(root)?.join(folder);
        std::fs::create_dir_all(&scratch).map_err(|error| error.to_string())?;
        let odd = Arc::new(Mutex::new(scratch.join("odd")));
        Ok(Peers { root, isagrid, scratch, odd, files: repository::files(root).into() })
    }

    /// The same with a folder of its own for temporary files.
    fn apart(&self, name: &str) -> Result<Self, String> {
        let scratch = self.scratch.join(name);
        std::fs::create_dir_all(&scratch).map_err(|error| error.to_string())?;
        Ok(Peers { scratch, ..self.clone() })
    }

    /// An assembly program as one file: itself, a solver followed by its input and output, or an odd
    /// solution completed by its assignment's reference.
    ///
    /// `None` for input and output alone, which are not a program.
    fn whole(&self, file: &str) -> Result<Option<PathBuf>, String> {
        let failed = |error: std::io::Error| format!("{file}: {error}");
        if file.starts_with(AROUND) {
            return Ok(None);
        }
        if let Some((assignment, odd)) = file.split_once("/oddities/") {
            let all = self.odd.lock().map_err(|error| format!("{file}: {error}"))?;
            let folder = all.join(assignment.replace('/', "-"));
            if !folder.exists() {
                let mut check = Command::new(self.isagrid);
                check.current_dir(self.root).args(["assignment", "check", assignment, "--write"]);
                tool(check.arg(&folder))?;
            }
            return Ok(Some(folder.join("oddities").join(odd)));
        }
        let source = self.root.join(file);
        let Some(name) = SOLVERS.iter().find_map(|folder| file.strip_prefix(folder)) else {
            return Ok(Some(source));
        };
        let mut text = std::fs::read_to_string(source).map_err(failed)?;
        text += &std::fs::read_to_string(self.root.join(AROUND).join(name)).map_err(failed)?;
        let together = self.scratch.join(file.replace('/', "-"));
        std::fs::write(&together, text).map_err(failed)?;
        Ok(Some(together))
    }
}

/// A comparison; returns its number of differences.
type Step = fn(&Peers<'_>) -> Result<usize, String>;

/// All comparisons in order, with their names on the command line.
const STEPS: [(&str, Step); 17] = [
    ("simulators", simulators::compare),
    ("linux", linux::compare),
    ("random", random::compare),
    ("virt", virt::compare),
    ("compiled", compiled::compare),
    ("sizes", sizes::compare),
    ("outside", outside::compare),
    ("simh", simh::compare),
    ("mos6502", mos6502::compare),
    ("tables", tables::compare),
    ("sources", sources::compare),
    ("reports", reports::compare),
    ("conventions", conventions::compare),
    ("workflows", workflows::compare),
    ("slurm", slurm::compare),
    ("browser", |_| browser::self_test()),
    ("pages", pages::compare),
];

/// Checks that all of these are names of steps.
pub(crate) fn known(names: &[String]) -> Result<(), String> {
    let steps = || STEPS.map(|(name, _)| name).join(", ");
    match names.iter().find(|name| !STEPS.iter().any(|(step, _)| step == name)) {
        Some(name) => Err(format!(
            "unknown step `{name}`; the steps are {}, or use --speed, --random or --suites",
            steps()
        )),
        None => Ok(()),
    }
}

/// Compares the random programs of a number of seeds, from the first one on.
pub(crate) fn random(root: &Path, isagrid: &Path, first: u64, count: u64) -> Result<u8, String> {
    let peers = Peers::new(root, isagrid, "peers")?;
    Ok(u8::from(random::compare_seeds(&peers, first, count)? > 0))
}

/// Runs all steps, or only those named, as far as their programs are installed, and prints the results.
///
/// Each processor runs a step at a time, because most steps use one.
pub(crate) fn compare(root: &Path, isagrid: &Path, only: &[String]) -> Result<u8, String> {
    let peers = Peers::new(root, isagrid, "peers")?;
    let is_wanted = |name: &str| only.is_empty() || only.iter().any(|wanted| wanted == name);
    let steps = Mutex::new(STEPS.into_iter().filter(|(name, _)| is_wanted(name)));
    let differences = AtomicUsize::new(0);
    let work = || -> Result<(), String> {
        // The lock is held while the next step is taken, not while it runs.
        let next = || steps.lock().ok().and_then(|mut steps| steps.next());
        while let Some((name, step)) = next() {
            let found = step(&peers.apart(name)?)?;
            differences.fetch_add(found, Ordering::Relaxed);
        }
        Ok(())
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(ended) => ended,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    let differences = differences.into_inner();
    println!("peers: {differences} differences");
    Ok(u8::from(differences > 0))
}

/// Comparisons with one program.
struct Tally<'a> {
    /// Name of the program, and of the things that are compared.
    with: &'a str,
    what: &'a str,
    compared: usize,
    differences: usize,
}

impl<'a> Tally<'a> {
    fn new(with: &'a str, what: &'a str) -> Self {
        Tally { with, what, compared: 0, differences: 0 }
    }

    /// Counts one comparison, with its difference if there is one.
    fn add(&mut self, name: &str, difference: Option<String>) {
        self.compared += 1;
        let Some(difference) = difference else { return };
        self.differences += 1;
        if self.differences <= SHOWN {
            println!("peers: {name} differs from {}\n{difference}", self.with);
        }
    }

    /// Prints the sums, and returns the number of differences.
    fn end(self) -> usize {
        let Tally { with, what, compared, differences } = self;
        println!("peers: {with}: {compared} {what} compared, {differences} differences");
        differences
    }
}

/// Whether all of these are installed; prints the name of a missing one.
fn installed(commands: &[&str]) -> bool {
    let missing = commands.iter().find(|command| repository::program(command).is_none());
    if let Some(missing) = missing {
        println!("peers: {missing} is not installed: nothing was compared with it");
    }
    missing.is_none()
}

/// Output of a program for this input.
fn output(command: &mut Command, input: &[u8]) -> Result<Output, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |error: std::io::Error| format!("{name}: {error}");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program may close its input without reading it.
        let _ = std::io::Write::write_all(&mut stdin, input);
    }
    child.wait_with_output().map_err(failed)
}

/// Runs a tool that must succeed, because we wrote its arguments.
fn tool(command: &mut Command) -> Result<Output, String> {
    let done = output(command, b"")?;
    if done.status.success() {
        return Ok(done);
    }
    let errors: Vec<String> =
        String::from_utf8_lossy(&done.stderr).lines().take(SHOWN).map(str::to_owned).collect();
    Err(format!("{command:?} failed:\n{}", errors.join("\n")))
}

fn shown(bytes: &[u8]) -> String {
    let beginning = &bytes[..bytes.len().min(200)];
    format!("{} bytes, \"{}\"", bytes.len(), beginning.escape_ascii())
}
