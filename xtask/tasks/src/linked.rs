//! The packages that are linked into the command, from cargo's metadata.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// A linked package, and those that it uses.
pub(crate) struct Linked<'a> {
    pub(crate) package: &'a Value,
    /// IDs of the linked packages that it uses.
    pub(crate) uses: BTreeSet<&'a str>,
}

/// Every package that is linked into the command, itself first.
pub(crate) fn packages(metadata: &Value) -> Vec<Linked<'_>> {
    let by_id = |list| -> BTreeMap<&str, &Value> {
        items(list).filter_map(|item| Some((item["id"].as_str()?, item))).collect()
    };
    let (nodes, by_id) = (by_id(&metadata["resolve"]["nodes"]), by_id(&metadata["packages"]));
    let is_linked =
        |dependency: &Value| items(&dependency["dep_kinds"]).any(|kind| kind["kind"].is_null());
    let root = by_id.iter().find(|(_, package)| package["name"] == "isagrid");
    let mut left: Vec<&str> = root.map(|(id, _)| *id).into_iter().collect();
    let (mut seen, mut linked) = (BTreeSet::new(), Vec::new());
    while let Some(id) = left.pop() {
        let Some(package) = by_id.get(id).filter(|_| seen.insert(id)) else { continue };
        let uses: BTreeSet<&str> = items(nodes.get(id).map_or(&Value::Null, |node| &node["deps"]))
            .filter(|dependency| is_linked(dependency))
            .filter_map(|dependency| dependency["pkg"].as_str())
            .filter(|id| by_id.get(id).is_some_and(|package| !is_macro(package)))
            .collect();
        left.extend(&uses);
        linked.push(Linked { package, uses });
    }
    linked
}

/// Whether a package is a procedural macro, which is not linked.
fn is_macro(package: &Value) -> bool {
    let mut kinds = items(&package["targets"]).flat_map(|target| items(&target["kind"]));
    kinds.any(|kind| kind == "proc-macro")
}

/// Items of a list; none of anything else.
fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// Metadata with one package of each kind, of which `ours` and `linked` are linked into `isagrid`.
#[cfg(test)]
pub(crate) fn example() -> Value {
    let package = |name: &str, source: Value, kind: &str| {
        let targets = [serde_json::json!({ "kind": [kind] })];
        serde_json::json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0",
            "source": source, "repository": "there", "targets": targets })
    };
    let node = |id: &str, deps: &[(&str, Option<&str>)]| {
        let deps = deps
            .iter()
            .map(|(to, kind)| serde_json::json!({ "pkg": to, "dep_kinds": [{ "kind": kind }] }));
        serde_json::json!({ "id": id, "deps": deps.collect::<Vec<_>>() })
    };
    let far = Value::from("registry");
    serde_json::json!({
        "packages": [
            package("isagrid", Value::Null, "lib"), package("ours", Value::Null, "lib"),
            package("linked", far.clone(), "lib"), package("derive", far.clone(), "proc-macro"),
            package("of-derive", far.clone(), "lib"), package("of-tests", far.clone(), "lib"),
            package("built-with", far.clone(), "lib"), package("elsewhere", far, "lib"),
        ],
        "resolve": { "nodes": [
            node("isagrid", &[("ours", None), ("of-tests", Some("dev")), ("derive", None)]),
            node("ours", &[("linked", None), ("built-with", Some("build"))]),
            node("derive", &[("of-derive", None)]),
        ]},
    })
}
