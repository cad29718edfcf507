//! Items that are made up, planned and worked on.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use shards::merge::ShardFiles;
use shards::plan::{Common, Draft, Item, Plan};
use shards::work::{StartResult, Work};

/// Writes a plan of items with these keys.
pub(crate) fn planned(path: &Path, items: &[String], shards: u32) -> Plan {
    let mut draft = Draft::default();
    items.iter().for_each(|key| draft.add(key));
    draft.spread(shards).unwrap();
    let common = Common {
        tool: "a test".to_owned(),
        kind: "made up".to_owned(),
        arguments: json!({ "seed": 1 }),
        inputs: Vec::new(),
        shards,
    };
    let mut text = String::new();
    let id = draft.write(
        &common,
        |_| Ok((None, Value::Null)),
        |piece| {
            text.push_str(piece);
            Ok(())
        },
    );
    fs::write(path, text).unwrap();
    let plan = Plan::read(path, |_| {}).unwrap();
    assert_eq!(id.unwrap(), plan.id);
    plan
}

/// The result of an item: what another process would find, too.
pub(crate) fn result(item: &Item) -> Value {
    json!({ "of": item.key, "is": item.number * 7, "text": "\u{1b}[2J\u{202e}é\n" })
}

/// A shard that has something to do.
pub(crate) fn work(plan: &Plan, shard: u32, folder: &Path) -> Work {
    match Work::begin(plan, shard, folder).unwrap() {
        StartResult::Work(work) => *work,
        other => panic!("{other:?}"),
    }
}

/// Does what is left of a shard.
pub(crate) fn done(plan: &Plan, shard: u32, folder: &Path) -> PathBuf {
    let work = work(plan, shard, folder);
    for item in work.left() {
        work.keep(item, &result(item)).unwrap();
    }
    work.finish().unwrap()
}

/// All results in the order of the plan.
pub(crate) fn merged(plan: &Plan, folder: &Path) -> Vec<(String, Value)> {
    let found = ShardFiles::look(plan, &[folder.to_owned()]).unwrap();
    assert_eq!(found.missing(plan), Vec::<u32>::new());
    found.check(plan).unwrap();
    let mut all = Vec::new();
    let each = |item: &Item, result: Value| {
        all.push((item.key.clone(), result));
        Ok(())
    };
    found.each(plan, each).unwrap();
    all
}

/// What one process has of all items.
pub(crate) fn whole(plan: &Plan) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    plan.each(|item| all.push((item.key.clone(), result(&item)))).unwrap();
    all
}

/// Keys of N items.
pub(crate) fn items(count: u64) -> Vec<String> {
    (0..count).map(|number| format!("item-{number}")).collect()
}
