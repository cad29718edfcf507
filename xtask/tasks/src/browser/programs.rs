//! Programs that the checks need: the browser, Node.js, and npm with the packages it installs.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use xtask::repository;

/// Packages that npm installs: the browser driver, and the rules of accessibility.
const PACKAGES: [&str; 2] = ["playwright-core@1.65.1", "axe-core@4.14.1"];

/// Names of the browser's command.
const CHROMIUM: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Time limit of npm.
const FETCHING: Duration = Duration::from_secs(240);

/// Time that an ended program may take to close its standard error.
const ENDING: Duration = Duration::from_secs(5);

/// Lines of a program's errors that are shown.
const SHOWN: usize = 2;

/// Paths of the installed programs.
pub(super) struct Programs {
    pub(super) chromium: PathBuf,
    pub(super) node: PathBuf,
    npm: PathBuf,
}

impl Programs {
    /// All of them, or a message about a missing one.
    pub(super) fn found() -> Result<Self, String> {
        let one = |name| repository::program(name).ok_or(format!("{name} is not installed"));
        let chromium = CHROMIUM.into_iter().find_map(repository::program);
        let chromium = chromium.ok_or(format!("none of {} is installed", CHROMIUM.join(", ")))?;
        Ok(Programs { chromium, node: one("node")?, npm: one("npm")? })
    }

    /// Installs the packages in a folder; an error message if that fails.
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
        Err(format!("npm cannot install {}: {why}", PACKAGES.join(" and ")))
    }
}

/// Sets a program's home and its folder for temporary files.
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

/// Result of a program that has ended.
pub(super) struct Done {
    pub(super) is_well: bool,
    pub(super) text: String,
    pub(super) errors: String,
}

/// Runs a program with this input; kills it at the time limit, which is an error.
pub(super) fn output(command: &mut Command, input: &[u8], limit: Duration) -> Result<Done, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |error: std::io::Error| format!("{name}: {error}");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program may close its input without reading it.
        let _ = stdin.write_all(input);
    }
    let (text, errors) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let Ok(text) = text.recv_timeout(limit) else {
        child.kill().and_then(|()| child.wait()).map_err(failed)?;
        return Err(format!("{name} did not end within {} s", limit.as_secs()));
    };
    let status = child.wait().map_err(failed)?;
    Ok(Done {
        is_well: status.success(),
        text,
        errors: errors.recv_timeout(ENDING).unwrap_or_default(),
    })
}

/// Everything read from a pipe, sent when the pipe ends.
fn reader(pipe: Option<impl Read + Send + 'static>) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // After a failure, the bytes before it are still shown.
            let _ = pipe.read_to_end(&mut bytes);
        }
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}
