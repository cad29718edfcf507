//! PDP-10 programs: command line, disk, and program files.

use std::fs;
use std::path::Path;

use crate::support::{isagrid, root};

/// Program that copies the file named in its command line to `OUT >`, and deletes `GONE`.
const COPY: &str = "\
	TITLE COPY
A=1
GO:	.BREAK 12,[5,,JCL]
	MOVE 2,[440700,,JCL]
	MOVE 3,[440600,,NAME]
NEXT:	ILDB A,2
	CAIG A,40
	 JRST OPEN
	SUBI A,40
	IDPB A,3
	JRST NEXT
OPEN:	.CALL [	SETZ ? SIXBIT /OPEN/ ? [.UAI,,1] ? [SIXBIT /DSK/] ? NAME ? SETZ [SIXBIT /TXT/]]
	 .LOSE %LSFIL
	.CALL [	SETZ ? SIXBIT /OPEN/ ? [.UAO,,2] ? [SIXBIT /DSK/] ? [SIXBIT /OUT/] ? SETZ [SIXBIT />/]]
	 .LOSE %LSFIL
COPY:	.IOT 1,A
	JUMPL A,DONE
	.IOT 2,A
	JRST COPY
DONE:	.CLOSE 2,
	MOVE A,NAME
	CAME A,[SIXBIT /GONE/]
	 .LOGOUT 1,
	.CALL [	SETZ ? SIXBIT /DELETE/ ? [SIXBIT /DSK/] ? NAME ? SETZ [SIXBIT /TXT/]]
	 .LOSE %LSFIL
	.LOGOUT 1,
NAME:	0
JCL:	BLOCK 10
	-1
	END GO
";

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<String> =
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn program_uses_only_its_disk() {
    let folder = tempfile::tempdir().unwrap();
    let (here, disk) = (folder.path(), folder.path().join("disk"));
    fs::create_dir(&disk).unwrap();
    fs::write(here.join("copy.mid"), COPY).unwrap();
    fs::write(here.join("nearby.txt"), "nearby\n").unwrap();
    fs::write(disk.join("text.txt"), "one\ntwo\n").unwrap();
    fs::write(disk.join("gone.txt"), "gone\n").unwrap();
    fs::write(disk.join("out.7"), "seven\n").unwrap();
    let run =
        |jcl: &str| isagrid(here, &["run", "copy.mid", "--jcl", jcl, "--its-dir", "disk"], b"");
    let done = run("TEXT");
    assert_eq!((done.status, done.stderr.as_str()), (0, "kept `disk/out.8`\n"));
    assert_eq!(fs::read(disk.join("out.8")).unwrap(), b"one\ntwo\n");
    let done = run("GONE");
    assert_eq!(
        (done.status, done.stderr.as_str()),
        (0, "kept `disk/out.9`\ndeleted `disk/gone.txt`\n")
    );
    assert_eq!(names(&disk), ["out.7", "out.8", "out.9", "text.txt"]);
    let done = run("NEARBY");
    assert_eq!(done.status, 1, "{}", done.stderr);
    assert!(done.stderr.contains("FILE NOT FOUND"), "{}", done.stderr);
    assert_eq!(names(here), ["copy.mid", "disk", "nearby.txt"]);
}

#[test]
fn without_a_disk_the_program_folder_is_read_only() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("copy.mid"), COPY).unwrap();
    fs::write(here.join("text.txt"), "one\n").unwrap();
    let done = isagrid(here, &["run", "copy.mid", "--", "TEXT"], b"");
    let message = "files not saved: GUEST;OUT 1; use --its-dir DIR to save them\n";
    assert_eq!((done.status, done.stderr.as_str()), (0, message));
    assert_eq!(names(here), ["copy.mid", "text.txt"]);
}

#[test]
fn every_file_format_runs_as_its_source() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let source = root().join("harness/isagrid/tests/cases/ok/pdp10-command-line.mid");
    let source = source.to_str().unwrap();
    let formats = [
        &["-o", "TS JCL"][..],
        &["--format", "sblk", "-o", "a.sblk"],
        &["--format", "pdump", "-o", "a.pdump"],
        &["--format", "rim10", "-o", "a.rim10"],
        &["--format", "sav", "-o", "a.sav"],
        &["--packing", "simh", "-o", "a.simh"],
        &["--packing", "core-dump", "-o", "a.core"],
        &["--packing", "high-density", "-o", "a.high"],
    ];
    for format in formats {
        let asm = [&["asm", source], format].concat();
        let done = isagrid(here, &asm, b"");
        assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{format:?}");
        let done = isagrid(here, &["run", format[format.len() - 1], "--jcl", "Hello, grid!"], b"");
        assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{format:?}");
        assert_eq!(done.out(), "Hello, grid!\n", "{format:?}");
    }
    let shown = isagrid(here, &["disasm", source], b"").out();
    assert!(shown.contains("GO:\n") && shown.contains("JRST NEXT"), "{shown}");
    assert_eq!(isagrid(here, &["disasm", "TS JCL"], b"").out(), shown);
    let again = ["asm", "a.pdump", "--format", "pdump", "--packing", "simh", "-o", "again.pdump"];
    assert_eq!(isagrid(here, &again, b"").status, 0);
}

