//! The assignment for the LC-3: places by address, and switches for a group of cases.

use std::fs;

use crate::support::isagrid;

/// Each change of the file is reported with its line.
#[test]
fn switches_and_addresses_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let made = isagrid(folder.path(), &["assignment", "new", "hw", "--like", "lc3-grid"], b"");
    assert_eq!(made.status, 0, "{}", made.printed());
    let file = folder.path().join("hw/assignment.toml");
    let text = fs::read_to_string(&file).unwrap();
    let random = "switches = [\"randomize=5\"]";
    let place = "address = 0x4000, words = [1,";
    for (old, new, why) in [
        (random, "switches = [\"randomize=x\"]", "`x` is not a number from 0 to 2^64 - 1"),
        (random, "switches = [\"other\"]", "lc3 has no switch `other`"),
        (place, "address = 0x14000, words = [1,", "81920 is not an address of 16 bits"),
        (place, "address = 0x4000, label = \"A\", words = [1,", "not both"),
    ] {
        let line = text.lines().position(|line| line.contains(old)).unwrap() + 1;
        fs::write(&file, text.replacen(old, new, 1)).unwrap();
        let done = isagrid(folder.path(), &["assignment", "check", "hw"], b"");
        assert_eq!(done.status, 2, "{}", done.printed());
        let start = format!("error: `hw/assignment.toml`:{line}: ");
        assert!(done.stderr.starts_with(&start) && done.stderr.contains(why), "{}", done.stderr);
    }
    // A program that counts on zeros is right until memory is random.
    fs::write(&file, &text).unwrap();
    let right = fs::read_to_string(folder.path().join("hw/reference.asm")).unwrap();
    let unset = right.replacen("        AND R4, R4, #0\n", "", 1);
    fs::write(folder.path().join("ada.asm"), unset).unwrap();
    let done = isagrid(folder.path(), &["grade", "hw", "ada.asm"], b"");
    assert!(done.out().contains("= note: this case runs with `--randomize=5`"), "{}", done.out());
    assert!(done.out().contains("24 of 26 cases right"), "{}", done.out());
}
