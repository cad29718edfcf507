//! Malicious names and bytes: none controls a terminal, forges a line, or escapes its folder; and
//! write errors are reported.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{Done, isagrid, root};

/// Asserts that messages have no control characters and no forged lines.
fn assert_plain(done: &Done) {
    let harmless = |c: char| matches!(c, '\n' | '\t') || asmkit::is_harmless(c);
    assert!(done.stderr.chars().all(harmless), "{:?}", done.stderr);
    let forged = |line: &str| line.starts_with("forged");
    assert!(!done.stderr.lines().any(forged), "{}", done.stderr);
}

const NAMES: [&str; 3] = ["x\x1b]0;owned\x07.s", "x\nforged: y.s", "x\u{202e}\u{9b}31m.s"];

#[cfg(unix)]
#[test]
fn file_names_are_shown_in_one_plain_line() {
    let folder = tempfile::tempdir().unwrap();
    for name in NAMES {
        fs::write(folder.path().join(name), "main: addd $t0, $t0\n").unwrap();
        let done = isagrid(folder.path(), &["run", name], b"");
        assert_eq!(done.status, 3);
        assert_plain(&done);
        fs::write(folder.path().join(name), "main: lw $t0, 1($zero)\n").unwrap();
        for switch in ["--trace", "--profile", "--counts"] {
            let done = isagrid(folder.path(), &["run", switch, name], b"");
            assert_eq!(done.status, 1);
            assert_plain(&done);
        }
        let missing = format!("no{name}");
        for arguments in [
            ["run", "--file", &missing, name].as_slice(),
            &["run", &missing],
            &["run", "--input", &missing, name],
            &["solve", &missing],
            &["verify", &missing],
            &["verify", "--root", &missing],
            &[&missing],
        ] {
            let done = isagrid(folder.path(), arguments, b"");
            assert_eq!(done.status, 2, "{arguments:?}: {}", done.stderr);
            assert_plain(&done);
        }
    }
}

#[test]
fn script_trace_has_plain_lines() {
    let folder = tempfile::tempdir().unwrap();
    let script = ">output(\"\x1b[2J\x1b]52;c;AA\x07\")\n";
    fs::write(folder.path().join("a.spl"), script).unwrap();
    let done = isagrid(folder.path(), &["run", "--trace", "a.spl"], b"");
    assert!(done.stderr.contains("output"), "{}", done.stderr);
    assert_plain(&done);
}

/// Source that opens a file with this name, to read (0) or to write (1).
fn opens(name: &str, how: u32) -> String {
    let bytes: Vec<String> = name.bytes().map(|byte| byte.to_string()).collect();
    format!(
        ".data\nname: .byte {}, 0\n.text\n.globl main\nmain: la $a0, name\nli $a1, {how}\n\
         li $v0, 13\nsyscall\nli $v0, 10\nsyscall\n",
        bytes.join(", ")
    )
}

#[test]
fn guest_names_forge_no_line() {
    let folder = tempfile::tempdir().unwrap();
    for how in [0, 1] {
        for name in NAMES {
            fs::write(folder.path().join("x.s"), opens(name, how)).unwrap();
            let done = isagrid(folder.path(), &["run", "x.s"], b"");
            assert_eq!(done.status, 0, "{}", done.stderr);
            let message = if how == 0 { "could not open" } else { "not saved" };
            assert!(done.stderr.contains(message), "{}", done.stderr);
            assert_plain(&done);
        }
    }
}

