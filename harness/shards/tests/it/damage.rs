//! What is torn, cut off, changed, doubled or somebody else's.

use std::fs::{self, File, FileTimes};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde_json::Value;
use shards::merge::{ShardFiles, Trouble};
use shards::plan::{Item, Plan};
use shards::work::{StartResult, Work};

use crate::support::{done, items, merged, planned, result, whole, work};

/// A plan of N items in one shard, in its own folder.
fn one_shard(folder: &Path, count: u64) -> (Plan, PathBuf) {
    (planned(&folder.join("plan.json"), &items(count), 1), folder.join("out"))
}

fn journal(plan: &Plan, out: &Path) -> PathBuf {
    out.join(format!("shard-1-of-1.{}.journal", plan.short()))
}

/// A journal with some results in it, as one who is killed leaves it.
fn begun(plan: &Plan, out: &Path, count: usize) -> Vec<u8> {
    let work = work(plan, 1, out);
    for item in &work.left()[..count] {
        work.keep(item, &result(item)).unwrap();
    }
    drop(work);
    fs::read(journal(plan, out)).unwrap()
}

#[test]
fn a_journal_that_is_cut_anywhere_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, out) = one_shard(folder.path(), 5);
    let text = begun(&plan, &out, 3);
    let ends: Vec<usize> = (1..=text.len()).filter(|end| text[end - 1] == b'\n').collect();
    assert_eq!(ends.len(), 4, "the head and three results");
    for cut in 0..=text.len() {
        fs::write(journal(&plan, &out), &text[..cut]).unwrap();
        let whole_lines = ends.iter().filter(|end| **end <= cut).count();
        let work = work(&plan, 1, &out);
        assert_eq!(work.known(), whole_lines.saturating_sub(1), "cut at {cut}");
    }
    for cut in ends[2]..=ends[3] {
        fs::write(journal(&plan, &out), &text[..cut]).unwrap();
        let file = done(&plan, 1, &out);
        assert_eq!(merged(&plan, &out), whole(&plan), "cut at {cut}");
        fs::remove_file(file).unwrap();
    }
}

#[test]
fn a_journal_with_any_byte_changed_loses_that_line_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, out) = one_shard(folder.path(), 4);
    let text = begun(&plan, &out, 4);
    let head = text.iter().position(|byte| *byte == b'\n').unwrap();
    for at in (0..text.len()).step_by(3) {
        let mut damaged = text.clone();
        damaged[at] ^= 0x15;
        fs::write(journal(&plan, &out), &damaged).unwrap();
        let work = work(&plan, 1, &out);
        // A line end that is gone takes two lines; the head takes all, for nobody knows whose they are.
        let most_lost = if at <= head { 4 } else { 2 };
        assert!((4 - most_lost..4).contains(&work.known()), "byte {at}: {}", work.known());
        drop(work);
        let file = done(&plan, 1, &out);
        assert_eq!(merged(&plan, &out), whole(&plan), "byte {at}");
        fs::remove_file(file).unwrap();
    }
}

#[test]
fn a_shard_that_is_done_is_not_done_again_and_one_that_is_damaged_is() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, out) = one_shard(folder.path(), 3);
    let file = done(&plan, 1, &out);
    assert!(
        matches!(Work::begin(&plan, 1, &out).unwrap(), StartResult::Finished(path) if path == file)
    );
    let text = fs::read(&file).unwrap();
    for cut in 0..text.len() {
        fs::write(&file, &text[..cut]).unwrap();
        let found = ShardFiles::look(&plan, std::slice::from_ref(&out)).unwrap();
        assert_eq!((found.missing(&plan), found.damaged().len()), (vec![1], 1), "cut at {cut}");
    }
    for at in 0..text.len() {
        let mut damaged = text.clone();
        damaged[at] ^= 1;
        fs::write(&file, &damaged).unwrap();
        // The name of another plan in the trailer is reported as such.
        if let Ok(found) = ShardFiles::look(&plan, std::slice::from_ref(&out)) {
            assert_eq!(found.missing(&plan), vec![1], "byte {at}");
        }
    }
    let again = work(&plan, 1, &out);
    assert!(again.damage().unwrap().contains(&*asmkit::plain_name(&file.to_string_lossy())));
    drop(again);
    assert_eq!(fs::read(done(&plan, 1, &out)).unwrap(), text);
}

#[test]
fn two_results_of_one_item_are_reported_with_both() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, out) = one_shard(folder.path(), 3);
    done(&plan, 1, &out.join("a"));
    let second = work(&plan, 1, &out.join("b"));
    for item in second.left() {
        let other = if item.number == 1 { Value::from("other") } else { result(item) };
        second.keep(item, &other).unwrap();
    }
    second.finish().unwrap();
    let found = ShardFiles::look(&plan, std::slice::from_ref(&out)).unwrap();
    let Err(Trouble::Differ(differ)) = found.check(&plan) else { panic!("they differ") };
    assert_eq!(differ.item.as_deref(), Some("item-1"));
    let [(one, line, first), (other, at, second)] = differ.both;
    assert!(one.starts_with(out.join("a")) && other.starts_with(out.join("b")));
    assert_eq!((line, at), (2, 2));
    assert!(first.contains("\"of\":\"item-1\"") && second.contains("\"other\""));
    // The same result twice is no harm.
    let same = folder.path().join("same");
    for copy in ["a", "b"] {
        done(&plan, 1, &same.join(copy));
    }
    assert_eq!(merged(&plan, &same), whole(&plan));
}

