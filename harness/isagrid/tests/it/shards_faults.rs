//! Shards under faults: killed workers, full disks, two processes, and files that change.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::Instant;

#[cfg(unix)]
use crate::shards::{Killer, merges_as, one_process};
use crate::shards::{begun, home, is_as_one_process, planned, shard};
use crate::support::isagrid;

/// File of a shard with this extension.
fn file(home: &Path, shard: u32, ending: &str) -> PathBuf {
    let plan = shards::plan::Plan::read(&home.join("plan.json"), |_| {}).unwrap();
    let of = plan.header.shards;
    home.join(format!("shards/shard-{shard}-of-{of}.{}.{ending}", plan.short()))
}

/// Kills at pseudorandom times: nothing is lost or duplicated.
#[cfg(unix)]
#[test]
#[expect(clippy::disallowed_methods, reason = "moments of kills depend on this computer's speed")]
fn killed_shard_resumes() {
    const KILLS: u32 = 200;
    const SHARDS: u32 = 4;
    let home = home();
    let home = home.path();
    // Enough submissions that there is a journal to resume.
    for number in 0..9 {
        let text = fs::read_to_string(home.join("class/fay.s")).unwrap();
        fs::write(home.join(format!("class/more-{number}.s")), format!("# {number}\n{text}"))
            .unwrap();
    }
    planned(home, SHARDS);
    let one = one_process(home);
    // The time that a shard takes here.
    let begun = Instant::now();
    assert_eq!(shard(home, &format!("1/{SHARDS}")).status, 0);
    let mut whole = begun.elapsed().as_micros() as u64;
    fs::remove_file(file(home, 1, "jsonl")).unwrap();
    let (mut killer, mut rounds, mut went_on) = (Killer::new(), 0, 0);
    while killer.kills < KILLS {
        for number in 1..=SHARDS {
            let mut before = 0;
            while !file(home, number, "jsonl").exists() {
                let part = format!("{number}/{SHARDS}");
                let ended = killer.kill(home, &part, whole / 4..whole * 3 / 2);
                let journal = fs::read(file(home, number, "journal")).unwrap_or_default();
                went_on += u32::from(journal.iter().filter(|byte| **byte == b'\n').count() > 1);
                // Other programs on this computer may start or end meanwhile.
                match ended {
                    Some(_) => whole -= whole / 8,
                    None if journal.len() <= before => whole += whole / 8,
                    None => {}
                }
                before = journal.len();
            }
        }
        merges_as(home, &one);
        rounds += 1;
        for number in 1..=SHARDS {
            fs::remove_file(file(home, number, "jsonl")).unwrap();
        }
    }
    assert!(went_on >= 20, "{went_on} of {} left results, in {rounds} rounds", killer.kills);
}

