//! Size of the page, and limit for the part that is loaded first.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Script for Node.js that prints sizes of files.
const WEIGH: &str = include_str!("weigh.mjs");

/// File whose head names the files that a browser loads with it.
const INDEX: &str = "index.html";

/// Other files that the page loads before the first step of the first program, except modules.
const ASKED: &[&str] = &["worker.js", MENU];

/// File that names the module to load first: that of the first machine.
const MENU: &str = "menu.json";

/// Most bytes of all files that are loaded first, packed by gzip.
const FIRST_LIMIT_BYTES: u64 = 600_000;

/// Names and titles of the machines, the one that is loaded first first.
fn machines(folder: &Path) -> Result<Vec<(String, String)>, String> {
    let menu = fs::read(folder.join(MENU)).map_err(|error| format!("{MENU}: {error}"))?;
    let menu: serde_json::Value =
        serde_json::from_slice(&menu).map_err(|why| format!("{MENU}: {why}"))?;
    let text = |machine: &serde_json::Value, key: &str| machine[key].as_str().map(str::to_owned);
    let machines = menu["machines"].as_array().into_iter().flatten();
    let named = machines.filter_map(|it| {
        let name = text(it, "name")?;
        Some((name.clone(), text(it, "title").unwrap_or(name)))
    });
    Ok(named.collect())
}

/// Name of the module that is loaded first.
fn first_module(folder: &Path) -> Result<String, String> {
    let first = machines(folder)?.into_iter().next();
    first.map(|(name, _)| name).ok_or_else(|| format!("{MENU} has no machines"))
}

/// Files loaded before the first step of the first program: the page, those in its head, and the module.
fn first_files(folder: &Path) -> Result<Vec<String>, String> {
    let index = fs::read_to_string(folder.join(INDEX)).map_err(|why| format!("{INDEX}: {why}"))?;
    let head = index.split("</head>").next().unwrap_or_default();
    let named = [" href=\"", " src=\""].into_iter().flat_map(|key| head.split(key).skip(1));
    let named = named.filter_map(|rest| rest.split('"').next());
    let files = [INDEX].into_iter().chain(named).chain(ASKED.iter().copied());
    let mut files: Vec<String> = files.map(str::to_owned).collect();
    files.extend(self::files(&first_module(folder)?));
    Ok(files)
}

/// Files of a module.
fn files(module: &str) -> [String; 2] {
    [format!("{module}.js"), format!("{module}_bg.wasm")]
}

/// Prints sizes of a page's folder; an error if the part that is loaded first is too large.
pub(super) fn print_and_check(folder: &Path, modules: &[String]) -> Result<(), String> {
    let mut parts = vec![("loaded first".to_owned(), first_files(folder)?)];
    parts.extend(modules.iter().map(|name| (format!("module {name}"), files(name).to_vec())));
    parts
        .extend(modules.iter().map(|name| (format!("files {name}"), vec![format!("{name}.json")])));
    for (at, (name, files)) in parts.iter().enumerate() {
        let [plain, gzip, brotli] = weigh(folder, files)?;
        println!("page: {name}: {plain} bytes, {gzip} with gzip, {brotli} with brotli");
        if at == 0 {
            within(gzip, FIRST_LIMIT_BYTES)?;
        }
    }
    Ok(())
}

/// Lines around the table of sizes in the document.
const MARKS: [&str; 2] = [
    "<!-- The next lines are from `cargo xtask web --sizes`. -->\n",
    "<!-- End of the lines from `cargo xtask web --sizes`. -->",
];

/// Document with the table of this page's sizes instead of the one it has.
///
/// # Errors
/// An error message if the document has no place for it, or a file is missing.
pub(super) fn documented(document: &str, folder: &Path) -> Result<String, String> {
    let machines = machines(folder)?;
    let (first, first_title) = machines.first().ok_or_else(|| format!("{MENU} has no machines"))?;
    let mut rows = vec![
        (format!("loaded first: the page and the {first_title}"), first_files(folder)?),
        (format!("of that, the {first_title}"), files(first).to_vec()),
    ];
    rows.extend(machines[1..].iter().map(|(name, title)| (title.clone(), files(name).to_vec())));
    rows.push(("all machines, puzzles and homework".to_owned(), files("all").to_vec()));
    rows.push(("lanes and assignments for these".to_owned(), vec!["all.json".to_owned()]));
    let examples = machines.iter().map(|(name, _)| format!("{name}.json")).collect();
    rows.push(("examples of all machines".to_owned(), examples));
    let mut table = "| what | plain | gzip | brotli |\n|---|---|---|---|\n".to_owned();
    for (name, files) in rows {
        let [plain, gzip, brotli] = weigh(folder, &files)?.map(grouped);
        table += &format!("| {name} | {plain} | {gzip} | {brotli} |\n");
    }
    replaced(document, &table)
}

