//! The programs a look at pages needs: the browser, Node.js, and npm with what it fetches.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::repository;

/// What npm fetches: what drives the browser, and the rules of accessibility.
const PACKAGES: [&str; 2] = ["playwright-core@1.65.1", "axe-core@4.14.1"];

/// Names of the one browser.
const CHROMIUM: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// What npm may take.
const FETCHING: Duration = Duration::from_secs(240);

/// What a program that has ended may take to close what it complains on.
const ENDING: Duration = Duration::from_secs(5);

/// Lines of a program's complaint that are shown.
const SHOWN: usize = 2;

/// Where they are installed.
pub(super) struct Programs {
    pub(super) chromium: PathBuf,
    pub(super) node: PathBuf,
    npm: PathBuf,
}

impl Programs {
    /// All of them, or a sentence about the one that is absent.
    pub(super) fn found() -> Result<Self, String> {
        let one = |name| repository::program(name).ok_or(format!("{name} is not installed"));
        let chromium = CHROMIUM.into_iter().find_map(repository::program);
        let chromium = chromium.ok_or(format!("none of {} is installed", CHROMIUM.join(", ")))?;
        Ok(Programs { chromium, node: one("node")?, npm: one("npm")? })
    }

    /// Puts the packages into a folder, or says in a sentence why that cannot be.
    pub(super) fn install(&self, folder: &Path) -> Result<(), String> {
        let mut npm = Command::new(&self.npm);
        npm.args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"]);
        npm.args(["--loglevel", "error", "--update-notifier", "false", "--logs-max", "0"]);
        npm.arg("--prefix").arg(folder).arg("--cache").arg(folder.join("npm")).args(PACKAGES);
        npm.current_dir(folder);
        let why = match output(&mut npm, b"", FETCHING) {
            Ok(done) if done.is_well => return Ok(()),
            Ok(done) => done.errors.lines().take(SHOWN).collect::<Vec<_>>().join("; "),
            Err(why) => why,
        };
        Err(format!("npm cannot fetch {}: {why}", PACKAGES.join(" and ")))
    }
}

/// Lets a program find its home, and the place for temporary files, in a folder of ours.
pub(super) fn at_home(command: &mut Command, folder: &Path) -> Result<(), String> {
    let (home, temporary) = (folder.join("home"), folder.join("t"));
    for made in [&home, &temporary] {
        std::fs::create_dir_all(made).map_err(|error| format!("{}: {error}", made.display()))?;
    }
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"] {
        command.env(name, &home);
    }
    command.env("TMPDIR", temporary).current_dir(folder);
    Ok(())
}

/// What a program said before it ended.
pub(super) struct Done {
    pub(super) is_well: bool,
    pub(super) text: String,
    pub(super) errors: String,
}

/// Runs a program with this input; one that takes longer than the limit is ended, which is an error.
pub(super) fn output(command: &mut Command, input: &[u8], limit: Duration) -> Result<Done, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |error: std::io::Error| format!("{name}: {error}");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that reads nothing closes its end, which is its right.
        let _ = stdin.write_all(input);
    }
    let (text, errors) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let Ok(text) = text.recv_timeout(limit) else {
        child.kill().and_then(|()| child.wait()).map_err(failed)?;
        return Err(format!("{name} has not ended after {} s", limit.as_secs()));
    };
    let status = child.wait().map_err(failed)?;
    Ok(Done {
        is_well: status.success(),
        text,
        errors: errors.recv_timeout(ENDING).unwrap_or_default(),
    })
}

/// Everything that comes from a pipe, when it has ended.
fn reader(pipe: Option<impl Read + Send + 'static>) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What came before a failure is shown.
            let _ = pipe.read_to_end(&mut bytes);
        }
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}
