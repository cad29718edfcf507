//! `isagrid debug --gdb`, which starts gdb: a stand-in that prints its arguments, and the real gdb if
//! it is installed and supports the machine.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::root;

/// Stand-in that prints its arguments and connects to the port.
const FAKE: &str = "#!/bin/sh
[ \"$2\" = -batch ] && exit 0
[ -s \"$2\" ] && echo \"an ELF file, and $1 $3 $4\" | sed 's/[0-9]*$/PORT/'
[ -x /bin/bash ] && exec /bin/bash -c 'exec 3<>\"/dev/tcp/127.0.0.1/${0##*:}\"' \"$4\"
exit 1
";

/// Folder with a program and a `gdb-multiarch`, the only one in PATH.
fn prepared(gdb: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read(root().join("harness/isagrid/tests/programs/debug-mips32.s")).unwrap();
    fs::write(folder.path().join("sum.s"), text).unwrap();
    let fake = folder.path().join("gdb-multiarch");
    fs::write(&fake, gdb).unwrap();
    fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

/// Status, output and messages, with an optional PATH.
fn debugged(folder: &Path, path: Option<&str>, input: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isagrid"));
    if let Some(path) = path {
        command.env("PATH", path);
    }
    let mut child = command
        .args(["debug", "--gdb", "sum.s"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let _ = std::io::Write::write_all(&mut stdin, input.as_bytes());
    drop(stdin);
    let done = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (done.status.code().unwrap_or(-1), text(&done.stdout), text(&done.stderr))
}

#[test]
fn gdb_starts_with_program_and_port() {
    let folder = prepared(FAKE);
    let path = format!("{}:/usr/bin:/bin", folder.path().display());
    let (status, output, errors) = debugged(folder.path(), Some(&path), "");
    assert_eq!(output, "an ELF file, and -q -ex target remote 127.0.0.1:PORT\n", "{errors}");
    if Path::new("/bin/bash").exists() {
        assert_eq!(status, 0, "{errors}");
    }
}

#[test]
fn gdb_that_ends_at_once_is_reported() {
    let folder = prepared("#!/bin/sh\n[ \"$2\" = -batch ] && exit 0\nexit 3\n");
    let path = format!("{}:/usr/bin:/bin", folder.path().display());
    let (status, _, errors) = debugged(folder.path(), Some(&path), "");
    assert_eq!(status, 2);
    assert!(errors.contains("gdb ended without connecting"), "{errors}");
}

#[test]
fn missing_gdb_names_the_package() {
    let folder = prepared("#!/bin/sh\necho 'Undefined item: \"mips:isa32\".' >&2\n");
    let (status, _, errors) =
        debugged(folder.path(), Some(&folder.path().display().to_string()), "");
    assert_eq!(status, 2);
    assert!(errors.contains("install gdb-multiarch"), "{errors}");
}

#[test]
fn real_gdb_debugs() {
    let found = Command::new("gdb-multiarch").arg("--version").stdout(Stdio::null()).status();
    if !found.is_ok_and(|status| status.success()) {
        eprintln!("gdb-multiarch is not installed: `debug --gdb` is not tested with it");
        return;
    }
    let folder = prepared(FAKE);
    fs::remove_file(folder.path().join("gdb-multiarch")).unwrap();
    let script = "break square\ncontinue\nbacktrace\nkill\nquit\n";
    let (status, output, errors) = debugged(folder.path(), None, script);
    assert_eq!(status, 0, "{errors}");
    assert!(output.contains("square () at sum.s:32"), "{output}");
}
