//! What a plan, its shards and a merge take with N made-up items; and two workers that do them,
//! of which one is killed again and again.
//!
//! ```text
//! cargo run --release -p isagrid-shards --example items -- 1000000 64
//! cargo run --release -p isagrid-shards --example items -- killed 100000 64
//! ```

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "an example shows what it found")]

use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use shards::digest::Digest;
use shards::merge::ShardFiles;
use shards::plan::{Common, Draft, Input, Item, Plan};
use shards::work::{StartResult, Work};

/// The most memory this process has had, as Linux tells it.
fn peak() -> String {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line =
        text.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or("VmHWM: not reported");
    line.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
}

fn planned(path: &Path, items: u64, shards: u32) {
    let mut draft = Draft::default();
    for number in 0..items {
        draft.add(&format!("student-{number:07}"));
    }
    draft.spread(shards).unwrap();
    println!("spread   {}", peak());
    let common = Common {
        tool: "items".to_owned(),
        kind: "made up".to_owned(),
        arguments: Value::Null,
        inputs: Vec::new(),
        shards,
    };
    let mut file = BufWriter::new(fs::File::create(path).unwrap());
    let detail = |number: usize| {
        let bytes = number.to_le_bytes();
        Ok((Some(Input::of_bytes(&format!("class/student-{number:07}.s"), &bytes)), Value::Null))
    };
    draft
        .write(&common, detail, |text| file.write_all(text.as_bytes()).map_err(|e| e.to_string()))
        .unwrap();
    file.into_inner().unwrap();
    println!("plan     {}", peak());
}

/// The step of this process; every step is a process of its own, so that memory is each one's.
fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let folder = std::env::temp_dir().join("isagrid-items");
    let path = folder.join("plan.json");
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["plan", items, shards] => {
            fs::create_dir_all(&folder).unwrap();
            planned(&path, items.parse().unwrap(), shards.parse().unwrap());
        }
        // Files of shards as `Work` writes them, without a million trips to the disk.
        ["work", shard] => {
            work(&Plan::read(&path, |_| {}).unwrap(), shard.parse().unwrap(), &folder)
        }
        ["killed", items, shards] => {
            fs::create_dir_all(&folder).unwrap();
            let shards = shards.parse().unwrap();
            planned(&path, items.parse().unwrap(), shards);
            two_workers(shards, &folder);
            let plan = Plan::read(&path, |_| {}).unwrap();
            let found = ShardFiles::look(&plan, &[folder.join("shards")]).unwrap();
            found.check(&plan).unwrap();
            let (mut merged, mut one) = (Digest::default(), Digest::default());
            let each = |_: &Item, result: Value| {
                merged.add(result.to_string().as_bytes());
                Ok(())
            };
            found.each(&plan, each).unwrap();
            plan.each(|item| one.add(result(&item).to_string().as_bytes())).unwrap();
            assert_eq!(merged.show(), one.show(), "one process has the same results");
            println!("merged   the same as in one process, {}", peak());
            fs::remove_dir_all(&folder).unwrap();
        }
        ["write"] => written(&Plan::read(&path, |_| {}).unwrap(), &folder.join("shards")),
        ["merge"] => {
            let plan = Plan::read(&path, |_| {}).unwrap();
            let found = ShardFiles::look(&plan, &[folder.join("shards")]).unwrap();
            found.check(&plan).unwrap();
            let mut sum = 0;
            found
                .each(&plan, |_, result: Value| {
                    sum += result["points"].as_u64().unwrap_or(0);
                    Ok(())
                })
                .unwrap();
            println!("merge    {}, sum {sum}", peak());
        }
        [items, shards] => {
            println!("{items} items, {shards} shards");
            for step in [&["plan", items, shards][..], &["write"], &["merge"]] {
                let done = Command::new(std::env::current_exe().unwrap()).args(step).status();
                assert!(done.unwrap().success());
            }
            fs::remove_dir_all(&folder).unwrap();
        }
        _ => println!("items [killed] ITEMS SHARDS"),
    }
}

fn result(item: &Item) -> Value {
    json!({ "points": item.number * 7919 % 1000, "why": "x".repeat(1000) })
}

fn work(plan: &Plan, shard: u32, folder: &Path) {
    let StartResult::Work(work) = Work::begin(plan, shard, &folder.join("shards")).unwrap() else {
        return;
    };
    for item in work.left() {
        work.keep(item, &result(item)).unwrap();
    }
    work.finish().unwrap();
}

/// One worker has the even shards and lives; the other's processes are killed at random moments.
fn two_workers(shards: u32, folder: &Path) {
    let begun = |shard: u32| {
        let mut worker = Command::new(std::env::current_exe().unwrap());
        worker.args(["work", &shard.to_string()]).spawn().unwrap()
    };
    let is_done = |shard: u32| {
        let name = format!("shard-{shard}-of-{shards}.");
        let entries = fs::read_dir(folder.join("shards")).into_iter().flatten();
        let mut names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.any(|known| known.starts_with(&name) && known.ends_with(".jsonl"))
    };
    std::thread::scope(|scope| {
        scope.spawn(|| (2..=shards).step_by(2).all(|shard| begun(shard).wait().unwrap().success()));
        let (mut seed, mut kills) = (0x2545_f491_4f6c_dd1d_u64, 0);
        for shard in (1..=shards).step_by(2) {
            while !is_done(shard) {
                let mut worker = begun(shard);
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                std::thread::sleep(Duration::from_millis(500 + seed % 1500));
                kills += u32::from(worker.try_wait().unwrap().is_none());
                worker.kill().unwrap();
                worker.wait().unwrap();
            }
        }
        println!("killed   {kills} times");
    });
}

fn written(plan: &Plan, folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    let of = plan.header.shards;
    let file = |shard| {
        let name = format!("shard-{shard}-of-{of}.{}.jsonl", plan.short());
        (BufWriter::new(fs::File::create(folder.join(name)).unwrap()), Digest::default())
    };
    let mut files: Vec<_> = (1..=of).map(file).collect();
    plan.each(|item| {
        let result = result(&item);
        let (number, key) = (item.number, &item.key);
        let line = format!("{{\"item\":{number},\"key\":\"{key}\",\"result\":{result}}}\n");
        let (file, digest) = &mut files[item.shard as usize - 1];
        digest.add(line.as_bytes());
        file.write_all(line.as_bytes()).unwrap();
    })
    .unwrap();
    for ((mut file, digest), shard) in files.into_iter().zip(1..) {
        let trailer = json!({
            "plan": plan.id, "shard": shard, "of": of, "count": plan.count(shard), "sha256": digest.show(),
        });
        file.write_all(format!("{trailer}\n").as_bytes()).unwrap();
    }
    println!("one of {of} shards read by itself: {} items", plan.items(1).unwrap().len());
}
