//! The list of a release's packages that scanners read (SBOM).
//!
//! Source: CycloneDX 1.6, JSON format; package URLs of type `cargo`.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::linked;

/// CycloneDX text of the packages that are linked into the command, in the order of their names.
///
/// # Errors
/// An error message if the lock file is not one, or the command is not among the packages.
pub(crate) fn text(metadata: &Value, lock: &str) -> Result<String, String> {
    let checksums = checksums(lock)?;
    let mut linked = linked::packages(metadata);
    let by_id: BTreeMap<&str, String> = linked
        .iter()
        .filter_map(|linked| Some((linked.package["id"].as_str()?, url(linked.package))))
        .collect();
    linked.sort_by_key(|linked| url(linked.package));
    let of = |kind: &str, package: &Value| component(kind, package, &checksums);
    let (ours, others): (Vec<_>, Vec<_>) =
        linked.iter().partition(|linked| linked.package["name"] == "isagrid");
    let command = ours.first().ok_or("cargo metadata has no package isagrid")?;
    let dependencies = linked.iter().map(|linked| {
        let mut uses: Vec<_> = linked.uses.iter().filter_map(|id| by_id.get(id)).collect();
        uses.sort();
        json!({ "ref": url(linked.package), "dependsOn": uses })
    });
    let whole = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": { "component": of("application", command.package) },
        "components": others.iter().map(|other| of("library", other.package)).collect::<Vec<_>>(),
        "dependencies": dependencies.collect::<Vec<_>>(),
    });
    serde_json::to_string_pretty(&whole).map(|text| text + "\n").map_err(|why| why.to_string())
}

/// A package as a component of the list.
fn component(kind: &str, package: &Value, checksums: &BTreeMap<(String, String), String>) -> Value {
    let mut component = json!({
        "type": kind,
        "bom-ref": url(package),
        "name": package["name"],
        "version": package["version"],
        "purl": url(package),
    });
    if let Some(licence) = package["license"].as_str() {
        // Old packages write a slash, which is no SPDX expression.
        let spdx = licence.replace(" / ", "/").replace('/', " OR ");
        component["licenses"] = json!([{ "expression": spdx }]);
    }
    if let Some(repository) = package["repository"].as_str() {
        component["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
    }
    let field = |name: &str| package[name].as_str().unwrap_or_default().to_owned();
    if let Some(sha256) = checksums.get(&(field("name"), field("version"))) {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": sha256 }]);
    }
    component
}

/// Package URL.
fn url(package: &Value) -> String {
    let field = |name: &str| package[name].as_str().unwrap_or_default();
    // The only sign of a version that a URL does not allow.
    format!("pkg:cargo/{}@{}", field("name"), field("version").replace('+', "%2B"))
}

/// SHA-256 of each package from a registry, by name and version.
fn checksums(lock: &str) -> Result<BTreeMap<(String, String), String>, String> {
    let lock: toml::Table = lock.parse().map_err(|why| format!("Cargo.lock: {why}"))?;
    let packages = lock.get("package").and_then(toml::Value::as_array);
    let packages = packages.ok_or("Cargo.lock has no packages")?;
    let field = |package: &toml::Value, name: &str| {
        package.get(name).and_then(toml::Value::as_str).map(str::to_owned)
    };
    let rows = packages.iter().filter_map(|package| {
        let name = (field(package, "name")?, field(package, "version")?);
        Some((name, field(package, "checksum")?))
    });
    Ok(rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linked_packages_are_listed_with_licences_digests_and_uses() {
        let lock = "[[package]]\nname = \"linked\"\nversion = \"1.0.0\"\nchecksum = \"ab12\"\n";
        let whole: Value = text(&linked::example(), lock).unwrap().parse().unwrap();
        assert_eq!(whole["metadata"]["component"]["purl"], "pkg:cargo/isagrid@1.0.0");
        let components = whole["components"].as_array().unwrap();
        let names: Vec<_> = components.iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["linked", "ours"]);
        assert_eq!(components[0]["hashes"][0]["content"], "ab12");
        assert_eq!(components[0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(components[1]["hashes"], Value::Null);
        let uses = &whole["dependencies"][0];
        assert_eq!(uses["ref"], "pkg:cargo/isagrid@1.0.0");
        assert_eq!(uses["dependsOn"], json!(["pkg:cargo/ours@1.0.0"]));
    }

    #[test]
    fn the_list_of_this_repository_has_a_digest_for_each_package_from_the_registry() {
        let root = xtask::repository::root();
        let lock = std::fs::read_to_string(root.join("Cargo.lock")).unwrap();
        assert!(checksums(&lock).unwrap().len() > 100);
        assert!(checksums("a = 1").is_err());
    }
}