#[test]
fn damaged_and_foreign_files_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let source = root().join("harness/isagrid/tests/cases/ok/pdp10-hello.mid");
    let asm = ["asm", source.to_str().unwrap(), "--packing", "simh", "-o", "ts.hello"];
    assert_eq!(isagrid(here, &asm, b"").status, 0);
    let whole = fs::read(here.join("ts.hello")).unwrap();
    // The last block ends before the symbols; any changed word changes its checksum.
    let mut damaged = whole.clone();
    let jrst_1 = 0o254000_000001u64.to_le_bytes();
    let loader_end = whole.chunks(8).position(|word| word == jrst_1).unwrap() * 8;
    damaged[loader_end + 24] ^= 1;
    let cases = [
        ("damaged", damaged, "is damaged: at word"),
        ("short", whole[..whole.len() - 40].to_vec(), "is damaged: at word"),
        ("utf-16", b"\xff\xfe=\0".to_vec(), "this is text in UTF-16: save it as UTF-8"),
        ("picture", b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec(), "this is a picture"),
        (
            "none",
            b"\x05\x06\0\x07\x0e\x0f\0\x10".to_vec(),
            "neither a source nor a known program file",
        ),
    ];
    for (name, bytes, message) in cases {
        fs::write(here.join(name), bytes).unwrap();
        let done = isagrid(here, &["run", name], b"");
        assert_eq!(done.status, 3, "{name}: {}", done.stderr);
        assert!(done.stderr.contains(message), "{name}: {}", done.stderr);
    }
}

#[test]
fn options_of_other_machines_are_refused() {
    let cases = root().join("harness/isagrid/tests/cases");
    let pdp10 = "ok/pdp10-hello.mid";
    let calls: &[(&[&str], &str)] = &[
        (
            &["run", "--big-endian", pdp10],
            "--big-endian does not apply to midas, only to mars and spim",
        ),
        (
            &["run", "--memory", "compact-text-at-zero", pdp10],
            "--memory does not apply to midas, only to mars and rars",
        ),
        (&["run", "--keep-files", "x", pdp10], "use --its-dir to name the folder"),
        (&["run", "--its-dir", "nowhere", pdp10], "cannot read `nowhere`: there is no such file"),
        (&["run", "--jcl", "two\nlines", pdp10], "an ITS command line is one line of ASCII"),
        (&["run", "--file", ";=ok/hello.s", pdp10], "`;`: the name is empty"),
        (&["run", "--jcl", "x", "ok/hello.s"], "mips32 programs have no --jcl"),
        (
            &["run", "--its-dir", ".", "ok/hello.s"],
            "--its-dir does not apply to mars, only to midas",
        ),
        (
            &["asm", "--format", "elf", pdp10, "-o", "x"],
            "the formats of a PDP-10 program are sblk, pdump, rim10 and sav",
        ),
        (
            &["asm", "--format", "sblk", "ok/hello.s", "-o", "x"],
            "this format is for PDP-10 programs",
        ),
        (&["asm", "--packing", "simh", "ok/hello.s", "-o", "x"], "36-bit words"),
        (&["asm", "--console", "ok/hello.s"], "the mips32 assembler has no console"),
    ];
    for (arguments, message) in calls {
        let done = isagrid(&cases, arguments, b"");
        assert_eq!(done.status, 2, "{arguments:?}: {}", done.printed());
        assert!(done.stderr.contains(message), "{arguments:?}: {}", done.stderr);
    }
    assert!(!cases.join("x").exists());
}

/// Program that shows one point, at 9 from the left and 5 from the bottom.
const POINT: &str = "\tTITLE POINT
GO:	.DSTART [-2,,DATA-1]
	 .VALUE
	.LOGOUT 1,
DATA:	020117,,220005
	002011,,0
	END GO
";

#[test]
fn display_is_written_as_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("point.mid"), POINT).unwrap();
    let done = isagrid(here, &["run", "point.mid", "--display", "point.png"], b"");
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    let file = std::io::BufReader::new(fs::File::open(here.join("point.png")).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut points = vec![0; reader.output_buffer_size().unwrap()];
    let picture = reader.next_frame(&mut points).unwrap();
    assert_eq!((picture.width, picture.height, points.len()), (1024, 1024, 1024 * 1024));
    let lit: Vec<_> = points.iter().enumerate().filter(|(_, point)| **point > 0).collect();
    assert_eq!(lit, [(1018 * 1024 + 9, &255)]);
}

#[test]
fn display_must_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("end.mid"), "\tTITLE END\nGO:\t.LOGOUT 1,\n\tEND GO\n").unwrap();
    let done = isagrid(here, &["run", "end.mid", "--display", "end.png"], b"");
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("--display: the program did not use a display"));
    assert_eq!(names(here), ["end.mid"]);
    let done = isagrid(here, &["run", "end.mid", "--switches", "9"], b"");
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("the switches are 1 to 12 octal digits"), "{}", done.stderr);
}
