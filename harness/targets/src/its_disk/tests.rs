//! Files are read and written by their ITS names, and only inside the folder.

use std::path::Path;

use asmkit::{Library as _, OpenError};

use super::*;

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn keys(disk: &Disk) -> Vec<String> {
    disk.paths.keys().map(FileName::to_string).collect()
}

fn text(folder: &Path, path: &str) -> String {
    fs::read_to_string(folder.join(path)).unwrap()
}

#[test]
fn a_folder_is_a_disk_one_level_deep() {
    let folder = folder(&[
        ("puzzle_1.sudoku", "1"),
        ("sys/ts.midas", "2"),
        ("sys/deeper/foo.bar", "3"),
        (".hidden", "4"),
    ]);
    let disk = Disk::whole(folder.path()).unwrap();
    assert_eq!(keys(&disk), ["GUEST;PUZZL1 SUDOKU", "SYS;TS MIDAS"]);
    assert_eq!(disk.files().unwrap()[b"SYS;TS MIDAS".as_slice()], b"2");
    let disk = Disk::next_to(&folder.path().join("sudoku.mid")).unwrap();
    assert_eq!(keys(&disk), ["GUEST;PUZZL1 SUDOKU"]);
}

#[test]
fn two_files_of_one_name_are_refused_or_skipped() {
    let folder = folder(&[("puzzle_1.sudoku", ""), ("puzzle-1.sudoku", ""), ("a.b", "")]);
    let message = Disk::whole(folder.path()).unwrap_err();
    assert!(message.ends_with("would both be GUEST;PUZZL1 SUDOKU"), "{message}");
    assert!(
        message.contains("puzzle-1.sudoku") && message.contains("puzzle_1.sudoku"),
        "{message}"
    );
    let disk = Disk::next_to(&folder.path().join("x.mid")).unwrap();
    assert_eq!(keys(&disk), ["GUEST;A B"]);
    assert_eq!(disk.doubtful("puzzl1 sudoku").len(), 1);
    assert_eq!(disk.doubtful("a b"), [""; 0]);
}

#[test]
fn large_files_next_to_a_program_are_skipped() {
    let folder = folder(&[("small.txt", "x")]);
    let large = fs::File::create(folder.path().join("large.txt")).unwrap();
    large.set_len(SIBLING_FILE_LIMIT_BYTES + 1).unwrap();
    let disk = Disk::next_to(&folder.path().join("x.mid")).unwrap();
    assert_eq!(keys(&disk), ["GUEST;SMALL TXT"]);
    assert!(disk.doubtful("LARGE TXT")[0].contains("--its-dir"));
    assert_eq!(keys(&Disk::whole(folder.path()).unwrap()).len(), 2);
}

#[test]
fn what_a_program_changed_is_written_back_and_nothing_else() {
    let folder = folder(&[("Old_1.txt", "old"), ("gone.txt", "x"), ("same.txt", "y")]);
    let disk = Disk::whole(folder.path()).unwrap();
    let before = disk.files().unwrap();
    let mut after = before.clone();
    after.give(key("OLD.1 TXT").unwrap(), b"new".to_vec());
    after.give(b"GUEST;OUT 1".to_vec(), b"made".to_vec());
    after.give(b"SYS;TS FOO".to_vec(), b"there".to_vec());
    after.remove(b"GUEST;GONE TXT".as_slice());
    let kept = disk.keep(&before, &after).unwrap();
    assert_eq!(kept.len(), 4);
    assert_eq!(kept[3], WrittenBack::Deleted(folder.path().join("gone.txt")));
    assert_eq!(text(folder.path(), "Old_1.txt"), "new");
    assert_eq!(text(folder.path(), "out.1"), "made");
    assert_eq!(text(folder.path(), "sys/ts.foo"), "there");
    assert!(!folder.path().join("gone.txt").exists());
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 4, "no other file is left");
}

#[cfg(unix)]
#[test]
fn links_are_neither_read_nor_written() {
    use std::os::unix::fs::symlink;
    let outside = folder(&[("secret.txt", "secret")]);
    let folder = folder(&[("a.txt", "a")]);
    symlink(outside.path().join("secret.txt"), folder.path().join("link.txt")).unwrap();
    symlink(outside.path(), folder.path().join("sys")).unwrap();
    let disk = Disk::whole(folder.path()).unwrap();
    assert_eq!(keys(&disk), ["GUEST;A TXT"]);
    let before = disk.files().unwrap();
    for name in ["GUEST;LINK TXT", "SYS;SECRET TXT"] {
        let mut after = before.clone();
        after.give(name.as_bytes().to_vec(), b"changed".to_vec());
        assert!(disk.keep(&before, &after).is_err(), "{name}");
    }
    assert_eq!(text(outside.path(), "secret.txt"), "secret");
}

#[test]
fn sources_are_inserted_by_their_its_names() {
    let disk = folder(&[("sys/macros.mid", "disk")]);
    let folder = folder(&[("main.mid", ""), ("Lib.Mid", "lib"), ("sub/more.mid", "more")]);
    let source = folder.path().join("main.mid");
    let library = ItsLibrary::new(&source, &[], Some(disk.path()));
    let from = source.to_string_lossy();
    let open = |name: &str| library.open(&from, name).map(|(_, bytes)| bytes);
    assert_eq!(open("LIB MID"), Ok(b"lib".to_vec()));
    assert_eq!(open("sys;macros mid"), Ok(b"disk".to_vec()));
    assert_eq!(open("SUB;MORE MID"), Ok(b"more".to_vec()));
    assert_eq!(open("sub/more.mid"), Ok(b"more".to_vec()));
    assert_eq!(open("NO FILE"), Err(OpenError::NotFound));
    let more = [disk.path().to_owned()];
    let library = ItsLibrary::new(&source, &more, None);
    let found = library.open(&from, "SYS;MACROS >").map(|(_, bytes)| bytes);
    assert_eq!(found, Ok(b"disk".to_vec()), "in a folder of --include");
    assert!(matches!(open("../x.mid"), Err(OpenError::Outside(_))));
}

#[test]
fn a_folder_is_read_once_for_all_that_is_inserted_from_it() {
    let folder = folder(&[("main.mid", ""), ("lib.1", "1"), ("lib.2", "2"), ("lic.3", "3")]);
    let source = folder.path().join("main.mid");
    let library = ItsLibrary::new(&source, &[], None);
    let from = source.to_string_lossy();
    let open = |name: &str| library.open(&from, name).map(|(_, bytes)| bytes);
    for (name, text) in [("LIB 1", "1"), ("LIB", "2"), ("LIB <", "1"), ("LIB >", "2"), ("> 3", "3")]
    {
        assert_eq!(open(name), Ok(text.as_bytes().to_vec()), "{name}");
    }
    // A file created later is not found by its ITS name.
    fs::write(folder.path().join("later.mid"), "later").unwrap();
    assert_eq!(open("LATER MID"), Err(OpenError::NotFound));
}

#[test]
fn a_job_has_the_name_of_its_program() {
    for file in ["sudoku.mid", "bin/TS SUDOKU", "ts.sudoku", "sudoku", "Sudoku.1"] {
        assert_eq!(job_name(Path::new(file)), "SUDOKU", "{file}");
    }
    assert_eq!(job_name(Path::new("é.mid")), "JOB");
    let folder = folder(&[("TS SUDOKU", "")]);
    assert_eq!(keys(&Disk::whole(folder.path()).unwrap()), ["GUEST;TS SUDOKU"]);
}