#[test]
fn one_unwritable_name_loses_no_other_file() {
    let folder = tempfile::tempdir().unwrap();
    let long = "y".repeat(3000);
    let source = format!(
        ".data\nfirst: .asciiz \"a.txt\"\nlong: .asciiz \"{long}\"\nlast: .asciiz \"z.txt\"\n\
         dir: .asciiz \"dir\"\n.text\n.globl main\nmain: la $a0, first\njal make\nla $a0, long\n\
         jal make\nla $a0, dir\njal make\nla $a0, last\njal make\nli $v0, 10\nsyscall\n\
         make: li $a1, 1\nli $v0, 13\nsyscall\njr $ra\n"
    );
    fs::write(folder.path().join("x.s"), source).unwrap();
    fs::create_dir_all(folder.path().join("kept/dir")).unwrap();
    let done = isagrid(folder.path(), &["run", "--keep-files", "kept", "x.s"], b"");
    assert_eq!(done.status, 2, "{}", done.stderr);
    assert!(done.stderr.contains("files not saved: `kept/dir` already exists"), "{}", done.stderr);
    let mut kept: Vec<String> = fs::read_dir(folder.path().join("kept"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    kept.sort();
    assert_eq!(kept.len(), 4, "{kept:?}");
    assert_eq!((kept[0].as_str(), kept[3].as_str()), ("a.txt", "z.txt"));
}

/// A pipe is read in pieces: a program that reads it to its end needs no memory for all of it.
#[test]
fn standard_input_may_be_longer_than_a_piece() {
    let folder = tempfile::tempdir().unwrap();
    let source = ".data\nroom: .space 65536\n.text\nmain: li $s0, 0\nnext: li $a0, 0\nla $a1, room\n\
                  li $a2, 65536\nli $v0, 14\nsyscall\nblez $v0, end\naddu $s0, $s0, $v0\nb next\n\
                  end: move $a0, $s0\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n";
    fs::write(folder.path().join("count.s"), source).unwrap();
    let length = (64 << 20) + 12_345;
    let done =
        isagrid(folder.path(), &["run", "--dialect", "mars", "count.s"], &vec![b'x'; length]);
    assert_eq!(done.out(), length.to_string(), "{}", done.stderr);
}

/// A program may write very many files.
#[test]
fn ten_saved_files_are_named_and_the_others_counted() {
    let folder = tempfile::tempdir().unwrap();
    for (count, last) in [(11, "and 1 more file\n"), (13, "and 3 more files\n")] {
        let source = format!(
            ".data\nname: .asciiz \"a\"\n.text\nmain: li $s0, {count}\nnext: la $a0, name\nli $a1, 1\n\
             li $v0, 13\nsyscall\nmove $a0, $v0\nli $v0, 16\nsyscall\nlb $t0, name\n\
             addi $t0, $t0, 1\nsb $t0, name\naddi $s0, $s0, -1\nbnez $s0, next\nli $v0, 10\n\
             syscall\n"
        );
        fs::write(folder.path().join("x.s"), source).unwrap();
        let done = isagrid(folder.path(), &["run", "--keep-files", "kept", "x.s"], b"");
        let lines: Vec<&str> = done.stderr.split_inclusive('\n').collect();
        assert_eq!((done.status, lines.len()), (0, 11), "{}", done.stderr);
        assert_eq!((lines[0], lines[10]), ("kept `kept/a` (0 bytes)\n", last));
        assert_eq!(fs::read_dir(folder.path().join("kept")).unwrap().count(), count);
    }
}

/// Runs a command with standard output, or standard error, on a full disk.
#[cfg(target_os = "linux")]
fn into_full(arguments: &[&str], is_error: bool) -> (Option<i32>, String) {
    let full = || Stdio::from(fs::File::options().write(true).open("/dev/full").unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_isagrid"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if is_error {
        command.stderr(full())
    } else {
        command.stdout(full())
    };
    let done = command.output().unwrap();
    (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_reported() {
    if !Path::new("/dev/full").exists() {
        return eprintln!("there is no /dev/full here: lost output was not checked");
    }
    let hello = root().join("harness/isagrid/tests/cases/ok/hello.s");
    let hello = hello.to_str().unwrap();
    for arguments in
        [["help"].as_slice(), &["run", "--help"], &["--version"], &["verify", "--list"]]
    {
        let (status, message) = into_full(arguments, false);
        assert_eq!(status, Some(2), "{arguments:?}");
        assert!(message.contains("cannot write the output"), "{arguments:?}: {message}");
    }
    for switch in ["--counts", "--profile", "--trace"] {
        assert_eq!(into_full(&["run", switch, hello], true).0, Some(2), "{switch}");
    }
    let (status, message) = into_full(&["run", "--trace=/dev/full", hello], false);
    assert_eq!(status, Some(2), "{message}");
    let done = isagrid(&root(), &["run", "--trace=/dev/full", hello], b"");
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("cannot write the trace"), "{}", done.stderr);
    let done = isagrid(&root(), &["asm", hello, "-o", "/dev/full"], b"");
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("cannot write `/dev/full`"), "{}", done.stderr);
}

#[test]
fn sources_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let source = ".include \"y.s\"\nmain: li $v0, 10\nsyscall\n";
    fs::write(folder.path().join("x.s"), source).unwrap();
    fs::write(folder.path().join("y.s"), "nop\n").unwrap();
    for arguments in [
        ["asm", "x.s", "-o", "x.s"].as_slice(),
        &["asm", "x.s", "-o", "./x.s"],
        &["asm", "x.s", "-o", "y.s"],
        &["run", "x.s", "--trace=x.s"],
        &["run", "x.s", "--signature", "x.s"],
        &["debug", "x.s", "--elf", "x.s"],
    ] {
        let done = isagrid(folder.path(), arguments, b"");
        assert_eq!(done.status, 2, "{arguments:?}: {}", done.stderr);
        assert_eq!(fs::read_to_string(folder.path().join("x.s")).unwrap(), source);
        assert_eq!(fs::read_to_string(folder.path().join("y.s")).unwrap(), "nop\n");
    }
}

#[cfg(unix)]
#[test]
fn program_file_is_written_completely_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("x.s"), "main: li $v0, 10\nsyscall\n").unwrap();
    assert_eq!(isagrid(path, &["asm", "x.s", "-o", "x.elf"], b"").status, 0);
    let old = fs::read(path.join("x.elf")).unwrap();
    // The file size limit simulates a full disk.
    let isagrid = env!("CARGO_BIN_EXE_isagrid");
    let call = format!("trap '' XFSZ; ulimit -f 1; exec '{isagrid}' asm --listing x.s -o x.elf");
    let wide = "main: li $v0, 10\nsyscall\n.data\n.space 100000\n.word 1\n";
    fs::write(path.join("x.s"), wide).unwrap();
    let done = Command::new("sh").args(["-c", &call]).current_dir(path).output().unwrap();
    assert_eq!(done.status.code(), Some(2), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(fs::read(path.join("x.elf")).unwrap(), old);
    assert_eq!(fs::read_dir(path).unwrap().count(), 2, "nothing is left next to it");
}