/// Number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// Document with other lines between the marks.
fn replaced(document: &str, lines: &str) -> Result<String, String> {
    let [begin, end] = MARKS;
    let place = document.split_once(begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(end)?;
        Some((before, after))
    });
    let (before, after) = place.ok_or("the document has no lines for the table of sizes")?;
    Ok(format!("{before}{begin}\n{lines}\n{end}{after}"))
}

fn weigh(folder: &Path, files: &[String]) -> Result<[u64; 3], String> {
    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", WEIGH, "--", "--"]);
    let weighed = super::printed(node.args(files.iter().map(|name| folder.join(name))))?;
    let all: Vec<[u64; 3]> = serde_json::from_slice(&weighed).map_err(|why| why.to_string())?;
    let sum = |at: usize| all.iter().map(|one| one[at]).sum();
    Ok([sum(0), sum(1), sum(2)])
}

/// Checks the size of the part that is loaded first.
fn within(bytes: u64, limit: u64) -> Result<(), String> {
    if bytes <= limit {
        return Ok(());
    }
    let more = bytes - limit;
    Err(format!("the page loads {bytes} packed bytes first, {more} above the limit of {limit}"))
}

#[cfg(test)]
mod tests {
    use super::{FIRST_LIMIT_BYTES, MARKS, grouped, print_and_check, replaced, within};

    #[test]
    fn the_table_of_a_document_is_replaced() {
        let [begin, end] = MARKS;
        let document = format!("before\n{begin}old\n{end}\nafter\n");
        let new = replaced(&document, "new\n").unwrap();
        assert_eq!(new, format!("before\n{begin}\nnew\n\n{end}\nafter\n"));
        assert!(replaced("no place", "new\n").is_err());
        assert_eq!([7, 999, 1_000, 1_635_134].map(grouped), ["7", "999", "1,000", "1,635,134"]);
    }

    #[test]
    fn a_page_that_is_too_large_is_refused() {
        assert_eq!(within(FIRST_LIMIT_BYTES, FIRST_LIMIT_BYTES), Ok(()));
        let message = within(FIRST_LIMIT_BYTES + 1, FIRST_LIMIT_BYTES).unwrap_err();
        assert!(message.contains(" first, 1 above the limit of "), "{message}");
    }

    #[test]
    fn the_limit_applies_to_the_files_of_the_folder() {
        if xtask::repository::program("node").is_none() {
            println!("not checked: Node.js is not installed");
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let index = "<link href=\"page.css\"><script src=\"page.js\"></script></head><img src=\"none.svg\">";
        std::fs::write(folder.path().join(super::INDEX), index).unwrap();
        for name in super::ASKED.iter().chain(&["page.css", "page.js"]) {
            std::fs::write(folder.path().join(name), "x").unwrap();
        }
        let menu = r#"{"machines": [{"name": "some"}, {"name": "other"}]}"#;
        std::fs::write(folder.path().join(super::MENU), menu).unwrap();
        let some = [
            "index.html",
            "page.css",
            "page.js",
            "worker.js",
            "menu.json",
            "some.js",
            "some_bg.wasm",
        ];
        assert_eq!(super::first_files(folder.path()).unwrap(), some);
        let [script, module] = super::files("some");
        std::fs::write(folder.path().join(script), "x").unwrap();
        std::fs::write(folder.path().join(&module), "x").unwrap();
        assert_eq!(print_and_check(folder.path(), &[]), Ok(()));
        // Pseudo-random bytes cannot be packed.
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 56) as u8
        };
        let noise: Vec<u8> = (0..FIRST_LIMIT_BYTES).map(|_| next()).collect();
        std::fs::write(folder.path().join(&module), noise).unwrap();
        assert!(print_and_check(folder.path(), &[]).unwrap_err().contains("above the limit of"));
    }
}