#[test]
fn truncated_journal_resumes() {
    let home = home();
    let home = home.path();
    planned(home, 1);
    // A missing file ends the shard in the middle, with a journal.
    fs::rename(home.join("class/gus.s"), home.join("gus.s")).unwrap();
    assert_eq!(isagrid(home, &["shard", "plan.json", "1/1", "--jobs", "1"], b"").status, 2);
    fs::rename(home.join("gus.s"), home.join("class/gus.s")).unwrap();
    let journal = file(home, 1, "journal");
    let text = fs::read(&journal).unwrap();
    let last = text[..text.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    assert!(last > 0 && text.ends_with(b"\n"));
    assert_eq!(shard(home, "1/1").status, 0);
    let done = fs::read(file(home, 1, "jsonl")).unwrap();
    is_as_one_process(home);
    // The package's own tests try every position; here some, with the whole command.
    for cut in (last..=text.len()).step_by(200).chain([text.len() - 1]) {
        fs::remove_file(file(home, 1, "jsonl")).unwrap();
        fs::write(&journal, &text[..cut]).unwrap();
        let again = shard(home, "1/1");
        assert_eq!(again.status, 0, "{}", again.printed());
        assert!(again.stderr.starts_with("resuming shard 1/1: "), "{}", again.printed());
        assert!(fs::read(file(home, 1, "jsonl")).unwrap() == done, "cut at {cut}");
    }
}

#[test]
fn file_changed_during_a_shard_is_reported() {
    let home = home();
    let home = home.path();
    planned(home, 1);
    let gus = fs::read(home.join("class/gus.s")).unwrap();
    fs::write(home.join("class/gus.s"), "main: jr $ra\n").unwrap();
    let refused = isagrid(home, &["shard", "plan.json", "1/1", "--jobs", "1"], b"");
    assert_eq!(refused.status, 2, "{}", refused.printed());
    assert!(
        refused.stderr.contains("`class/gus.s` has changed since the plan was made"),
        "{}",
        refused.printed()
    );
    let kept = fs::read(file(home, 1, "journal")).unwrap();
    assert!(kept.iter().filter(|byte| **byte == b'\n').count() > 1, "others are done");
    assert!(!file(home, 1, "jsonl").exists());
    fs::write(home.join("class/gus.s"), gus).unwrap();
    assert_eq!(shard(home, "1/1").status, 0);
    is_as_one_process(home);
}

#[test]
fn two_processes_run_a_shard_once() {
    let home = home();
    let home = home.path();
    planned(home, 1);
    fs::create_dir(home.join("shards")).unwrap();
    let lock = File::create(file(home, 1, "lock")).unwrap();
    lock.lock().unwrap();
    let second = shard(home, "1/1");
    assert_eq!(second.status, 4, "{}", second.printed());
    assert_eq!(second.stderr, "error: another process works on shard 1/1 in `shards`\n");
    drop(lock);
    // The first process runs it; the other exits without waiting.
    let mut all: Vec<_> = (0..4).map(|_| begun(home, "1/1")).collect();
    let ended: Vec<_> = all.iter_mut().map(|child| child.wait().unwrap().code()).collect();
    assert!(ended.contains(&Some(0)), "{ended:?}");
    assert!(ended.iter().all(|code| [Some(0), Some(4)].contains(code)), "{ended:?}");
    is_as_one_process(home);
}

/// File size limit that simulates a full disk.
#[cfg(target_os = "linux")]
#[test]
fn shard_resumes_after_a_full_disk() {
    let home = home();
    let home = home.path();
    planned(home, 1);
    let small = |blocks: u32, ignore: &str| {
        let script = format!("{ignore}ulimit -f {blocks}; exec \"$@\"");
        let exe = env!("CARGO_BIN_EXE_isagrid");
        let mut sh = Command::new("sh");
        sh.args(["-c", &script, "sh", exe, "shard", "plan.json", "1/1", "--jobs", "1"]);
        sh.current_dir(home).output().unwrap()
    };
    let mut full = 0;
    for blocks in 0..6 {
        let done = small(blocks, "trap '' XFSZ; ");
        let message = String::from_utf8(done.stderr).unwrap();
        if done.status.success() {
            break;
        }
        assert_eq!(done.status.code(), Some(2), "{message}");
        assert!(message.contains("error: cannot write `shards/shard-1-of-1."), "{message}");
        full += 1;
        // The signal would end the process without a handler.
        assert!(!small(blocks, "").status.success());
    }
    assert!(full >= 2, "{full}");
    assert_eq!(shard(home, "1/1").status, 0);
    is_as_one_process(home);
    let plan = ["plan", "grade", "hw", "class", "--shards", "1"];
    let to_full = isagrid(home, &[&plan[..], &["-o", "/dev/full"]].concat(), b"");
    assert_eq!(to_full.status, 2, "{}", to_full.printed());
    assert!(to_full.stderr.contains("cannot write `/dev/full`"), "{}", to_full.stderr);
    for command in [&plan[..], &["merge", "plan.json", "shards"]] {
        let mut lost = Command::new(env!("CARGO_BIN_EXE_isagrid"));
        lost.args(command).current_dir(home).stderr(Stdio::null());
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let lost = lost.stdout(full).status().unwrap();
        // Errors of submissions are reported first.
        assert!([Some(2), Some(3)].contains(&lost.code()), "{command:?}: {lost:?}");
    }
}