#[cfg(unix)]
#[test]
fn named_pipe_is_not_a_source() {
    let folder = tempfile::tempdir().unwrap();
    let made = Command::new("mkfifo").arg(folder.path().join("x.s")).status();
    if !made.is_ok_and(|made| made.success()) {
        return eprintln!("there is no mkfifo here: pipes with names were not checked");
    }
    let done = isagrid(folder.path(), &["run", "x.s"], b"");
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("it is not a regular file"), "{}", done.stderr);
}

#[test]
fn signature_length_is_limited() {
    let folder = tempfile::tempdir().unwrap();
    for (begin, end) in [("0", "0xfffffffc"), ("8", "4")] {
        let source = format!(
            ".globl _start, begin_signature, end_signature\n.set begin_signature, {begin}\n\
             .set end_signature, {end}\n_start: li a7, 93\necall\n"
        );
        fs::write(folder.path().join("x.s"), source).unwrap();
        let arguments = ["run", "--dialect", "gnu", "--signature", "x.sig", "x.s"];
        let done = isagrid(folder.path(), &arguments, b"");
        assert_eq!(done.status, 2, "{}", done.stderr);
        assert!(done.stderr.contains("expected 0 to"), "{}", done.stderr);
    }
}

/// The program can read files in its folder; files that it writes do not reach the disk.
#[test]
fn files_in_the_program_folder_are_readable_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for (name, text) in [
        ("course/lab/data/in.txt", "inside"),
        ("course/shared/more.txt", "shared"),
        ("course/lab/.key", "no"),
        ("secret.txt", "no"),
    ] {
        fs::create_dir_all(path.join(name).parent().unwrap()).unwrap();
        fs::write(path.join(name), text).unwrap();
    }
    let prints = |name: &str| {
        let source = ".data\nname: .asciiz \"NAME\"\nbuffer: .space 16\n.text\n.globl main\n\
            main: la $a0, name\nli $a1, 0\nli $a2, 0\nli $v0, 13\nsyscall\nmove $s0, $v0\n\
            move $a0, $v0\nla $a1, buffer\nli $a2, 8\nli $v0, 14\nsyscall\nmove $a0, $s0\n\
            li $v0, 1\nsyscall\nla $a0, buffer\nli $v0, 4\nsyscall\nli $v0, 10\nsyscall\n";
        fs::write(path.join("course/lab/x.s"), source.replace("NAME", name)).unwrap();
    };
    let given = |name: &str, dialect: &str, include: &[&str]| {
        prints(name);
        let more = include.iter().flat_map(|folder| ["--include", folder]);
        let fixed = ["run", "--dialect", dialect, "course/lab/x.s"];
        let arguments: Vec<&str> = fixed.into_iter().chain(more).collect();
        isagrid(path, &arguments, b"")
    };
    for dialect in ["mars", "spim"] {
        let done = given("data/in.txt", dialect, &[]);
        assert_eq!((done.status, done.out().as_str()), (0, "3inside"), "{}", done.stderr);
        assert!(done.stderr.contains("read without --file: data/in.txt"), "{}", done.stderr);
        let done = given("../shared/more.txt", dialect, &["course/shared"]);
        assert_eq!(done.out(), "3shared", "{}", done.stderr);
        for name in [
            "../../secret.txt",
            "../../nothing.txt",
            ".key",
            "no.txt",
            "/etc/passwd",
            "/proc/cpuinfo",
        ] {
            let done = given(name, dialect, &[]);
            assert!(done.out().starts_with("-1"), "{name}: {}", done.out());
            let message = format!("could not open `{name}`");
            assert!(done.stderr.contains(&message), "{name}: {}", done.stderr);
            assert!(done.stderr.contains("--file"), "{name}: {}", done.stderr);
        }
        let done = given("/proc/self/exe", dialect, &[]);
        assert!(done.out().starts_with("-1") && done.stderr.is_empty(), "{}", done.printed());
    }
}

#[test]
fn run_outputs_do_not_overwrite_the_source() {
    let folder = tempfile::tempdir().unwrap();
    let is_kept = |source: &str| {
        fs::write(folder.path().join("s.s"), source).unwrap();
        for switch in ["--json=s.s", "--trace=s.s"] {
            let done = isagrid(folder.path(), &["run", "--dialect", "mars", switch, "s.s"], b"");
            assert!([2, 3].contains(&done.status), "{switch}: {}", done.printed());
            let after = fs::read_to_string(folder.path().join("s.s")).unwrap();
            assert_eq!(after, source, "{switch}: {}", done.printed());
        }
    };
    is_kept("main: li $v0, 10\n syscall\n");
    is_kept("main: addd $t0\n");
}
