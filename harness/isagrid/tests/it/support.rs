//! Runs the command.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Result of a command.
pub(crate) struct Done {
    pub(crate) status: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Done {
    pub(crate) fn out(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// Status, output and messages as one text for a snapshot; control characters are escaped.
    pub(crate) fn printed(&self) -> String {
        let out = self.out();
        let escape = |c: char| match c {
            '\n' | '\t' => c.to_string(),
            c if c.is_control() => c.escape_default().to_string(),
            c => c.to_string(),
        };
        let out: String = out.chars().map(escape).collect();
        let end = if out.is_empty() || out.ends_with('\n') { "" } else { "(no line end)\n" };
        format!("status {}\n--- output\n{out}{end}--- messages\n{}", self.status, self.stderr)
    }
}

/// Root folder of the repository.
pub(crate) fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).expect("the package is in a workspace").to_owned()
}

/// Runs `isagrid` in a folder with some input.
pub(crate) fn isagrid(folder: &Path, arguments: &[&str], input: &[u8]) -> Done {
    let mut child = Command::new(env!("CARGO_BIN_EXE_isagrid"))
        .args(arguments)
        // The user may have enabled colours everywhere.
        .env_remove("CLICOLOR_FORCE")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("isagrid was built");
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    // A command that reads nothing may close its end.
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = child.wait_with_output().expect("isagrid ends");
    Done {
        status: output.status.code().unwrap_or(-1),
        stdout: output.stdout,
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}