#[test]
fn shards_of_another_plan_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, out) = one_shard(folder.path(), 3);
    let other = planned(&folder.path().join("other.json"), &items(4), 1);
    let file = done(&other, 1, &out);
    let refused = ShardFiles::look(&plan, std::slice::from_ref(&out)).unwrap_err();
    assert!(refused.contains("belongs to another plan than"), "{refused}");
    // Under a name of this plan, too.
    fs::rename(file, out.join(format!("shard-1-of-1.{}.jsonl", plan.short()))).unwrap();
    let refused = ShardFiles::look(&plan, std::slice::from_ref(&out)).unwrap_err();
    assert!(refused.ends_with(&format!("belongs to another plan, {}", other.short())), "{refused}");
}

#[test]
fn a_plan_that_is_changed_or_cut_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.json");
    let plan = planned(&path, &items(3), 2);
    let text = fs::read(&path).unwrap();
    for cut in 0..text.len() {
        fs::write(&path, &text[..cut]).unwrap();
        assert!(Plan::read(&path, |_| {}).is_err(), "cut at {cut}");
    }
    for at in 0..text.len() {
        let mut changed = text.clone();
        changed[at] ^= 1;
        fs::write(&path, &changed).unwrap();
        assert!(Plan::read(&path, |_| {}).is_err(), "byte {at}");
    }
    fs::write(&path, [&text[..], b"\n"].concat()).unwrap();
    assert!(Plan::read(&path, |_| {}).is_err(), "something after it");
    planned(&path, &items(4), 2);
    let replaced = plan.each(|_: Item| {}).unwrap_err();
    assert!(replaced.contains("replaced by another plan"), "{replaced}");
}

#[test]
fn the_second_process_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, out) = one_shard(folder.path(), 3);
    let first = work(&plan, 1, &out);
    assert!(matches!(Work::begin(&plan, 1, &out).unwrap(), StartResult::Busy));
    drop(first);
    work(&plan, 1, &out);
}

/// Nothing here reads a clock, and what it did to files says nothing.
#[test]
fn a_clock_that_jumps_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, out) = one_shard(folder.path(), 4);
    let calm = fs::read(done(&plan, 1, &out)).unwrap();
    let jumping = folder.path().join("jumping");
    begun(&plan, &jumping, 2);
    let far = [SystemTime::UNIX_EPOCH, SystemTime::UNIX_EPOCH + Duration::from_secs(4_000_000_000)];
    for (entry, time) in fs::read_dir(&jumping).unwrap().zip(far.into_iter().cycle()) {
        let file = File::options().write(true).open(entry.unwrap().path()).unwrap();
        file.set_times(FileTimes::new().set_modified(time).set_accessed(time)).unwrap();
    }
    assert_eq!(work(&plan, 1, &jumping).known(), 2);
    assert_eq!(fs::read(done(&plan, 1, &jumping)).unwrap(), calm);
}

#[cfg(unix)]
#[test]
fn what_is_no_plain_file_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("plan.json");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [pipe.as_path(), folder.path(), Path::new("/dev/zero")] {
        let refused = Plan::read(path, |_| {}).unwrap_err();
        assert!(refused.ends_with("it is not a regular file"), "{refused}");
    }
}

/// In a folder that others may write, too.
#[cfg(unix)]
#[test]
fn links_under_working_names_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let (plan, out) = one_shard(folder.path(), 3);
    fs::create_dir(&out).unwrap();
    let victim = folder.path().join("victim");
    let name = journal(&plan, &out);
    for working in [name.clone(), name.with_extension("lock")] {
        for target in [&victim, &folder.path().join("nothing")] {
            fs::write(&victim, "text").unwrap();
            // The lock of an earlier attempt is left.
            let _ = fs::remove_file(&working);
            symlink(target, &working).unwrap();
            let why = Work::begin(&plan, 1, &out).unwrap_err();
            assert!(why.ends_with("it is a link or not a regular file; remove it"), "{why}");
            assert_eq!(fs::read(&victim).unwrap(), b"text");
            assert!(!folder.path().join("nothing").exists());
            fs::remove_file(&working).unwrap();
        }
    }
    symlink(&victim, name.with_extension("jsonl.new")).unwrap();
    let file = done(&plan, 1, &out);
    assert!(fs::symlink_metadata(file).unwrap().is_file());
    assert_eq!(fs::read(&victim).unwrap(), b"text");
    assert_eq!(merged(&plan, &out), whole(&plan));
}

/// The digest in the last line is that of the changed plan.
#[test]
fn plan_with_an_item_twice_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.json");
    let plan = planned(&path, &items(6), 3);
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let (first, shard) =
        (lines[1], |line: &str| line.split("\"shard\":").nth(1).unwrap()[..1].to_owned());
    let other = (2..7).find(|&at| shard(lines[at]) != shard(first)).unwrap();
    lines[other] = first;
    lines.pop();
    let lines = lines.join("\n") + "\n";
    let end = format!("{{\"plan\":\"{}\"}}\n", shards::digest::of(lines.as_bytes()));
    fs::write(&path, lines + &end).unwrap();
    let why = Plan::read(&path, |_| {}).unwrap_err();
    let message = format!("line {}: a second item `{}`; make it again", other + 1, items(1)[0]);
    assert!(why.ends_with(&message), "{why}");
    assert!(Plan::open(&path).is_ok_and(|again| again.id != plan.id));
}
