//! Whole systems of ITS, used through a terminal: MACLISP, MUDDLE, EMACS, TECO and C.
//!
//! Their programs are those of the public repository PDP-10/its, a copy of which `ISAGRID_ITS` names.
//! Without it, or if no terminal can be opened, the tests print a message and pass.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::its_screen::Display;

/// A copy of the repository, absolute.
fn tree() -> Option<PathBuf> {
    let tree = std::env::var_os("ISAGRID_ITS").map(PathBuf::from);
    if tree.is_none() {
        #[expect(clippy::print_stderr, reason = "a test that does less says so")]
        {
            eprintln!("ISAGRID_ITS names no copy of PDP-10/its: its systems are not tested");
        }
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Some(fs::canonicalize(here.join(tree?)).expect("ISAGRID_ITS names a folder"))
}

/// A disk with copies of some files of the tree; each has its name there and on the disk.
fn disk(tree: &Path, files: &[[&str; 2]]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for [from, to] in files {
        let to = folder.path().join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(tree.join(from), to).unwrap_or_else(|error| panic!("{from}: {error}"));
    }
    folder
}

/// Copies the files of a folder of the tree to the disk; links whose files are elsewhere are not copied.
fn add_folder(disk: &Path, from: &Path, name: &str) {
    let to = disk.join(name);
    fs::create_dir_all(&to).unwrap();
    for file in fs::read_dir(from).unwrap().map(Result::unwrap).filter(|f| f.path().is_file()) {
        fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
}

/// Runs the command in a folder without a terminal, to its end.
fn done(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isagrid"));
    let output = command.current_dir(folder).args(arguments).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

impl Display {
    /// Waits until a line of the screen is as wanted.
    fn shows(&mut self, wanted: &str) {
        self.until(wanted, |display| (0..24).any(|at| display.line(at) == wanted));
    }

    /// Presses keys, and waits for a line.
    fn answers(&mut self, keys: &str, wanted: &str) {
        self.terminal.press(keys);
        self.shows(wanted);
    }
}

#[test]
fn maclisp_computes_defines_and_loads() {
    let Some(tree) = tree() else { return };
    let folder = disk(&tree, &[["bin/sys/purqio.2138", "sys/purqio.2138"]]);
    fs::write(folder.path().join("try.lsp"), "(DEFUN SQ (X) (TIMES X X))\n(PRINT 'READ)\n")
        .unwrap();
    let run = ["run", "sys/purqio.2138", "--its-dir", ".", "--machine", "AI"];
    let Some(mut lisp) = Display::on(folder, &run) else { return };
    lisp.shows("LISP 2138");
    lisp.answers("n", "*");
    // Numbers are octal.
    lisp.answers("(PLUS 1 2)", "3");
    lisp.answers("(DEFUN F (N) (COND ((ZEROP N) 1) (T (TIMES N (F (SUB1 N))))))", "F");
    lisp.answers("(F 36)", "642375433417455031357535652400000000");
    lisp.answers("(LOAD '((DSK GUEST) TRY LSP))", "READ");
    lisp.answers("(SQ 14)", "220");
    lisp.terminal.press("(QUIT)");
    assert_eq!(lisp.terminal.ended(), Some(0));
}

#[test]
fn muddle_computes_and_defines() {
    let Some(tree) = tree() else { return };
    let folder = disk(&tree, &[]);
    add_folder(folder.path(), &tree.join("bin/mudsav"), "mudsav");
    let Some(mut muddle) = Display::on(folder, &["run", "mudsav/ts.mud55", "--its-dir", "."])
    else {
        return;
    };
    muddle.shows("LISTENING-AT-LEVEL 1 PROCESS 1");
    muddle.answers("<+ 1 2>\x1b", "3");
    muddle.answers("<DEFINE F (N) <COND (<0? .N> 1) (T <* .N <F <- .N 1>>>)>>\x1b", "F");
    muddle.answers("<F 10>\x1b", "3628800");
    muddle.terminal.press("<QUIT>\x1b");
    assert_eq!(muddle.terminal.ended(), Some(0));
}

#[test]
fn emacs_edits_on_the_screen_and_writes_a_file() {
    let Some(tree) = tree() else { return };
    let folder = disk(&tree, &[]);
    for directory in ["emacs", "_teco_"] {
        add_folder(folder.path(), &tree.join("bin").join(directory), directory);
    }
    let Some(mut emacs) = Display::on(folder, &["run", "emacs/ts.126", "--its-dir", "."]) else {
        return;
    };
    // Any key ends the message about a missing initial file.
    emacs.until("EMACS", |display| display.model.screen().contents().contains("EMACS"));
    emacs.terminal.press("hello\rsecond line");
    emacs.until("two lines", |display| {
        let screen = display.model.screen().contents();
        screen.contains("hello\nsecond line") && screen.contains("EMACS  (Fundamental)  Main:")
    });
    // Up, to the beginning of the line, and an insertion.
    emacs.terminal.press("\x10\x01first ");
    emacs.until("an insertion", |display| {
        display.model.screen().contents().contains("first hello\nsecond line")
    });
    emacs.terminal.press("\x18\x17");
    emacs.until("a question", |display| {
        display.model.screen().contents().contains("Write File (Default DSK:")
    });
    emacs.terminal.press("SOME TEXT\r");
    emacs.until("an answer", |display| {
        display.model.screen().contents().contains("Written: DSK:EMACS;SOME TEXT")
    });
    emacs.terminal.press("\x18\x03");
    assert_eq!(emacs.terminal.ended(), Some(0));
    let written = fs::read_to_string(emacs.folder.path().join("emacs/some.text")).unwrap();
    assert_eq!(written, "first hello\nsecond line");
}

#[test]
fn teco_is_assembled_from_its_source_and_edits() {
    let Some(tree) = tree() else { return };
    let folder = disk(&tree, &[]);
    let sources = tree.join("src");
    let source = sources.join("_teco_/teco.1213").to_string_lossy().into_owned();
    let sources = sources.to_string_lossy().into_owned();
    done(folder.path(), &["asm", &source, "--its-dir", &sources, "-o", "teco.bin"]);
    fs::create_dir(folder.path().join("disk")).unwrap();
    let Some(mut teco) = Display::on(folder, &["run", "teco.bin", "--its-dir", "disk"]) else {
        return;
    };
    teco.until("TECO.1213", |display| display.model.screen().contents().contains("TECO.1213"));
    teco.answers("2*3=\x1b\x1b", "6");
    teco.answers("Iabc\x1b\x1bHT\x1b\x1b", "abc");
    teco.terminal.press("\x1a");
    assert_eq!(teco.terminal.ended(), Some(0));
}

/// A text with blank lines at its end until it fills its words: for C of ITS, the ^C after any other is an
/// invalid character.
fn whole_words(text: &str) -> String {
    let characters = |text: &str| text.len() + text.matches('\n').count();
    let mut text = text.to_owned();
    while !characters(&text).is_multiple_of(5) {
        text.push('\n');
    }
    text
}

/// The compiler starts its phases and MIDAS as jobs; STINKR links, in a job of its own.
#[test]
fn c_is_compiled_linked_and_run() {
    let Some(tree) = tree() else { return };
    let files = [
        ["src/c/nc.insert", "c/nc.insert"],
        ["src/c/clib.stinkr", "c/clib.stinkr"],
        ["src/syseng/mulseg.insert", "syseng/mulseg.insert"],
        ["bin/minsys/sys/ts.midas", "c/ts.midas"],
        ["bin/sys2/ts.stinkr", "sys2/ts.stinkr"],
    ];
    let folder = disk(&tree, &files);
    add_folder(folder.path(), &tree.join("bin/c"), "c");
    let source = "main ()\n\t{cprint (\"made by C of ITS\\n\");}\n";
    fs::write(folder.path().join("hello.c"), whole_words(source)).unwrap();
    let commands = "x c/clib\nl hello.stk\no ts.hello\n";
    fs::write(folder.path().join("hello.stinkr"), whole_words(commands)).unwrap();
    let run = ["run", "c/ts.cc", "--its-dir", ".", "--jcl", "HELLO.C"];
    let Some(mut compiler) = Display::on(folder, &run) else { return };
    assert_eq!(compiler.terminal.ended(), Some(0));
    while compiler.terminal.look() && !compiler.terminal.seen.contains("hello.stk") {}
    let seen = &compiler.terminal.seen;
    assert!(seen.contains("hello.stk") && !seen.contains("INVALID"), "{seen}");
    let folder = compiler.folder.path();
    done(folder, &["run", "sys2/ts.stinkr", "--its-dir", ".", "--jcl", "HELLO"]);
    assert_eq!(done(folder, &["run", "ts.hello", "--its-dir", "."]), "made by C of ITS\n");
}
