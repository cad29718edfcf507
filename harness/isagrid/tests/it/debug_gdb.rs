//! `isagrid debug --gdb`, which starts gdb by itself: one that only says how it was started, and the
//! real one where it is installed and knows the machine.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::root;

/// Says how it was started, and looks in at the port.
const FAKE: &str = "#!/bin/sh
[ \"$2\" = -batch ] && exit 0
[ -s \"$2\" ] && echo \"an ELF file, and $1 $3 $4\" | sed 's/[0-9]*$/PORT/'
[ -x /bin/bash ] && exec /bin/bash -c 'exec 3<>\"/dev/tcp/127.0.0.1/${0##*:}\"' \"$4\"
exit 1
";

/// A folder with a program and a `gdb-multiarch`, which is the only one in PATH.
fn prepared(gdb: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read(root().join("harness/isagrid/tests/programs/debug-mips32.s")).unwrap();
    fs::write(folder.path().join("sum.s"), text).unwrap();
    let fake = folder.path().join("gdb-multiarch");
    fs::write(&fake, gdb).unwrap();
    fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

/// Status, output and messages; with this PATH, if one is given.
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
fn gdb_is_started_with_the_program_and_its_port() {
    let folder = prepared(FAKE);
    let path = format!("{}:/usr/bin:/bin", folder.path().display());
    let (status, output, errors) = debugged(folder.path(), Some(&path), "");
    assert_eq!(output, "an ELF file, and -q -ex target remote 127.0.0.1:PORT\n", "{errors}");
    if Path::new("/bin/bash").exists() {
        assert_eq!(status, 0, "{errors}");
    }
}

#[test]
fn a_gdb_that_ends_at_once_is_told() {
    let folder = prepared("#!/bin/sh\n[ \"$2\" = -batch ] && exit 0\nexit 3\n");
    let path = format!("{}:/usr/bin:/bin", folder.path().display());
    let (status, _, errors) = debugged(folder.path(), Some(&path), "");
    assert_eq!(status, 2);
    assert!(errors.contains("gdb ended without a connection"), "{errors}");
}

#[test]
fn where_there_is_no_gdb_the_package_is_named() {
    let folder = prepared("#!/bin/sh\necho 'Undefined item: \"mips:isa32\".' >&2\n");
    let (status, _, errors) =
        debugged(folder.path(), Some(&folder.path().display().to_string()), "");
    assert_eq!(status, 2);
    assert!(errors.contains("the package gdb-multiarch"), "{errors}");
}

#[test]
fn the_real_one_debugs() {
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
